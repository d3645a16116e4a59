import type { RouterContextProvider } from "react-router";
import { type Caller, fewCodes, type SignInStep, type StepDone } from "#core/accounts/accounts.ts";
import type { FormValues } from "#design/form/form-result.ts";
import type { FlashMessageId } from "../../frame/flash/flash-messages.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { type Visit, visitContext } from "../../frame/visit.server.ts";
import { withReturnAddress } from "../../frame/return-address.ts";
import { pages } from "../../pages.ts";

export type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> };

export async function readStep({ request, context }: RouteArgs) {
  const visit = context.get(visitContext);
  return { visit, accounts: visit.portal.accounts, form: await readForm(request) };
}

type Step<More> = (caller: Caller, form: FormValues) => Promise<StepDone<More>>;

/** Runs an account step. Returns the response that `next` makes, or the form again with its problems. */
export const takeStep = <More>(
  visit: Visit,
  form: FormValues,
  step: Step<More>,
  next: (done: StepDone<More>) => Response,
) => submitForm(visit, { values: form, here: visit.page }, async () => next(await step(visit.caller, form)));

/** Makes the `next` of `takeStep`: a redirect with the step's cookies and an optional flash message. */
export const redirectAfterStep =
  (path: string, flash?: FlashMessageId) =>
  ({ cookies }: StepDone): Response =>
    redirectWithReload(path, { cookies, ...(flash && { flash }) });

/** Redirects to the second factor if it is needed, otherwise to `from`, or to the dashboard if `from` is empty. */
export const afterSignInStep = ({ next, cookies, codesLeft }: StepDone<SignInStep>, from = ""): Response =>
  next === "second-factor"
    ? redirectWithReload(withReturnAddress(pages.secondFactor.path, from), { cookies })
    : redirectWithReload(unlessCodesAreFew(codesLeft, from || pages.dashboard.path), { cookies, flash: "signed-in" });

/** Returns `to`, or the page that makes new recovery codes after one of the last was used. That page leads on to `to`. */
export const unlessCodesAreFew = (codesLeft: number | undefined, to: string): string =>
  codesLeft !== undefined && codesLeft < fewCodes ? withReturnAddress(pages.secondStep.path, to) : to;

type Credentials = Record<"email" | "password", string | undefined>;

type NewVisit = Pick<Visit, "portal" | "caller" | "report" | "answerHeaders">;

/** Signs in to the account that was just created by a link. If that fails, redirects to the sign-in page. */
export async function signInNewAccount(
  visit: NewVisit,
  credentials: Credentials,
  to: string = pages.account.path,
): Promise<Response> {
  const { accounts } = visit.portal;
  const outcome = await submitForm(visit, { values: {} }, () => accounts.signInByLink(visit.caller, credentials));
  return "next" in outcome
    ? afterSignInStep(outcome, to)
    : redirectWithReload(pages.login.path, { flash: "registered" });
}
