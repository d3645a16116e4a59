import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "#ui/account/account-page.tsx";
import { untouched } from "#ui/account/form-state.ts";
import { SecondStepForms } from "#ui/account/second-step-forms.tsx";
import { attempt } from "../../accounts/attempt.ts";
import { callerOf, formAgain, readForm } from "../../accounts/forms.ts";
import { comeFromGoogle } from "../../accounts/private-pages.ts";
import { returnAddress, returnAddressOf } from "../../accounts/return-address.ts";
import { afterSignInStep } from "../../accounts/sign-in-step.ts";
import { needed } from "../../needed.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/second-factor.ts";

export const middleware: Route.MiddlewareFunction[] = [comeFromGoogle];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const passkey = await needed(visit, () => visit.portal.accounts.mayShowPasskey(callerOf(request, visit)));
  return { from: returnAddressOf(request), passkey };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const from = returnAddress(form["from"]);
  if (form["code"] === undefined) return { ...untouched, typed: { from } };
  const outcome = await attempt(visit, () => visit.portal.accounts.proveSecondFactor(callerOf(request, visit), form));
  return outcome.ok ? afterSignInStep(outcome, from) : formAgain(form, outcome);
}

export default function SecondFactor({ loaderData, actionData = untouched }: Route.ComponentProps) {
  return (
    <AccountPage title={m.second_factor_title()} operatorName={useSite().operator.name} text={m.second_factor_text()}>
      <SecondStepForms
        action="/second-factor"
        from={returnAddress(actionData.typed["from"]) || loaderData.from}
        state={actionData}
        has={{ app: true, passkey: loaderData.passkey }}
      />
    </AccountPage>
  );
}
