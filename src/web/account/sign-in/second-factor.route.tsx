import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";
import { SecondStepForms } from "../own/second-step-forms.tsx";
import { formBegun, submitForm } from "../../frame/submit-form.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { comeFromGoogle } from "../server/private-pages.server.ts";
import { returnAddress, returnAddressOf } from "../server/return-address.ts";
import { afterSignInStep } from "../server/sign-in-step.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/second-factor.route.ts";

export const middleware: Route.MiddlewareFunction[] = [comeFromGoogle];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const passkey = await orErrorPage(visit, () => visit.portal.accounts.mayShowPasskey(visit.caller));
  return { from: returnAddressOf(request), passkey };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const from = returnAddress(form["from"]);
  if (form["code"] === undefined) return formBegun(visit, { from });
  return submitForm(visit, { values: form }, async () => {
    const outcome = await visit.portal.accounts.proveSecondFactor(visit.caller, form);
    return outcome.ok ? afterSignInStep(outcome, from) : outcome;
  });
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage title={m.second_factor_title()} operatorName={useSite().operator.name} text={m.second_factor_text()}>
      <SecondStepForms
        action="/second-factor"
        from={returnAddress(actionData?.values["from"]) || loaderData.from}
        sent={actionData}
        has={{ app: true, passkey: loaderData.passkey }}
      />
    </AccountPage>
  );
}
