import type { Compilable, Kysely } from "kysely";
import type { Schema } from "./schema.ts";

export type Engine = "sqlite" | "postgres";

/** Asks. Handed out freely. */
export type Reader = Pick<Kysely<Schema>, "selectFrom" | "getExecutor">;

/** Changes. Only a transaction hands it out. */
export type Writer = Reader & Pick<Kysely<Schema>, "insertInto" | "updateTable" | "deleteFrom">;

/**
 * What a transaction outlives:
 * - `disk`: whatever happens to the machine after it resolved
 * - `process`: the end of this process, but not of the machine. It waits for no disk, so it is for what is counted and
 *   logged on the side and promised to nobody.
 */
export type Survives = "disk" | "process";

export type Database = AsyncDisposable & {
  readonly engine: Engine;
  readonly read: Reader;
  /**
   * One transaction, by default durable once it resolves. It may run again from the start when another process was quicker, so
   * `work` touches nothing but the writer.
   */
  write<Result>(work: (writer: Writer) => Promise<Result>, survives?: Survives): Promise<Result>;
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
