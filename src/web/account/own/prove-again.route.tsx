import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";
import { untouched } from "../form/form-state.ts";
import { SignInAgain } from "../form/sign-in-again.tsx";
import { SecondStepForms } from "./second-step-forms.tsx";
import { attempt } from "../server/attempt.server.ts";
import { callerOf, formAgain } from "../server/forms.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../server/known-visitor.server.ts";
import { returnAddress, returnAddressOf } from "../server/return-address.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/prove-again.route.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { hasTotp, passkeys } = (await knownVisitor(context.get(visitContext))).person;
  return { from: returnAddressOf(request), has: { app: hasTotp, passkey: passkeys > 0 } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const from = returnAddress(form["from"]);
  if (form["code"] === undefined) return { ...untouched, typed: { from } };
  const outcome = await attempt(visit, () => visit.portal.accounts.proveAgain(callerOf(request, visit), form));
  return outcome.ok ? redirectWithReload(from || "/account", outcome) : formAgain(form, outcome);
}

export default function ProveAgain({ loaderData, actionData = untouched }: Route.ComponentProps) {
  const from = returnAddress(actionData.typed["from"]) || loaderData.from;
  const { has } = loaderData;
  const hasSecondStep = has.app || has.passkey;
  return (
    <AccountPage
      title={m.prove_again_title()}
      operatorName={useSite().operator.name}
      text={hasSecondStep ? m.prove_again_text() : m.sign_in_again_text()}
    >
      {hasSecondStep ? (
        <SecondStepForms action="/prove-again" from={from} state={actionData} has={has} does="prove" />
      ) : (
        <SignInAgain from={from} />
      )}
    </AccountPage>
  );
}
