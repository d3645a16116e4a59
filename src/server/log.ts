import { errorAnswer } from "#api/http/answers.ts";
import { codeOf, failureName } from "#core/errors.ts";
import { watchQueries } from "#storage/database/query-times.ts";
import { destination, type Logger, pino } from "pino";
import { currentRequestId } from "./request-id.ts";

export type Log = Logger;

/** JSON lines on standard output. Entries name routes and error ids, never what people typed: no number, name, address or token. */
export function openLog(level: "info" | "warn"): Log {
  const output = destination({ dest: 1, sync: true });
  // A terminal that was closed, or a disk that is full, takes no lines: the site is served all the same.
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

/** Logs failures of the server. Mistakes of a visitor or a clerk are only answered. */
export function reportTo(log: Log, error: unknown): void {
  if (isAbortedRequest(error)) return;
  const { body, report } = errorAnswer(error);
  if (report) log.error({ error: body.error.id, request: currentRequestId(), ...causeOf(error) }, "request failed");
}

/** Names every query of the database that takes longer than that. */
export function logSlowQueries(log: Log, limitMs: number, count: () => void): Disposable {
  return watchQueries(({ text, ms }) => {
    if (ms < limitMs) return;
    count();
    log.warn({ ms: Math.round(ms), query: text, request: currentRequestId() }, "slow query");
  });
}

/** Node's error for a request whose connection ended: nobody is left to answer. */
const isAbortedRequest = (error: unknown) =>
  error instanceof Error && error.message === "aborted" && codeOf(error) === "ECONNRESET";

/** Which row it was about, noted on any error of its chain of causes. */
function rowOf(error: unknown): { row?: string } {
  if (!(error instanceof Error)) return {};
  return "row" in error ? { row: String(error.row) } : rowOf(error.cause);
}

/** Where it happened, with SQLite's code, PostgreSQL's SQLSTATE, or what S3 said and the id of its request. Messages of foreign errors may quote what was typed, so they are not logged. */
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
