import { acceptInvitation, readInvitation } from "#operations/accounts/invitations.ts";
import { m } from "#i18n/compiled/messages.js";
import { AccountPage, LinkEnded } from "../form/account-page.tsx";
import { EmailField, NameField, NewPasswordFields } from "../form/person-fields.tsx";
import { roleName } from "#design/role-name.ts";
import { Button } from "#design/form/button.tsx";
import { shownAccountForm, TokenForm } from "../form/account-form.tsx";
import { submitForm } from "../../frame/submit-form.server.ts";
import { signInNewAccount, readStep } from "../server/account-step.server.ts";
import { openedToken, openMailedLink } from "../server/mailed-link.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { useSite } from "../../frame/site/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/invitation.route.ts";

export const middleware: Route.MiddlewareFunction[] = [openMailedLink];

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const token = openedToken(visit);
  return { token, ...(await orErrorPage(visit, () => readInvitation(visit.portal, token))) };
}

export async function action(args: Route.ActionArgs) {
  const { visit, form } = await readStep(args);
  return submitForm(visit, { values: form }, async () => {
    const { email } = await acceptInvitation(visit.portal, form, visit.from());
    return signInNewAccount(visit, { email, password: form["password"] });
  });
}

export default function TakeInvitation({ loaderData, actionData }: Route.ComponentProps) {
  const operator = useSite().operator.name;
  const { problem, values = {} } = actionData ?? {};
  const email = values["email"] ?? loaderData.email;
  if (!email || problem === "link-ended") {
    return (
      <LinkEnded isForgotten={!actionData && loaderData.token === ""}>
        <p>{m.link_ended_invitation()}</p>
      </LinkEnded>
    );
  }
  const role = values["role"] ?? loaderData.role ?? "";
  const { problems, field } = shownAccountForm(actionData, ["name", "password", "password2"]);
  return (
    <AccountPage title={m.invitation_title({ operator })} text={m.invitation_text({ role: roleName(role) })}>
      <TokenForm action={pages.invitation.path} token={values["token"] ?? loaderData.token} problems={problems}>
        <input type="hidden" name="role" value={role} />
        <EmailField name="email" value={email} isFixed />
        <NameField {...field("name")} />
        <NewPasswordFields field={field} />
        <Button>{m.make_account()}</Button>
      </TokenForm>
    </AccountPage>
  );
}
