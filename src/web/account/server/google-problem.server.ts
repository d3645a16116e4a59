import type { FormResult } from "#design/form/form-result.ts";
import { isFormProblem } from "#design/form/problem-words.ts";

/** The page on which a visit to Google was asked for, with why it did not begin. */
export function pageWithProblem(page: string, { problem, waitSeconds }: FormResult): string {
  const seconds = waitSeconds === undefined ? {} : { seconds: String(waitSeconds) };
  return `${page}?${new URLSearchParams({ problem: problem ?? "", ...seconds }).toString()}`;
}

/** Why a visit to Google led back here, as the address says. */
export function googleProblemIn(request: Request) {
  const { searchParams } = new URL(request.url);
  const problem = searchParams.get("problem") ?? "";
  if (!mayLeadBack.test(problem) || !isFormProblem(problem)) return null;
  const seconds = searchParams.get("seconds") ?? "";
  const isWait = problem === "wait" && /^[1-9]\d{0,3}$/.test(seconds);
  return { problem, ...(isWait && { waitSeconds: Number(seconds) }) };
}

/** Nobody makes the page say anything else by a link to it. */
const mayLeadBack = /^(google-.+|wait|suspended|unconfirmed|invitation-needed|sign-in-ended)$/;
