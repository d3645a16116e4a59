import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";
import { EmailField } from "../form/person-fields.tsx";
import { shownAccountForm } from "../form/shown-account-form.ts";
import { Button } from "#design/form/button.tsx";
import { submitForm } from "../../frame/submit-form.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/forgot.route.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  return submitForm(visit, { values: form }, async () => {
    const outcome = await visit.portal.accounts.askForReset(visit.caller, form);
    return outcome.ok ? redirectWithReload("/forgot/sent", outcome) : outcome;
  });
}

export default function Forgot({ actionData }: Route.ComponentProps) {
  const { problems, field } = shownAccountForm(actionData, ["email"], "email");
  return (
    <AccountPage title={m.forgotten_title()} operatorName={useSite().operator.name} text={m.forgotten_text()}>
      <AccountForm action="/forgot" problems={problems}>
        <EmailField {...field("email")} />
        <Button>{m.send_link()}</Button>
      </AccountForm>
    </AccountPage>
  );
}
