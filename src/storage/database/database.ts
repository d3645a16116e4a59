import type { Compilable, Kysely, SelectQueryBuilder } from "kysely";
import type { ProcessName } from "./process-name.ts";
import type { Snapshot } from "./tables/copied-tables.ts";
import type { Engine } from "./tables/dialect.ts";
import type { LookupSchema, Schema } from "./tables/schema.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

export type { Engine };

/** Runs reads. Any code may have a reader. */
export type Reader<Tables = Schema> = Pick<Kysely<Tables>, "selectFrom" | "getExecutor">;

/** Runs reads and writes. Only a transaction provides a writer. */
export type Writer<Tables = Schema> = Reader<Tables> &
  Pick<Kysely<Tables>, "insertInto" | "updateTable" | "deleteFrom">;

/** Access to tables that belong together. */
export type Store<Tables> = {
  readonly engine: Engine;
  readonly read: Reader<Tables>;
  /** Runs one transaction, and again after a conflict with another process. So `work` must change only the database. */
  write<Result>(work: (writer: Writer<Tables>) => Promise<Result>): Promise<Result>;
};

export type LookupStore = Store<LookupSchema>;

/** The records and everything that belongs to them. A resolved write survives a power failure. */
export type Database = AsyncDisposable &
  Store<Schema> & {
    /** Present if everything that is done with this database is part of one open transaction (transaction.ts). */
    readonly transaction?: OpenTransaction;
    /**
     * The data that lookups write. A write survives the end of the process, but does not wait for the disk. SQLite has
     * a separate file for it, because each write to a file empties the page cache of its readers.
     */
    readonly lookups: LookupStore;
    find<Row>(select: PreparedSelect<Row>, values: readonly unknown[]): Promise<Row | undefined>;
    findAll<Row>(select: PreparedSelect<Row>, values: readonly unknown[]): Promise<Row[]>;
    /**
     * Returns each row with one of these keys once, in the order of the keys. Built for many parallel calls. SQLite answers
     * at once, without a promise.
     */
    findByKeys<Row extends object>(select: KeyedSelect<Row>, keys: Keys): Row[] | Promise<Row[]>;
    /** The number of connections, and of requests that wait for one. Missing on SQLite, which has no pool. */
    connections?(): { busy: number; idle: number; waiting: number };
    /** True while changes are refused because the disk is full or can only be read: as far as the last write tells. */
    savesNothing(): boolean;
    /** Throws if the database does not answer. */
    ping(): Promise<void>;
    /** Other programs that keep everybody from writing. */
    lockHolders(): Promise<LockHolder[]>;
    /** Runs the engine's own check of the stored data. */
    checkIntegrity(): Promise<Integrity>;
    /** Returns all rows as of one moment, for a complete copy. */
    snapshot(): Promise<Snapshot>;
    /** Rebuilds all indexes from the tables, including the search indexes. */
    rebuildIndexes(): Promise<void>;
    /** Removes deleted data from the write-ahead log. */
    forgetDeleted(): Promise<void>;
  };

export type LockHolder = {
  /** Null if it is not known which process it is. */
  process: ProcessName | null;
  /** Such as "sqlite3" or "psql". */
  program: string;
  /** The age of its last statement, or of the oldest wait for its lock, if that is longer. Null if that is not known. */
  heldMs: number | null;
  /** The number of the session in PostgreSQL. */
  session?: number;
};

export type OpenTransaction = {
  readonly unit: UnitOfWork;
  /** What runs after the commit, in this order. */
  readonly tasks: ((committed: Database) => unknown)[];
  /** The errors of the writes that took part and failed. If there is one, nothing is committed. */
  readonly failures: unknown[];
  hasEnded: boolean;
};

/** `unchecked` is the reason why the engine could not check. */
export type Integrity = { problems: string[]; unchecked?: string };

/** A select that is compiled and prepared once. Values are given in the order of its placeholders. */
export type PreparedSelect<Row> = {
  readonly name: string;
  readonly build: (reader: Reader) => Compilable<Row>;
};

/** Selects by unique columns of bytes: the rows that have one of some keys. With more than one key they name these columns. */
export type KeyedSelect<Row> = {
  readonly columns: readonly string[];
  /** Returns the select with a placeholder for each key, always the same one for as many keys. */
  readonly withKeys: (keys: Keys) => PreparedSelect<Row>;
  /** With an array of keys for each column. */
  readonly withArrays: PreparedSelect<Row>;
};

/** The keys for each column of a keyed select. */
export type Keys = readonly (readonly Uint8Array[])[];

export const preparedSelect = <Row>(name: string, build: (reader: Reader) => Compilable<Row>): PreparedSelect<Row> => ({
  name,
  build,
});

/** Locks the rows until the transaction ends. On SQLite a transaction locks the whole database anyway. */
export function lockForUpdate<Tables, Names extends keyof Tables, Row>(
  { engine }: Pick<Store<Tables>, "engine">,
  found: SelectQueryBuilder<Tables, Names, Row>,
): SelectQueryBuilder<Tables, Names, Row> {
  return engine === "postgres" ? found.forUpdate() : found;
}

/** True if a row may have this id. Check user input with it: PostgreSQL refuses some texts. */
export const isRowId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);
