const minute = 60_000;

export const sessionLimits = {
  /** A session ends if it is not used for this long. */
  idleMs: 30 * minute,
  /** A session ends after this time, no matter how much it is used. */
  absoluteMs: 12 * 60 * minute,
  /** Use is written at most this often, so that requests do not wait for the one writer. */
  noteEveryMs: minute,
  /** A sign-in or a proof of the second factor counts as recent for this long. */
  freshMs: 15 * minute,
  apiTokenMs: 15 * minute,
} as const;
