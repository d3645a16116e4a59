import type { Refused } from "#core/staff/accounts.ts";

/** Why a form did not do what it was sent for. The last two are our own failures. */
export type FormProblem = Refused | { ok: false; problem: "unavailable" | "internal" };

/** What was typed, without secrets, and what is wrong with it. */
export type FormState = { typed: Readonly<Record<string, string>>; refused: FormProblem | null };

export const untouched: FormState = { typed: {}, refused: null };

/** What the page shows: a form for this token, or "" where the link has ended. */
export function tokenOf({ typed, refused }: FormState, given: string): string {
  return refused?.problem === "link-ended" ? "" : (typed["token"] ?? given);
}
