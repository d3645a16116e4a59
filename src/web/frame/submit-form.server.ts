import { data } from "react-router";
import { isPortalError } from "#core/errors.ts";
import type { AccountProblem, AccountRefusal } from "#core/accounts/accounts.ts";
import { writtenMoney } from "#i18n/written.ts";
import type { FormResult, FormValues } from "#design/form/form-result.ts";
import type { FormProblem } from "#design/form/problem-words.ts";
import { redirectToProof } from "./redirect-with-reload.server.ts";
import { withoutSecrets } from "./read-form.server.ts";
import type { Visit } from "./visit.server.ts";

type SubmittingVisit = Pick<Visit, "report" | "answerHeaders"> & { portal: Pick<Visit["portal"], "now"> };

type Submission = {
  values: FormValues;
  /** The page of the form. The user returns here after showing the second factor again. */
  here?: string;
  /** The response if the thing that the form changes no longer exists. */
  gone?: Response | undefined;
};

/** Runs the action of a form. After an error, or if `work` returns a refusal, returns the form with its problems. */
export async function submitForm<Done>(
  visit: SubmittingVisit,
  submission: Submission,
  work: () => Promise<Done | AccountRefusal>,
) {
  try {
    const done = await work();
    if (!isRefused(done)) return done;
    if (done.problem === "prove-again" && submission.here) return redirectToProof(submission.here);
    return formAgain(visit, submission.values, refusalOf(visit, done));
  } catch (error) {
    const id = isPortalError(error) ? error.id : null;
    if (id === "prove-again" && submission.here) return redirectToProof(submission.here);
    const refusal = failureOf(visit, error);
    return id === "not-found" && submission.gone ? submission.gone : formAgain(visit, submission.values, refusal);
  }
}

/** A form result without its values, with the response's status. For forms with more than text fields. */
export type Refusal = Omit<FormResult, "values" | "at"> & { problem: FormProblem; status: number };

/** Translates an error into problems of a form. Reports every error except invalid input. */
export function failureOf({ report, answerHeaders }: Omit<SubmittingVisit, "portal">, error: unknown): Refusal {
  const known = isPortalError(error) ? error : null;
  if (known?.id !== "invalid") report(error);
  const { id: problem = "internal", status = 500, fields = {}, left, waitSeconds } = known ?? {};
  if (waitSeconds !== undefined) answerHeaders.set("Retry-After", String(waitSeconds));
  return {
    problem,
    status,
    fields,
    ...(left && { left: left.amount > 0 ? writtenMoney(left.amount, left.currency) : null }),
    ...(waitSeconds !== undefined && { waitSeconds }),
  };
}

function formAgain({ portal }: SubmittingVisit, values: FormValues, { status, ...refusal }: Refusal) {
  return data<FormResult>({ ...refusal, values: withoutSecrets(values), at: portal.now() }, status);
}

/** Returns a form result without problems: for a form begun on another page, or shown in another language. */
export const unsubmittedForm = ({ portal }: Pick<SubmittingVisit, "portal">, values: FormValues): FormResult => ({
  values: withoutSecrets(values),
  problem: null,
  fields: {},
  at: portal.now(),
});

/** Also checks `problem`, because a Response has a property `ok` too. */
const isRefused = (done: unknown): done is AccountRefusal =>
  typeof done === "object" && done !== null && "ok" in done && !done.ok && "problem" in done;

const statuses: Partial<Record<AccountProblem, number>> = { "link-ended": 404, wait: 429, busy: 503 };

function refusalOf({ answerHeaders }: SubmittingVisit, refused: AccountRefusal): Refusal {
  if (refused.problem === "fields") return { problem: "invalid", fields: refused.fields, status: 400 };
  const { problem, waitSeconds } = refused;
  if (waitSeconds !== undefined) answerHeaders.set("Retry-After", String(waitSeconds));
  const status = statuses[problem] ?? 403;
  return { problem, fields: {}, status, ...(waitSeconds !== undefined && { waitSeconds }) };
}
