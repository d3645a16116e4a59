import { errorAnswer } from "#api/http/answers.ts";
import { codeOf } from "#core/errors.ts";
import { destination, type Logger, pino } from "pino";

export type Log = Logger;

/** JSON lines on standard output. Entries name routes and error ids, never what people typed: no number, name, address or token. */
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

/** Logs failures of the server. Mistakes of a visitor or a clerk are only answered. */
export function reportTo(log: Log, error: unknown): void {
  if (isAbortedRequest(error)) return;
  const { body, report } = errorAnswer(error);
  if (report) log.error({ error: body.error.id, ...causeOf(error) }, "request failed");
}

/** Node's error for a request whose connection ended: nobody is left to answer. */
const isAbortedRequest = (error: unknown) =>
  error instanceof Error && error.message === "aborted" && codeOf(error) === "ECONNRESET";

/** Where it happened. Messages of foreign errors may quote what was typed, so they are not logged. */
function causeOf(error: unknown): { cause?: string; at?: string } {
  const innermost = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(innermost instanceof Error)) return {};
  const at = innermost.stack?.split("\n").filter((line) => line.trim().startsWith("at ")) ?? [];
  const code = "code" in innermost ? ` ${String(innermost.code)}` : "";
  return { cause: `${innermost.name}${code}`, at: at.slice(0, 4).join(" ").replaceAll(/\s+/g, " ") };
}
