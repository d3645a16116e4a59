import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "#ui/account/account-form.tsx";
import { AccountPage } from "#ui/account/account-page.tsx";
import { untouched } from "#ui/account/form-state.ts";
import { EmailField } from "#ui/account/person-fields.tsx";
import { shownForm } from "#ui/account/problem-words.ts";
import { SubmitButton } from "#ui/account/submit-button.tsx";
import { attempt } from "../../accounts/attempt.ts";
import { callerOf, formAgain, readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/forgot.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const outcome = await attempt(visit, () => visit.portal.accounts.askForReset(callerOf(request, visit), form));
  return outcome.ok ? goTo("/forgot/sent", outcome) : formAgain(form, outcome);
}

export default function Forgot({ actionData = untouched }: Route.ComponentProps) {
  const { problems, field } = shownForm(actionData, ["email"], "email");
  return (
    <AccountPage title={m.forgotten_title()} operatorName={useSite().operator.name} text={m.forgotten_text()}>
      <AccountForm action="/forgot" problems={problems}>
        <EmailField {...field("email")} />
        <SubmitButton label={m.send_link()} />
      </AccountForm>
    </AccountPage>
  );
}
