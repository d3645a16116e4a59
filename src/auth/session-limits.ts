import { longestSessionMs } from "#core/accounts/mailed-links.ts";
import { minuteMs } from "#core/durations.ts";

export const sessionLimits = {
  /** A session ends if it is not used for this long. */
  idleMs: 30 * minuteMs,
  /** A session ends after this time, no matter how much it is used. */
  absoluteMs: longestSessionMs,
  /** Use is written at most this often, so that requests do not wait for the one writer. */
  noteEveryMs: minuteMs,
  /** A sign-in or a proof of the second factor counts as recent for this long. */
  freshMs: 15 * minuteMs,
  /** A password that began the session is not asked for again for this long where a required second factor is set up. */
  passwordMs: 5 * minuteMs,
  apiTokenMs: 15 * minuteMs,
} as const;
