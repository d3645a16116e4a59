import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";
import { untouched } from "../form/form-state.ts";
import { EmailField } from "../form/person-fields.tsx";
import { shownForm } from "../form/problem-words.ts";
import { Button } from "#design/form/button.tsx";
import { attempt } from "../server/attempt.server.ts";
import { callerOf, formAgain } from "../server/forms.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/forgot.route.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const outcome = await attempt(visit, () => visit.portal.accounts.askForReset(callerOf(request, visit), form));
  return outcome.ok ? redirectWithReload("/forgot/sent", outcome) : formAgain(form, outcome);
}

export default function Forgot({ actionData = untouched }: Route.ComponentProps) {
  const { problems, field } = shownForm(actionData, ["email"], "email");
  return (
    <AccountPage title={m.forgotten_title()} operatorName={useSite().operator.name} text={m.forgotten_text()}>
      <AccountForm action="/forgot" problems={problems}>
        <EmailField {...field("email")} />
        <Button>{m.send_link()}</Button>
      </AccountForm>
    </AccountPage>
  );
}
