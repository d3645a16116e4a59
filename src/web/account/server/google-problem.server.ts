import type { FormResult } from "#design/form/form-result.ts";
import { hasWords } from "#design/form/problem-words.ts";

/** Returns the address of the page with the Google button, with the reason why the visit to Google did not start. */
export function pageWithProblem(page: string, { problem, waitSeconds }: FormResult): string {
  const seconds = waitSeconds === undefined ? {} : { seconds: String(waitSeconds) };
  return `${page}?${new URLSearchParams({ problem: problem ?? "", ...seconds }).toString()}`;
}

/** Reads from the address why Google led back to this page. Null if the address contains no problem. */
export function googleProblemIn(request: Request) {
  const { searchParams } = new URL(request.url);
  const problem = searchParams.get("problem") ?? "";
  if (!mayLeadBack.test(problem) || !hasWords(problem)) return null;
  const seconds = searchParams.get("seconds") ?? "";
  const isWait = problem === "too-many-requests" && /^[1-9]\d{0,3}$/.test(seconds);
  return { problem, ...(isWait && { waitSeconds: Number(seconds) }) };
}

/** The allowed problems. A forged link cannot make the page show any other message. */
const mayLeadBack = /^(google-.+|too-many-requests|suspended|unconfirmed|invitation-needed|sign-in-ended)$/;
