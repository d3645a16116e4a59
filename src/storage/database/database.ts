import type { Compilable, Kysely } from "kysely";
import type { Schema } from "./schema.ts";

export type Engine = "sqlite" | "postgres";

/** Asks. Handed out freely. */
export type Reader = Pick<Kysely<Schema>, "selectFrom" | "getExecutor">;

/** Changes. Only a transaction hands it out. */
export type Writer = Reader & Pick<Kysely<Schema>, "insertInto" | "updateTable" | "deleteFrom">;

export type Database = AsyncDisposable & {
  readonly engine: Engine;
  readonly read: Reader;
  /**
   * One transaction, durable once it resolves. It may run again from the start when another process was quicker, so
   * `work` touches nothing but the writer.
   */
  write<Result>(work: (writer: Writer) => Promise<Result>): Promise<Result>;
  /** The one row that a prepared select finds. */
  find<Row>(select: PreparedSelect<Row>, values: readonly unknown[]): Promise<Row | undefined>;
  /** Fails unless the database answers. */
  ping(): Promise<void>;
  /** Removes what deleting left behind in the write-ahead log. */
  forgetDeleted(): Promise<void>;
};

/** A select that is compiled and prepared once. Values are given in the order in which the query asks for them. */
export type PreparedSelect<Row> = {
  readonly name: string;
  readonly build: (reader: Reader) => Compilable<Row>;
};

export const preparedSelect = <Row>(name: string, build: (reader: Reader) => Compilable<Row>): PreparedSelect<Row> => ({
  name,
  build,
});
