import { m } from "#i18n/compiled/messages.js";
import { AccountPage, LinkEnded } from "../form/account-page.tsx";
import { EmailField, NameField, NewPasswordFields } from "../form/person-fields.tsx";
import { shownAccountForm } from "../form/shown-account-form.ts";
import { roleName } from "#design/role-name.ts";
import { Button } from "#design/form/button.tsx";
import { readInvitation, acceptInvitation } from "#operations/staff/invitations.ts";
import { TokenForm } from "../form/account-form.tsx";
import { formBegun, submitForm } from "../../frame/submit-form.server.ts";
import { enterWith } from "../server/sign-in-step.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { keepAddress } from "../server/private-pages.server.ts";
import { tokenIn } from "../server/mailed-link.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/invitation.route.ts";

export const middleware: Route.MiddlewareFunction[] = [keepAddress];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const token = tokenIn(request);
  return { token, ...(await orErrorPage(visit, () => readInvitation(visit.portal, token))) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const { token = "", password } = form;
  if (password === undefined) {
    const invitation = await orErrorPage(visit, () => readInvitation(visit.portal, token));
    return formBegun(visit, { token, ...invitation });
  }
  return submitForm(visit, { values: form }, async () => {
    const { email } = await acceptInvitation(visit.portal, form, visit.from());
    return enterWith(visit, { email, password });
  });
}

export default function TakeInvitation({ loaderData, actionData }: Route.ComponentProps) {
  const { operator } = useSite();
  const { problem, values = {} } = actionData ?? {};
  const email = values["email"] ?? loaderData.email;
  if (!email || problem === "link-ended") {
    return (
      <LinkEnded operatorName={operator.name}>
        <p>{m.link_ended_invitation()}</p>
      </LinkEnded>
    );
  }
  const role = values["role"] ?? loaderData.role ?? "";
  const { problems, field } = shownAccountForm(actionData, ["name", "password", "password2"], "password2");
  return (
    <AccountPage
      title={m.invitation_title({ operator: operator.name })}
      operatorName={operator.name}
      text={m.invitation_text({ role: roleName(role) })}
    >
      <TokenForm action="/invitation" token={values["token"] ?? loaderData.token} problems={problems}>
        <input type="hidden" name="role" value={role} />
        <EmailField name="email" value={email} isFixed />
        <NameField {...field("name")} />
        <NewPasswordFields field={field} />
        <Button>{m.make_account()}</Button>
      </TokenForm>
    </AccountPage>
  );
}
