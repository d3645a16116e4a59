import type { AccountProblem, Refused } from "#core/staff/accounts.ts";
import type { FormProblem } from "../form/form-state.ts";

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

type GoogleProblem = Exclude<Refused, { problem: "fields" }>;

/** The page of sign-in, told why the visit to Google did not begin. */
export function loginWith(refused: FormProblem): string {
  const seconds = "waitSeconds" in refused ? { seconds: String(refused.waitSeconds) } : {};
  return `/login?${new URLSearchParams({ problem: refused.problem, ...seconds }).toString()}`;
}

/** Why a visit to Google led back here, as the address says. */
export function googleProblemIn(request: Request): GoogleProblem | null {
  const { searchParams } = new URL(request.url);
  const problem = problems.find((known) => known === searchParams.get("problem"));
  if (!problem) return null;
  const seconds = searchParams.get("seconds") ?? "";
  return problem === "wait" && /^[1-9]\d{0,3}$/.test(seconds)
    ? { ok: false, problem, waitSeconds: Number(seconds) }
    : { ok: false, problem };
}
