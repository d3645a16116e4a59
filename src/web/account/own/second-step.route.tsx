import type { StepDone } from "#core/accounts/accounts.ts";
import { mayAddFirstCodes } from "#core/accounts/permissions.ts";
import { m } from "#i18n/compiled/messages.js";
import type { FormResult, FormValues } from "#design/form/form-result.ts";
import { redirectWithReload, withCookies } from "../../frame/redirect-with-reload.server.ts";
import { unsubmittedForm, submitForm } from "../../frame/submit-form.server.ts";
import type { Visit } from "../../frame/visit.server.ts";
import { AccountPage } from "../form/account-page.tsx";
import { readStep } from "../server/account-step.server.ts";
import { pages } from "../../pages.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { returnAddressOf } from "../../frame/return-address.ts";
import { RecoveryCodes, TotpBegin, TotpManage, TotpAdd } from "./totp-pages.tsx";
import type { Route } from "./+types/second-step.route.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { portal, actor, person } = await signedInVisit(context);
  const { email, hasCodes, hasPassword } = person;
  const isDemanded = actor.role !== person.role && !person.hasFactor;
  const hasTypedPassword = mayAddFirstCodes(actor, person);
  return {
    email,
    hasCodes,
    hasPassword: hasPassword && !hasTypedPassword,
    isDemanded,
    from: returnAddressOf(request),
    ...(await portal.accounts.codesOf(person)),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit, form } = await readStep(args);
  return submitForm(visit, { values: form, here: visit.page }, () => takeTotpStep(visit, form));
}

async function takeTotpStep(visit: Visit, form: FormValues) {
  const { caller, portal } = visit;
  const { beginTotp, confirmTotp, newRecoveryCodes, removeTotp } = portal.accounts;
  if (form["step"] === "confirm") return codesOf(await confirmTotp(caller, form), pages.dashboard.path);
  if (form["step"] === "codes") return codesOf(await newRecoveryCodes(caller, form), pages.secondStep.path);
  if (form["step"] === "remove") {
    const { cookies } = await removeTotp(caller, form);
    return redirectWithReload(visit.page, { cookies, flash: "saved" });
  }
  const { uri, secret, cookies } = await beginTotp(caller, form);
  return withCookies(unsubmittedForm(visit, { step: "confirm", uri, secret }), cookies);
}

/** Returns the recovery codes in the response to the POST, without a redirect, so that no cookie has to store them. */
const codesOf = ({ recoveryCodes, cookies }: StepDone<{ recoveryCodes: readonly string[] }>, next: string) =>
  withCookies({ codes: recoveryCodes, next }, cookies);

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasCodes, hasPassword, isDemanded, hasApp, left, from } = loaderData;
  if (actionData && "codes" in actionData) {
    return <RecoveryCodes email={email} codes={actionData.codes} next={actionData.next} />;
  }
  const begun = begunIn(actionData);
  if (begun) return <TotpAdd {...begun} sent={actionData} />;
  const form = { email, hasPassword, sent: actionData };
  return (
    <AccountPage isBelowAccount title={m.second_step()} text={m.second_step_text()}>
      {isDemanded && <p className="border-s-4 border-alarm ps-4">{m.second_step_demanded()}</p>}
      {hasCodes ? <TotpManage {...form} {...{ hasApp, left, from }} /> : <TotpBegin {...form} />}
    </AccountPage>
  );
}

/** Reads the TOTP secret from the submitted form, so that a mistyped code does not restart the setup. */
function begunIn(result: FormResult | undefined): { uri: string; secret: string } | null {
  const { step, uri = "", secret = "" } = result?.values ?? {};
  const isOurs = uri.startsWith("otpauth://totp/") && uri.length < 1000;
  return step === "confirm" && isOurs ? { uri, secret } : null;
}
