import { hourMs } from "../durations.ts";

/** What can be wrong with the public log, the worst first: how long it must last until it is told. */
export const logFaults = {
  /** The log is not signed any more, because it is not what it was. */
  damaged: 0,
  /** A row of the database is not what the public log says. */
  differs: 0,
  /** These witnesses know another tree. */
  split: 0,
  /** Too few witnesses have signed the newest checkpoint. */
  unwitnessed: hourMs,
  /** These witnesses answer that they do not know the log. */
  unknown: 0,
  /** These witnesses do not sign, for another reason. */
  silent: hourMs,
} as const;

export type LogFaultKind = keyof typeof logFaults;
