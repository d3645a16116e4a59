import type { Compilable, Kysely } from "kysely";
import type { LookupSchema, Schema } from "./schema.ts";

export type Engine = "sqlite" | "postgres";

/** Asks. Handed out freely. */
export type Reader<Tables = Schema> = Pick<Kysely<Tables>, "selectFrom" | "getExecutor">;

/** Changes. Only a transaction hands it out. */
export type Writer<Tables = Schema> = Reader<Tables> &
  Pick<Kysely<Tables>, "insertInto" | "updateTable" | "deleteFrom">;

/** Tables that belong together. */
export type Store<Tables> = {
  readonly engine: Engine;
  readonly read: Reader<Tables>;
  /**
   * One transaction. It may run again from the start when another process was quicker, so `work` touches nothing but the
   * writer.
   */
  write<Result>(work: (writer: Writer<Tables>) => Promise<Result>): Promise<Result>;
};

export type LookupStore = Store<LookupSchema>;

/** The records and all that belongs to them: what is written here outlives the machine once it resolves. */
export type Database = AsyncDisposable &
  Store<Schema> & {
    /**
     * What lookups leave behind, which is counted on the side and promised to nobody: it outlives the process, and waits for no
     * disk. On SQLite a file of its own, because each write takes from its readers what they have in memory.
     */
    readonly lookups: LookupStore;
    /** The one row that a prepared select finds. */
    find<Row>(select: PreparedSelect<Row>, values: readonly unknown[]): Promise<Row | undefined>;
    /** The one row that has this key. Made for many who ask at once. */
    findByKey<Row>(select: KeyedSelect<Row>, key: Uint8Array): Promise<Row | undefined>;
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

/** By a column of bytes that no two rows share: the row that has a key, or the rows that have some. */
export type KeyedSelect<Row> = {
  readonly key: keyof Row & string;
  readonly one: PreparedSelect<Row>;
  readonly some: PreparedSelect<Row>;
};

export const preparedSelect = <Row>(name: string, build: (reader: Reader) => Compilable<Row>): PreparedSelect<Row> => ({
  name,
  build,
});
