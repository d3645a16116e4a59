import { data } from "react-router";
import { type ErrorId, isPortalError } from "#core/errors.ts";
import { writtenMoney } from "#i18n/written.ts";
import type { FormResult, FormValues } from "#design/form/form-result.ts";
import { noteFormOfGone } from "./form-of-gone.server.ts";
import { redirectToHeld } from "./redirect-in-app.server.ts";
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

/** Runs the action of a form. After an error, returns the form with its problems. */
export async function submitForm<Done>(visit: SubmittingVisit, submission: Submission, work: () => Promise<Done>) {
  try {
    return await work();
  } catch (error) {
    const id = isPortalError(error) ? error.id : null;
    if (id === "prove-again" && submission.here) return redirectToProof(submission.here);
    if (isPortalError(error) && error.until !== undefined && submission.here)
      return redirectToHeld(submission.here, error.until);
    const refusal = failureOf(visit, error);
    if (id !== "not-found") return formAgain(visit, submission.values, refusal);
    if (submission.gone) return submission.gone;
    noteFormOfGone(visit, withoutSecrets(submission.values));
    return formAgain(visit, submission.values, refusal);
  }
}

/** A form result without its values, with the response's status. For forms with more than text fields. */
export type Refusal = Omit<FormResult, "values" | "at"> & { problem: ErrorId; status: number };

/** Translates an error into problems of a form. Reports every error except invalid input. */
export function failureOf({ report, answerHeaders }: Omit<SubmittingVisit, "portal">, error: unknown): Refusal {
  const known = isPortalError(error) ? error : null;
  if (known?.id !== "invalid") report(error);
  const {
    id: problem = "internal",
    status = 500,
    fields = {},
    left,
    waitSeconds,
    challenge,
    waitTicket,
    detail,
  } = known ?? {};
  if (waitSeconds !== undefined) answerHeaders.set("Retry-After", String(waitSeconds));
  return {
    problem,
    status,
    fields,
    ...(left && { left: left.amount > 0 ? writtenMoney(left.amount, left.currency) : null }),
    ...(waitSeconds !== undefined && { waitSeconds }),
    ...(challenge !== undefined && { challenge }),
    ...(waitTicket !== undefined && { waitTicket }),
    ...(detail !== undefined && { detail }),
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
