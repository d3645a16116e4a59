import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "#ui/account/account-page.tsx";
import { type FormState, untouched } from "#ui/account/form-state.ts";
import { RecoveryCodes } from "#ui/account/recovery-codes.tsx";
import { TotpBegin, TotpManage } from "#ui/account/totp-forms.tsx";
import { TotpScan } from "#ui/account/totp-scan.tsx";
import { callerOf, formAgain, readForm } from "../../accounts/forms.ts";
import { goTo, withCookies } from "../../accounts/go-to.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { proveAgainFor } from "../../accounts/prove-again-for.ts";
import { changeSecondStep } from "../../accounts/second-step.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/second-step.ts";

const page = "/account/second-step";

export async function loader({ context }: Route.LoaderArgs) {
  const { email, hasTotp, hasPassword } = (await knownVisitor(context.get(visitContext))).person;
  return { email, hasTotp, hasPassword };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const outcome = await changeSecondStep(visit, callerOf(request, visit), form);
  if (!outcome.ok) return proveAgainFor(page, outcome) ?? formAgain(form, outcome);
  const { shown, cookies } = outcome;
  if (!shown) return goTo(page, { cookies, notice: "saved" });
  // Shown in the answer itself: what cannot be shown again is kept nowhere on the way.
  if ("recoveryCodes" in shown) return withCookies({ codes: shown.recoveryCodes }, cookies);
  return withCookies({ refused: null, typed: { step: "confirm", ...shown } }, cookies);
}

export default function SecondStep({ loaderData, actionData = untouched }: Route.ComponentProps) {
  const operatorName = useSite().operator.name;
  const { email, hasTotp, hasPassword } = loaderData;
  if ("codes" in actionData)
    return <RecoveryCodes operatorName={operatorName} email={email} codes={actionData.codes} />;
  const begun = begunIn(actionData);
  if (begun) return <TotpScan page={page} operatorName={operatorName} {...begun} state={actionData} />;
  const Forms = hasTotp ? TotpManage : TotpBegin;
  return (
    <AccountPage
      isBelowAccount
      title={hasTotp ? m.second_step() : m.totp_begin_title()}
      operatorName={operatorName}
      text={m.second_step_text()}
    >
      <Forms page={page} email={email} hasPassword={hasPassword} state={actionData} />
    </AccountPage>
  );
}

/** The secret comes back in the form, so that a mistyped code does not begin everything anew. */
function begunIn({ typed }: FormState): { uri: string; secret: string } | null {
  const { step, uri = "", secret = "" } = typed;
  const isOurs = uri.startsWith("otpauth://totp/") && uri.length < 1000;
  return step === "confirm" && isOurs ? { uri, secret } : null;
}
