/** So many in so long, for one key. */
export type LimitRule = {
  /** Names what is counted, as in "sign-in by address". */
  name: string;
  atMost: number;
  withinSeconds: number;
};

export type Attempt = { rule: LimitRule; key: string };

export type Verdict = { allowed: true } | { allowed: false; waitSeconds: number };

/** Counters that all processes share, strict: what is counted here is in the database before the answer. */
export type Limits = {
  /** Counts one try against each, all at once. Refused tries count too, but never lengthen the wait without end. */
  attempt: (attempts: readonly Attempt[]) => Promise<Verdict>;
  /** After a success: the tries of this key are forgotten. */
  forget: (attempt: Attempt) => Promise<void>;
  /** The site as a whole is under attack: how long to hold every try back, in milliseconds. Slows, never refuses. */
  brake: (attempt: Attempt) => Promise<number>;
};
