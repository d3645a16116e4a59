import { m } from "#i18n/compiled/messages.js";
import { readInvitation, takeInvitation } from "#operations/staff/take-invitation.ts";
import { AccountPage } from "#ui/account/account-page.tsx";
import { untouched } from "#ui/account/form-state.ts";
import { LinkEnded } from "#ui/account/link-ended.tsx";
import { EmailField, NameField, NewPasswordFields } from "#ui/account/person-fields.tsx";
import { shownForm } from "#ui/account/problem-words.ts";
import { roleName } from "#ui/account/role-name.ts";
import { SubmitButton } from "#ui/account/submit-button.tsx";
import { TokenForm } from "#ui/account/token-form.tsx";
import { attempt } from "../../accounts/attempt.ts";
import { enterWith } from "../../accounts/enter-with.ts";
import { formAgain, readForm } from "../../accounts/forms.ts";
import { keepAddress } from "../../accounts/private-pages.ts";
import { tokenIn } from "../../accounts/tokens.ts";
import { needed } from "../../needed.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/invitation.ts";

export const middleware: Route.MiddlewareFunction[] = [keepAddress];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const token = tokenIn(request);
  return { token, ...(await needed(visit, () => readInvitation(visit.portal, token))) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const { token = "", password } = form;
  if (password === undefined) {
    const invitation = await needed(visit, () => readInvitation(visit.portal, token));
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
        <SubmitButton label={m.make_account()} />
      </TokenForm>
    </AccountPage>
  );
}
