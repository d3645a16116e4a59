import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { AccountForm, shownAccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";
import { NewPasswordFields, PasswordField } from "../form/person-fields.tsx";
import { readStep, takeStep, redirectAfterStep } from "../server/account-step.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/password.route.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { hasPassword, email } = (await signedInVisit(context)).person;
  return { hasPassword, email };
}

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  return takeStep(visit, form, accounts.changePassword, redirectAfterStep(pages.account.path, "saved"));
}

export default function Password({ loaderData: { hasPassword, email }, actionData }: Route.ComponentProps) {
  const fields = [...(hasPassword ? ["currentPassword"] : []), "password", "password2"];
  const elsewhere = hasPassword ? "currentPassword" : "password2";
  const { problems, field } = shownAccountForm(actionData, fields, { elsewhere });
  return (
    <AccountPage
      isBelowAccount
      title={hasPassword ? m.change_password() : m.set_password()}
      text={m.change_password_text()}
    >
      <AccountForm action={pages.password.path} problems={problems}>
        {/* Password managers look for the user name in the form. */}
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
