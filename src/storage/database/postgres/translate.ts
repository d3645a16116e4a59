import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { codeOf, isPortalError, orUnavailable } from "#core/errors.ts";

export const sqlState = (error: unknown): string => codeOf(error) ?? "";

/** Connection, resources, shutdown, timeout, system errors and read-only transactions of SQL, or errors of Node. */
const unreachable = /^(08|53|57|58|25006)|^E[A-Z]+$/;
const brokenConnection = /timeout|terminated|Connection/i;

const isUnreachable = (error: unknown) =>
  unreachable.test(sqlState(error)) ||
  (error instanceof Error && sqlState(error) === "" && brokenConnection.test(error.message));

export const translated = <Result>(work: () => Promise<Result>): Promise<Result> => orUnavailable(work, isUnreachable);

/** The pool for Kysely: errors of the connection become the portal's own. */
export const translatingPool = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => new TranslatingClient(await translated(() => pool.connect())),
  end: () => pool.end(),
});

class TranslatingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  #isBroken = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(text: string | PostgresCursor<Row>, values?: readonly unknown[]): unknown {
    if (typeof text !== "string") throw new TypeError("cursors are not used here");
    return this.#ask<Row>(text, values ?? []);
  }

  async #ask<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    try {
      const result = await translated(() => this.#client.query(text, [...values]));
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
