import type { AccountProblem, Refused } from "#core/staff/accounts.ts";

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
] as const satisfies AccountProblem[];

type GoogleProblem = Exclude<Refused, { problem: "fields" }>;

/** Why a visit to Google led back here, as the address says. */
export function googleProblemIn(request: Request): GoogleProblem | null {
  const given = new URL(request.url).searchParams.get("problem");
  const problem = problems.find((known) => known === given);
  return problem ? { ok: false, problem } : null;
}
