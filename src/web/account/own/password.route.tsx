import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";
import { PasswordField, NewPasswordFields } from "../form/person-fields.tsx";
import { shownAccountForm } from "../form/shown-account-form.ts";
import { Button } from "#design/form/button.tsx";
import { submitForm } from "../../frame/submit-form.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../server/known-visitor.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/password.route.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { hasPassword, email } = (await knownVisitor(context.get(visitContext))).person;
  return { hasPassword, email };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  return submitForm(visit, { values: form, here: "/account/password" }, async () => {
    const outcome = await visit.portal.accounts.changePassword(visit.caller, form);
    return outcome.ok ? redirectWithReload("/account", { cookies: outcome.cookies, notice: "saved" }) : outcome;
  });
}

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  const { hasPassword, email } = loaderData;
  const fields = [...(hasPassword ? ["currentPassword"] : []), "password", "password2"];
  const { problems, field } = shownAccountForm(actionData, fields, hasPassword ? "currentPassword" : "password2");
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
        <Button>{m.save_password()}</Button>
      </AccountForm>
    </AccountPage>
  );
}
