import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";
import { type FormState, untouched } from "../form/form-state.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpBegin, TotpManage } from "./totp-forms.tsx";
import { TotpScan } from "./totp-scan.tsx";
import { callerOf, formAgain } from "../server/forms.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload, withCookies } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../server/known-visitor.server.ts";
import { proveAgainFor } from "../server/prove-again-for.server.ts";
import { changeSecondStep } from "../server/second-step.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/second-step.route.ts";

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
  if (!shown) return redirectWithReload(page, { cookies, notice: "saved" });
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
