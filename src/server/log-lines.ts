import { destination, type DestinationStream, type Logger, pino } from "pino";

export type Level = "info" | "warn" | "silent";

/** Writes JSON lines to standard output. `base` is in every line. */
export const openLines = (
  level: Level,
  base: Record<string, unknown> | null,
  output: DestinationStream = standardOutput(),
): Logger =>
  pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );

function standardOutput(): DestinationStream {
  const output = destination({ dest: 1, sync: true });
  // A closed terminal or a full disk accepts no lines. The site must continue to serve.
  output.on("error", () => undefined);
  return output;
}
