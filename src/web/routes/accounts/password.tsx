import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "#ui/account/account-form.tsx";
import { AccountPage } from "#ui/account/account-page.tsx";
import { untouched } from "#ui/account/form-state.ts";
import { PasswordField } from "#ui/account/password-field.tsx";
import { NewPasswordFields } from "#ui/account/person-fields.tsx";
import { shownForm } from "#ui/account/problem-words.ts";
import { SubmitButton } from "#ui/account/submit-button.tsx";
import { attempt } from "../../accounts/attempt.ts";
import { callerOf, formAgain, readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { proveAgainFor } from "../../accounts/prove-again-for.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/password.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { hasPassword, email } = (await knownVisitor(context.get(visitContext))).person;
  return { hasPassword, email };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const outcome = await attempt(visit, () => visit.portal.accounts.changePassword(callerOf(request, visit), form));
  if (outcome.ok) return goTo("/account", { cookies: outcome.cookies, notice: "saved" });
  return proveAgainFor("/account/password", outcome) ?? formAgain(form, outcome);
}

export default function Password({ loaderData, actionData = untouched }: Route.ComponentProps) {
  const { hasPassword, email } = loaderData;
  const fields = [...(hasPassword ? ["currentPassword"] : []), "password", "password2"];
  const { problems, field } = shownForm(actionData, fields, hasPassword ? "currentPassword" : "password2");
  return (
    <AccountPage
      isBelowAccount
      title={hasPassword ? m.change_password() : m.set_password()}
      operatorName={useSite().operator.name}
      text={m.change_password_text()}
    >
      <AccountForm action="/account/password" problems={problems}>
        {/* Password managers look for it. */}
        <input type="hidden" name="email" value={email} autoComplete="username" />
        {hasPassword && (
          <PasswordField {...field("currentPassword")} label={m.current_password()} autoComplete="current-password" />
        )}
        <NewPasswordFields label={m.new_password()} field={field} />
        <SubmitButton label={m.save_password()} />
      </AccountForm>
    </AccountPage>
  );
}
