import { PortalError } from "#core/errors.ts";

/** At most so many tries in so many seconds, for one key. */
export type LimitRule = {
  /** What is counted, as in "sign-in by address". */
  name: string;
  atMost: number;
  withinSeconds: number;
};

export type Attempt = { rule: LimitRule; key: string };

export type Verdict = { allowed: true } | { allowed: false; waitSeconds: number };

/** Rate limits that all processes share. Tries are in the database before the answer. */
export type Limits = {
  /** Counts one try for each, all at once. Refused tries count, too; the window still ends when it ends. */
  attempt: (attempts: readonly Attempt[]) => Promise<Verdict>;
  /** Takes back one try that was counted before it was known whether it is one. */
  takeBack: (attempt: Attempt) => Promise<void>;
  /** Forgets the tries of this key, after a success. */
  forget: (attempt: Attempt) => Promise<void>;
};

/** Counts these tries, and fails where there were too many. */
export async function countTries(limits: Limits, attempts: readonly Attempt[]): Promise<void> {
  const verdict = await limits.attempt(attempts);
  if (!verdict.allowed) throw new PortalError("too-many-requests", { waitSeconds: verdict.waitSeconds });
}
