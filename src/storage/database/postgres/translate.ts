import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { codeOf, isPortalError, orUnavailable, PortalError } from "#core/errors.ts";
import { noteQuery } from "../query-times.ts";
import { isDirect } from "./connect.ts";

export const sqlState = (error: unknown): string => codeOf(error) ?? "";

/** Connection, resources, shutdown, timeout, system errors and read-only transactions of SQL, or errors of Node. */
const unreachable = /^(08|53|57|58|25006)|^E[A-Z]+$/;
const brokenConnection = /timeout|terminated|Connection/i;

const isUnreachable = (error: unknown): boolean =>
  error instanceof AggregateError ? error.errors.every(isUnreachable) : isOutage(error);

const isOutage = (error: unknown) =>
  unreachable.test(sqlState(error)) ||
  (error instanceof Error && sqlState(error) === "" && brokenConnection.test(error.message));

export const translated = <Result>(work: () => Promise<Result>): Promise<Result> => orUnavailable(work, isUnreachable);

/** For so long somebody waits for a connection and its first answer together, and then for each further answer. */
export const timeoutMs = 2500;
/** What is left for the first answer in any case; and what there is to wait where somebody has just waited in vain. */
const leastMs = 300;
/** For so long a time-out is news: whoever was kept waiting by it is not kept waiting again, as for a page that says so. */
const newsMs = 1000;

/** What is used here of the connections. */
type Pool = Omit<PostgresPool, "connect"> & {
  readonly idleCount: number;
  connect: () => Promise<pg.PoolClient>;
  /** Is told of every failure to reach the server. */
  doubt: () => void;
};

const timedOutAt = new WeakMap<Pool, number>();

const patienceWith = (pool: Pool): number =>
  performance.now() - (timedOutAt.get(pool) ?? -Infinity) < newsMs ? leastMs : timeoutMs;

/** Does something that may wait for PostgreSQL, and notes that it kept silent. */
async function noting<Result>(pool: Pool, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  try {
    return await work();
  } catch (error) {
    const wasInVain = isPortalError(error) || isUnreachable(error);
    if (wasInVain) pool.doubt();
    if (wasInVain && performance.now() - start >= leastMs) timedOutAt.set(pool, performance.now());
    throw error;
  }
}

/** The pool's own timeout begins anew when a wait for one of its connections becomes a wait for a new one. */
async function connectInTime(pool: Pool, patienceMs: number): Promise<{ client: pg.PoolClient; leftMs: number }> {
  if (pool.idleCount > 0) return { client: await pool.connect(), leftMs: patienceMs };
  const start = performance.now();
  const connecting = pool.connect();
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    tooLate.reject(new PortalError("unavailable", { cause: new Error("no connection in time") }));
    void connecting.then(
      (client) => client.release(),
      () => undefined,
    );
  }, patienceMs);
  try {
    const client = await noting(pool, () => Promise.race([connecting, tooLate.promise]));
    return { client, leftMs: Math.max(leastMs, patienceMs - (performance.now() - start)) };
  } finally {
    clearTimeout(timer);
  }
}

/** Through a pooler only a transaction has settings of its own. */
const beginInPooler = `begin; set local statement_timeout = ${timeoutMs}; set local jit = off`;

/** What pg takes and its types do not know of. */
type TimedQuery = pg.QueryConfig & { query_timeout: number };

/** Asks a connection, and notes how long it took to answer. */
async function ask<Row extends pg.QueryResultRow>(pool: Pool, client: pg.PoolClient, query: TimedQuery) {
  const start = performance.now();
  try {
    return await noting(pool, () => client.query<Row>(query));
  } finally {
    noteQuery("postgres", query.text, start);
  }
}

/** One query on any connection. */
export async function queryInTime<Row extends pg.QueryResultRow>(
  pool: Pool,
  query: pg.QueryConfig,
  atMostMs = timeoutMs,
): Promise<Row[]> {
  const { client, leftMs } = await connectInTime(pool, Math.min(atMostMs, patienceWith(pool)));
  try {
    const timed: TimedQuery = { ...query, query_timeout: leftMs };
    // The next query through a pooler may come to a session that never prepared it.
    if (!isDirect(client)) delete timed.name;
    const { rows } = await ask<Row>(pool, client, timed);
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The pool for Kysely: errors of the connection become the portal's own. */
export const translatingPool = (pool: Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => new TranslatingClient(pool, await translated(() => connectInTime(pool, patienceWith(pool)))),
  end: () => pool.end(),
});

class TranslatingClient implements PostgresPoolClient {
  readonly #pool: Pool;
  readonly #client: pg.PoolClient;
  #leftMs: number;
  #isBroken = false;

  constructor(pool: Pool, { client, leftMs }: { client: pg.PoolClient; leftMs: number }) {
    this.#pool = pool;
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
    // It would wait behind an answer that may never come. The connection is closed, which rolls back as well.
    if (this.#isBroken && text === "rollback") return { command: "ROLLBACK", rowCount: 0, rows: [] };
    const sent = text === "begin" && !isDirect(this.#client) ? beginInPooler : text;
    const query: TimedQuery = { text: sent, values: [...values], query_timeout: this.#leftMs };
    this.#leftMs = timeoutMs;
    try {
      const result = await translated(() => ask(this.#pool, this.#client, query));
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
