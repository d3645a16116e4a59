import { errorAnswer } from "#api/http/answers.ts";
import { causeOf, codeOf, failureName, isPortalError } from "#core/errors.ts";
import { secondMs } from "#core/durations.ts";
import { LogBroken } from "#operations/log/log-fault.ts";
import { watchQueries } from "#storage/database/query-times.ts";
import { type Facts, type Level, type Lines, type LinesOutput, openLines } from "./log-lines.ts";
import { Outages } from "./outages.ts";
import { currentRequestId } from "./request-id.ts";

export type Log = Lines & Disposable & { readonly outages: Outages };

/**
 * Writes JSON lines to standard output, with `base` in each. Entries contain routes and error ids, never user input: no number, name,
 * address or token.
 */
export function openLog(level: Level, output?: LinesOutput, base: Facts | null = null): Log {
  const log = openLines(level, base, output);
  const outages = new Outages((of, facts, said) => log[of](facts, said));
  const ticking = setInterval(() => outages.tick(), secondMs).unref();
  const dispose = () => {
    clearInterval(ticking);
    outages[Symbol.dispose]();
  };
  return { ...log, outages, [Symbol.dispose]: dispose };
}

/** Logs failures of the server, of an outage only the first of each cause. Mistakes of a visitor or a clerk are answered, but not logged. */
export function logFailure(log: Pick<Log, "error" | "outages">, error: unknown): void {
  if (isAbortedRequest(error)) return;
  const { body, report } = errorAnswer(error);
  const request = currentRequestId();
  if (!report || !log.outages.note(error, request !== undefined)) return;
  log.error(
    { error: body.error.id, request, ...factsOf(error) },
    isOurSentence(error) ? error.message : "request failed",
  );
}

/** Its message names the origin of the log, its witnesses and ids of records, or a place without user and keys. */
const isOurSentence = (error: unknown): error is Error =>
  error instanceof LogBroken || (isPortalError(error) && ["backup-failed", "moved"].includes(error.id));

/** Logs and counts every database query that takes at least `limitMs`. While the database is away, only counts them. */
export function logSlowQueries(log: Log, limitMs: number, count: () => void): Disposable {
  return watchQueries(({ text, ms }) => {
    if (ms < limitMs) return;
    count();
    if (log.outages.isAway("database")) return;
    log.warn({ ms: Math.round(ms), query: text, request: currentRequestId() }, "slow query");
  });
}

/** Node's error for a request whose connection has ended: nobody is left to answer. */
const isAbortedRequest = (error: unknown) =>
  error instanceof Error && error.message === "aborted" && codeOf(error) === "ECONNRESET";

/** The database row that failed, and the part of its content, if an error in the chain of causes names them. */
function rowOf(error: unknown): { row?: string; part?: string } {
  if (!(error instanceof Error)) return {};
  if (!("row" in error)) return rowOf(error.cause);
  return { row: String(error.row), ...("part" in error && { part: String(error.part) }) };
}

/**
 * Describes an error without its message, because messages of foreign errors may quote user input. It contains the
 * stack, and SQLite's code, PostgreSQL's SQLSTATE, or S3's error and request id.
 */
function factsOf(error: unknown): { cause?: string; requestId?: string; at?: string; row?: string; part?: string } {
  const innermost = causeOf(error);
  if (!(innermost instanceof Error)) return {};
  const at = innermost.stack?.split("\n").filter((line) => line.trim().startsWith("at ")) ?? [];
  const requestId = "requestId" in innermost && typeof innermost.requestId === "string" ? innermost.requestId : null;
  return {
    cause: [failureName(error), ...circumstances(innermost)].join(", "),
    ...(requestId !== null && { requestId }),
    at: at.slice(0, 4).join(" ").replaceAll(/\s+/g, " "),
    ...rowOf(error),
  };
}

/** SQLSTATEs about the server itself: their messages quote nothing that anybody sent. */
const ofServer = /^(08|53|57|58|25006)/;

/** What Node and its SQLite add to their errors. */
type Circumstances = Partial<Record<"syscall" | "hostname" | "address" | "port" | "errstr", string | number>>;

/** What a person needs to know to repair it: the address that was not reached, or the words of SQLite or PostgreSQL. */
function circumstances(error: Error): string[] {
  if (error instanceof AggregateError) return [...new Set(error.errors.flatMap(circumstances))];
  const { syscall, hostname, address, port, errstr }: Error & Circumstances = error;
  const place = hostname ?? (address === undefined ? undefined : `${address}:${port}`);
  return [
    ...(place === undefined ? [] : [`${syscall} ${place}`]),
    ...(errstr === undefined ? [] : [String(errstr)]),
    ...(ofServer.test(codeOf(error) ?? "") ? [error.message] : []),
  ];
}
