const minute = 60_000;

export const sessionLimits = {
  /** A session that nobody uses ends. */
  idleMs: 30 * minute,
  /** A session ends, however much it is used. */
  absoluteMs: 12 * 60 * minute,
  /** Use is written this often at most, so that requests do not wait for the one writer. */
  noteEveryMs: minute,
  /** A sign-in or a proof of the second factor counts as fresh for this long. */
  freshMs: 15 * minute,
  apiTokenMs: 15 * minute,
} as const;
