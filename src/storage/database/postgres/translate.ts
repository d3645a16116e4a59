import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { codeOf, isPortalError, unavailable } from "#core/errors.ts";
import { reportQuery } from "../query-times.ts";
import { movedError } from "../tables/move-mark.ts";
import { beginInPooler, type Connections, timeoutMs } from "./connections.ts";

export const sqlState = (error: unknown): string => codeOf(error) ?? "";

/**
 * SQLSTATEs for connection, resources, shutdown, timeout, system errors, read-only transactions, and transactions that
 * PostgreSQL ended because they were idle or too long; Node's codes.
 */
const unreachable = /^(08|53|57|58|25006|25P0[34])|^E[A-Z]+$/;
const brokenConnection = /timeout|terminated|Connection/i;

const isUnreachable = (error: unknown): boolean =>
  error instanceof AggregateError ? error.errors.every(isUnreachable) : isOutage(error);

const isOutage = (error: unknown) =>
  unreachable.test(sqlState(error)) ||
  (error instanceof Error && sqlState(error) === "" && brokenConnection.test(error.message));

/** The message is one of pg's own, or ours, and quotes nothing: pg gives these errors no code. */
class ConnectionFailed extends Error {
  override readonly name = "ConnectionFailed";
  readonly code: string;

  constructor(message: string) {
    super(message);
    this.code = message;
  }
}

const withCode = (error: unknown): unknown =>
  error instanceof Error && sqlState(error) === "" && isOutage(error) ? new ConnectionFailed(error.message) : error;

export async function translated<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUnreachable(error)) throw movedError(error) ?? unavailable(withCode(error), "database");
    throw error;
  }
}

/** The minimum for the first answer. Also the limit for a connection shortly after a timeout. */
const minTimeoutMs = 300;
/** Waits are short for this long after a timeout: an error page, for example, must not keep its visitor waiting. */
const timeoutRememberedMs = 1000;

const timedOutAt = new WeakMap<pg.Pool, number>();

const patienceWith = (pool: pg.Pool): number =>
  performance.now() - (timedOutAt.get(pool) ?? -Infinity) >= timeoutRememberedMs ? timeoutMs : minTimeoutMs;

/** Runs work that may wait for PostgreSQL, and notes a failure to reach it. */
async function noting<Result>(pool: pg.Pool, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  try {
    return await work();
  } catch (error) {
    const wasInVain = isPortalError(error) || isUnreachable(error);
    if (wasInVain && performance.now() - start >= minTimeoutMs) timedOutAt.set(pool, performance.now());
    throw error;
  }
}

/** Limits the wait for a connection. The pool's own timeout starts again when the pool opens a new connection. */
async function connectInTime(pool: pg.Pool, patienceMs: number): Promise<{ client: pg.PoolClient; leftMs: number }> {
  if (pool.idleCount > 0) return { client: await pool.connect(), leftMs: patienceMs };
  const start = performance.now();
  const connecting = pool.connect();
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    tooLate.reject(unavailable(new ConnectionFailed("no connection in time"), "database"));
    void connecting.then(
      (client) => client.release(),
      () => undefined,
    );
  }, patienceMs);
  try {
    const client = await noting(pool, () => Promise.race([connecting, tooLate.promise]));
    return { client, leftMs: Math.max(minTimeoutMs, patienceMs - (performance.now() - start)) };
  } finally {
    clearTimeout(timer);
  }
}

/** An option that pg accepts and its types lack. */
type TimedQuery = pg.QueryConfig & { query_timeout: number };

/** Runs a query on a connection, and notes its duration. */
async function ask<Row extends pg.QueryResultRow>(pool: pg.Pool, client: pg.PoolClient, query: TimedQuery) {
  const start = performance.now();
  try {
    return await noting(pool, () => client.query<Row>(query));
  } finally {
    reportQuery("postgres", query.text, start);
  }
}

/** Runs one query on any connection, within a time limit. */
export async function queryInTime<Row extends pg.QueryResultRow>(
  { pool, isPooled }: Connections,
  query: pg.QueryConfig,
): Promise<Row[]> {
  const { client, leftMs } = await connectInTime(pool, patienceWith(pool));
  try {
    const timed: TimedQuery = { ...query, query_timeout: leftMs };
    // Through a pooler the next query may reach a session that has not prepared the statement.
    if (isPooled) delete timed.name;
    const { rows } = await ask<Row>(pool, client, timed);
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The pool for Kysely. Errors of the connection become PortalErrors. */
export const translatingPool = (connections: Connections): PostgresPool => {
  const { pool } = connections;
  return {
    options: pool.options,
    connect: async () =>
      new TranslatingClient(connections, await translated(() => connectInTime(pool, patienceWith(pool)))),
    end: () => pool.end(),
  };
};

class TranslatingClient implements PostgresPoolClient {
  readonly #connections: Connections;
  readonly #client: pg.PoolClient;
  #leftMs: number;
  #isBroken = false;

  constructor(connections: Connections, { client, leftMs }: { client: pg.PoolClient; leftMs: number }) {
    this.#connections = connections;
    this.#client = client;
    this.#leftMs = leftMs;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(text: string | PostgresCursor<Row>, values?: readonly unknown[]): unknown {
    if (typeof text !== "string") throw new TypeError("cursors are not used here");
    return this.#ask<Row>(text, values ?? []);
  }

  async #ask<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    // A rollback would wait for an answer that may never arrive. The connection is closed, which rolls back as well.
    if (this.#isBroken && text === "rollback") return { command: "ROLLBACK", rowCount: 0, rows: [] };
    const { pool, isPooled } = this.#connections;
    const sent = text === "begin" && isPooled ? beginInPooler() : text;
    const query: TimedQuery = { text: sent, values: [...values], query_timeout: this.#leftMs };
    this.#leftMs = timeoutMs;
    try {
      const result = await translated(() => ask(pool, this.#client, query));
      return {
        ...result,
        command: result.command as "SELECT",
        rowCount: Number(result.rowCount),
        rows: result.rows as Row[],
      };
    } catch (error) {
      this.#isBroken ||= isPortalError(error);
      throw error;
    }
  }

  /** A connection that may still receive an old response is not reused. */
  release(): void {
    this.#client.release(this.#isBroken);
  }
}
