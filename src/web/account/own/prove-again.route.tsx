import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";
import { SecondStepForms } from "./second-step-forms.tsx";
import { formBegun, submitForm } from "../../frame/submit-form.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../server/known-visitor.server.ts";
import { returnAddress, returnAddressOf } from "../server/return-address.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/prove-again.route.ts";
import { Button } from "#design/form/button.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { hasTotp, passkeys } = (await knownVisitor(context.get(visitContext))).person;
  return { from: returnAddressOf(request), has: { app: hasTotp, passkey: passkeys > 0 } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const from = returnAddress(form["from"]);
  if (form["code"] === undefined) return formBegun(visit, { from });
  return submitForm(visit, { values: form }, async () => {
    const outcome = await visit.portal.accounts.proveAgain(visit.caller, form);
    return outcome.ok ? redirectWithReload(from || "/account", outcome) : outcome;
  });
}

export default function ProveAgain({ loaderData, actionData }: Route.ComponentProps) {
  const from = returnAddress(actionData?.values["from"]) || loaderData.from;
  const { has } = loaderData;
  const hasSecondStep = has.app || has.passkey;
  return (
    <AccountPage
      title={m.prove_again_title()}
      operatorName={useSite().operator.name}
      text={hasSecondStep ? m.prove_again_text() : m.sign_in_again_text()}
    >
      {hasSecondStep ? (
        <SecondStepForms action="/prove-again" from={from} sent={actionData} has={has} does="prove" />
      ) : (
        <SignInAgain from={from} />
      )}
    </AccountPage>
  );
}

/** For who has no second step to show: out, and in again. */
const SignInAgain = ({ from }: { from: string }) => (
  <form method="post" action="/sign-out">
    <input type="hidden" name="from" value={from} />
    <Button>{m.sign_in_again()}</Button>
  </form>
);
