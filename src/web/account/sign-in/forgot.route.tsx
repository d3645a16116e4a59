import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { AccountForm, shownAccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";
import { EmailField } from "../form/person-fields.tsx";
import { readStep, takeStep, redirectAfterStep } from "../server/account-step.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/forgot.route.ts";

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  return takeStep(visit, form, accounts.askForReset, redirectAfterStep(pages.forgotSent.path));
}

export default function Forgot({ actionData }: Route.ComponentProps) {
  const { problems, field } = shownAccountForm(actionData, ["email"]);
  return (
    <AccountPage title={m.forgotten_title()} text={m.forgotten_text()}>
      <AccountForm action={pages.forgot.path} problems={problems}>
        <EmailField {...field("email")} />
        <Button>{m.send_link()}</Button>
      </AccountForm>
    </AccountPage>
  );
}
