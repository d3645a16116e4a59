import { PortalError } from "#core/errors.ts";

/** Allows at most `atMost` attempts within `withinSeconds` for one key. */
export type LimitRule = {
  /** The name of what is counted, such as "sign-in by address". */
  name: string;
  atMost: number;
  withinSeconds: number;
};

export type Attempt = { rule: LimitRule; key: string };

export type Verdict = { allowed: true } | { allowed: false; waitSeconds: number };

/** Rate limits that all processes share. Attempts are written to the database before the response is sent. */
export type Limits = {
  /** Counts one attempt for each entry, all at once. Refused attempts count as well, but do not extend the window. */
  attempt: (attempts: readonly Attempt[]) => Promise<Verdict>;
  /** Counts like `attempt`. Returns how many attempts each of them has now, in the order given. */
  count: (attempts: readonly Attempt[]) => Promise<number[]>;
  /** The same numbers without counting: reads only. */
  counted: (attempts: readonly Attempt[]) => Promise<number[]>;
  /** Takes back one attempt that was counted before it was known whether it counts. */
  takeBack: (attempt: Attempt) => Promise<void>;
  /** Deletes the attempts of this key, after a success. */
  forget: (attempt: Attempt) => Promise<void>;
};

/** Counts these attempts. Throws "too-many-requests" if there were too many. */
export async function countTries(limits: Limits, attempts: readonly Attempt[]): Promise<void> {
  throwIfRefused(await limits.attempt(attempts));
}

export function throwIfRefused(verdict: Verdict): void {
  if (!verdict.allowed) throw new PortalError("too-many-requests", { waitSeconds: verdict.waitSeconds });
}

/**
 * Counts one attempt for all clients together. Beyond the limit, each client that has made none has one, and there are as
 * many of these again in all.
 */
export async function attemptInAll(limits: Limits, rule: LimitRule, client: string): Promise<Verdict> {
  const first = { ...rule, name: `${rule.name}, first of client`, atMost: 1 };
  const reserve = { ...rule, name: `${rule.name}, in reserve` };
  const { allowed: isFirst } = await limits.attempt([{ rule: first, key: client }]);
  const verdict = await limits.attempt([{ rule, key: "" }]);
  return verdict.allowed || !isFirst ? verdict : limits.attempt([{ rule: reserve, key: "" }]);
}
