import { hourMs, minuteMs } from "../durations.ts";

/** `lastsMs`: how long it must last until it is told. `command`: what the person who runs the site runs first. */
type LogFaultFacts = { lastsMs: number; isWrong: boolean; command: string };

/** What can be wrong with the public log, the worst first. */
export const logFaults = {
  /** The log is not signed any more, because it is not what it was. */
  damaged: { lastsMs: 0, isWrong: true, command: "attestry verify" },
  /** A row of the database is not what the public log says. */
  differs: { lastsMs: 0, isWrong: true, command: "attestry verify" },
  /** Somebody put an older database back. Only the command ends this fault. */
  older: { lastsMs: 0, isWrong: true, command: "attestry verify --repair" },
  /** These witnesses know another tree. */
  split: { lastsMs: 0, isWrong: true, command: "attestry log verify" },
  /** Too few witnesses have signed the newest checkpoint. */
  unwitnessed: { lastsMs: hourMs, isWrong: true, command: "attestry doctor" },
  /** These witnesses answer that they do not know the log. */
  unknown: { lastsMs: 5 * minuteMs, isWrong: false, command: "attestry doctor" },
  /** These witnesses do not sign, for another reason. */
  silent: { lastsMs: hourMs, isWrong: false, command: "attestry doctor" },
} as const satisfies Record<string, LogFaultFacts>;

export type LogFaultKind = keyof typeof logFaults;
