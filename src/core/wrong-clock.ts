import { dayMs } from "./durations.ts";

/** The largest difference that is accepted between the clocks of two processes. */
export const clockToleranceMs = 60_000;

/**
 * What people made to last for days (keys, cards, codes) holds although the clock was then set back by less than a day. It lasts
 * as much longer.
 */
export const setBackMs = dayMs;

/** True if something that has happened is dated later than now: the clock was ahead when it was stored. */
export const isFromFuture = (at: number, now: number): boolean => at > now + clockToleranceMs;

/**
 * True if a time has come that is set at most `longestMs` ahead: the end of a session, the next try of a mail. One that is later
 * was set while the clock was ahead, and has come, too. Otherwise it would last, or wait, until that time arrives.
 */
export const hasCome = (at: number, now: number, longestMs: number): boolean =>
  at <= now || isFromFuture(at, now + longestMs);
