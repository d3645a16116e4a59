import type { AccountProblem } from "#core/staff/accounts.ts";
import type { FormResult } from "#design/form/form-result.ts";

const problems = [
  "wait",
  "suspended",
  "unconfirmed",
  "invitation-needed",
  "google-denied",
  "google-failed",
  "google-unverified",
  "google-not-linked",
  "google-wrong-key",
  "google-wrong-site",
  "google-organisation",
] as const satisfies AccountProblem[];

/** The page of sign-in, with why the visit to Google did not begin. */
export function loginWith({ problem, waitSeconds }: FormResult): string {
  const seconds = waitSeconds === undefined ? {} : { seconds: String(waitSeconds) };
  return `/login?${new URLSearchParams({ problem: problem ?? "", ...seconds }).toString()}`;
}

/** Why a visit to Google led back here, as the address says. */
export function googleProblemIn(request: Request) {
  const { searchParams } = new URL(request.url);
  const problem = problems.find((known) => known === searchParams.get("problem"));
  if (!problem) return null;
  const seconds = searchParams.get("seconds") ?? "";
  const isWait = problem === "wait" && /^[1-9]\d{0,3}$/.test(seconds);
  return { problem, ...(isWait && { waitSeconds: Number(seconds) }) };
}
