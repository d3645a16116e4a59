import { errorAnswer } from "#api/http/answers.ts";
import { codeOf, failureName } from "#core/errors.ts";
import { LogBroken } from "#operations/log/log-fault.ts";
import { watchQueries } from "#storage/database/query-times.ts";
import { destination, type Logger, pino } from "pino";
import { currentRequestId } from "./request-id.ts";

export type Log = Logger;

/**
 * Writes JSON lines to standard output. Entries contain routes and error ids, never user input: no number, name,
 * address or token.
 */
export function openLog(level: "info" | "warn"): Log {
  const output = destination({ dest: 1, sync: true });
  // A closed terminal or a full disk accepts no lines. The site must continue to serve.
  output.on("error", () => undefined);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );
}

/** Logs failures of the server. Mistakes of a visitor or a clerk are answered, but not logged. */
export function logFailure(log: Log, error: unknown): void {
  if (isAbortedRequest(error)) return;
  const { body, report } = errorAnswer(error);
  // Its message is ours, and names only the origin of the log and its witnesses.
  const said = error instanceof LogBroken ? error.message : "request failed";
  if (report) log.error({ error: body.error.id, request: currentRequestId(), ...causeOf(error) }, said);
}

/** Logs and counts every database query that takes at least `limitMs`. */
export function logSlowQueries(log: Log, limitMs: number, count: () => void): Disposable {
  return watchQueries(({ text, ms }) => {
    if (ms < limitMs) return;
    count();
    log.warn({ ms: Math.round(ms), query: text, request: currentRequestId() }, "slow query");
  });
}

/** Node's error for a request whose connection has ended: nobody is left to answer. */
const isAbortedRequest = (error: unknown) =>
  error instanceof Error && error.message === "aborted" && codeOf(error) === "ECONNRESET";

/** The database row that failed, if an error in the chain of causes names it. */
function rowOf(error: unknown): { row?: string } {
  if (!(error instanceof Error)) return {};
  return "row" in error ? { row: String(error.row) } : rowOf(error.cause);
}

/**
 * Describes an error without its message, because messages of foreign errors may quote user input. It contains the
 * stack, and SQLite's code, PostgreSQL's SQLSTATE, or S3's error and request id.
 */
function causeOf(error: unknown): { cause?: string; requestId?: string; at?: string; row?: string } {
  const innermost = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(innermost instanceof Error)) return {};
  const at = innermost.stack?.split("\n").filter((line) => line.trim().startsWith("at ")) ?? [];
  const requestId = "requestId" in innermost && typeof innermost.requestId === "string" ? innermost.requestId : null;
  return {
    cause: failureName(error),
    ...(requestId !== null && { requestId }),
    at: at.slice(0, 4).join(" ").replaceAll(/\s+/g, " "),
    ...rowOf(error),
  };
}
