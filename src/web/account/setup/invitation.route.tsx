import { m } from "#i18n/compiled/messages.js";
import { readInvitation, takeInvitation } from "#operations/staff/take-invitation.ts";
import { AccountPage } from "../form/account-page.tsx";
import { untouched } from "../form/form-state.ts";
import { LinkEnded } from "../form/link-ended.tsx";
import { EmailField, NameField, NewPasswordFields } from "../form/person-fields.tsx";
import { shownForm } from "../form/problem-words.ts";
import { roleName } from "#design/role-name.ts";
import { Button } from "#design/form/button.tsx";
import { TokenForm } from "../form/token-form.tsx";
import { attempt } from "../server/attempt.server.ts";
import { enterWith } from "../server/enter-with.server.ts";
import { formAgain } from "../server/forms.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { keepAddress } from "../server/private-pages.server.ts";
import { tokenIn } from "../script/tokens.ts";
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
    return { ...untouched, typed: { token, ...invitation } };
  }
  const outcome = await attempt(visit, async () => {
    const { email } = await takeInvitation(visit.portal, form, visit.from());
    return { ok: true, cookies: [], email };
  });
  return outcome.ok ? enterWith(request, visit, { email: outcome.email, password }) : formAgain(form, outcome);
}

export default function TakeInvitation({ loaderData, actionData = untouched }: Route.ComponentProps) {
  const { operator } = useSite();
  const { typed, refused } = actionData;
  const email = typed["email"] ?? loaderData.email;
  if (!email || refused?.problem === "link-ended") {
    return (
      <LinkEnded operatorName={operator.name}>
        <p>{m.link_ended_invitation()}</p>
      </LinkEnded>
    );
  }
  const role = typed["role"] ?? loaderData.role ?? "";
  const { problems, field } = shownForm(actionData, ["name", "password", "password2"], "password2");
  return (
    <AccountPage
      title={m.invitation_title({ operator: operator.name })}
      operatorName={operator.name}
      text={m.invitation_text({ role: roleName(role) })}
    >
      <TokenForm action="/invitation" token={typed["token"] ?? loaderData.token} problems={problems}>
        <input type="hidden" name="role" value={role} />
        <EmailField name="email" value={email} isFixed />
        <NameField {...field("name")} />
        <NewPasswordFields field={field} />
        <Button>{m.make_account()}</Button>
      </TokenForm>
    </AccountPage>
  );
}
