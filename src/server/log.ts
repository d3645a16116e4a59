import { destination, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * JSON lines on standard output. What is logged names routes and error ids, never what visitors or staff typed: no
 * number, name, address of a person or token.
 */
export function openLog(level: "info" | "warn"): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination({ dest: 1, sync: true }),
  );
}
