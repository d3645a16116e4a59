import type { Compilable, Kysely, SelectQueryBuilder } from "kysely";
import type { Snapshot } from "./tables/copied-tables.ts";
import type { LookupSchema, Schema } from "./tables/schema.ts";

export type Engine = "sqlite" | "postgres";

/** Reads. Anyone may have one. */
export type Reader<Tables = Schema> = Pick<Kysely<Tables>, "selectFrom" | "getExecutor">;

/** Writes. Only a transaction provides it. */
export type Writer<Tables = Schema> = Reader<Tables> &
  Pick<Kysely<Tables>, "insertInto" | "updateTable" | "deleteFrom">;

/** Tables that belong together. */
export type Store<Tables> = {
  readonly engine: Engine;
  readonly read: Reader<Tables>;
  /** One transaction. It may be run again after a conflict with another process, so `work` changes nothing but the database. */
  write<Result>(work: (writer: Writer<Tables>) => Promise<Result>): Promise<Result>;
};

export type LookupStore = Store<LookupSchema>;

/** The records and everything that belongs to them. A resolved write survives a power failure. */
export type Database = AsyncDisposable &
  Store<Schema> & {
    /**
     * What lookups leave behind. A write survives the process, but does not wait for the disk. SQLite has a file of its own for
     * it, because each write to a file empties the page cache of its readers.
     */
    readonly lookups: LookupStore;
    /** For what visitors are shown. Whatever decides a write, or is for somebody signed in, is read beside it. */
    readonly publicReads: PublicReads;
    /** Null where there are none. */
    readonly replicas: Replicas | null;
    /** How PostgreSQL is reached, for people to read; empty where that is plain. */
    readonly reached: string;
    /** The one row that a prepared select finds. */
    find<Row>(select: PreparedSelect<Row>, values: readonly unknown[]): Promise<Row | undefined>;
    /** How many connections there are, and how many requests wait for one. Not for SQLite, which has no pool. */
    connections?(): { busy: number; idle: number; waiting: number };
    /** Fails unless the database answers. */
    ping(): Promise<void>;
    /** The engine's own check of what it stores. */
    checkIntegrity(): Promise<Integrity>;
    /** All rows of one moment, for a copy of everything. */
    snapshot(): Promise<Snapshot>;
    /** Makes all indexes anew from the tables, those of searches, too. */
    rebuildIndexes(): Promise<void>;
    /** Removes deleted data from the write-ahead log. */
    forgetDeleted(): Promise<void>;
  };

/** Reads that a replica may answer, as long as it is fresh. */
export type PublicReads = Pick<Database, "engine" | "read" | "find"> & {
  /** The one row that has this key. Made for many parallel calls. */
  findByKey<Row>(select: KeyedSelect<Row>, key: Uint8Array): Promise<Row | undefined>;
};

/** The addresses of the replicas, and the name under which this process writes its beats; all empty without replicas. */
export type Following = { url: string; process: string };

/** Servers that follow the one that takes the writes. */
export type Replicas = {
  /** To be called several times a second: a replica is used only while it keeps up. */
  watch(): Promise<void>;
  /**
   * Resolves once no process reads an older state than that of this call from a replica: after a second at the latest.
   * Returns the hosts of those that did not show it.
   */
  catchUp(): Promise<string[]>;
  /** How many are read now, take the writes themselves, and may not be read. */
  count(): { used: number; writer: number; out: number };
};

/** `unchecked` says why the engine could not check. */
export type Integrity = { problems: string[]; unchecked?: string };

/** A select that is compiled and prepared once. Values are given in the order of its placeholders. */
export type PreparedSelect<Row> = {
  readonly name: string;
  readonly build: (reader: Reader) => Compilable<Row>;
};

/** By a unique column of bytes: the row that has one key, or the rows that have some keys. */
export type KeyedSelect<Row> = {
  readonly key: keyof Row & string;
  readonly one: PreparedSelect<Row>;
  readonly some: PreparedSelect<Row>;
};

export const preparedSelect = <Row>(name: string, build: (reader: Reader) => Compilable<Row>): PreparedSelect<Row> => ({
  name,
  build,
});

/** Locks the rows until the transaction ends. A transaction of SQLite locks the whole database. */
export function lockForUpdate<Tables, Names extends keyof Tables, Row>(
  { engine }: Pick<Store<Tables>, "engine">,
  found: SelectQueryBuilder<Tables, Names, Row>,
): SelectQueryBuilder<Tables, Names, Row> {
  return engine === "postgres" ? found.forUpdate() : found;
}

/** No row has another id, and PostgreSQL refuses some texts. */
export const isRowId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);
