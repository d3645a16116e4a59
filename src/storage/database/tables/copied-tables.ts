import { StartRefused } from "#core/errors.ts";
import { lookupTables } from "./lookup-tables.ts";
import type { MoveMark } from "./move-mark.ts";
import { type LookupSchema, type Schema, tables } from "./schema.ts";
import { firstStep, type Table } from "./table.ts";

export type TableName = keyof Schema | keyof LookupSchema;

export const allTables: Readonly<Record<TableName, Table>> = { ...tables, ...lookupTables };

/** Every table that is copied, each after the tables to which its rows refer. */
export const everyTable = (Object.keys(allTables) as TableName[]).filter((name) => !allTables[name].neverCopied);
export const backedUpTables = everyTable.filter((name) => !allTables[name].leftOutOfBackups);

/** True for the tables that SQLite stores in the separate file of lookups. */
export const isOfLookups = (table: TableName): boolean => Object.hasOwn(lookupTables, table);

/** Bytes are passed as upper-case hexadecimal digits: databases convert them faster than JavaScript does. */
export type Value = string | number | null;
export type Column = { name: string; isBytes: boolean };

/** All rows as of one moment; writes after that moment are not seen. SQLite's file of lookups has its own moment. */
export type Snapshot = AsyncDisposable & {
  /** The migration steps that made the tables. */
  readonly steps: readonly string[];
  /** Generated columns are left out. Empty if there is no such table. */
  columns(table: TableName): Promise<Column[]>;
  /** The number of rows of a table, without reading them. */
  count(table: TableName): Promise<number>;
  /** In the order of the table's key, in batches. */
  rows(table: TableName, columns: readonly Column[]): AsyncIterable<Value[][]>;
};

/** A database in which no other process can change a row until this is disposed. Reads still work. */
export type LockedDatabase = Snapshot & {
  readonly mark: MoveMark | null;
  /** From now on every change is refused, also in processes that are already running. */
  markMoved(place: string): Promise<void>;
  /** Undoes `markMoved`. */
  unmark(): Promise<void>;
};

/** A new database that other processes do not see before it is complete. */
export type NewDatabase = Pick<Snapshot, "rows"> & {
  insert(table: TableName, columns: readonly Column[], rows: readonly (readonly Value[])[]): Promise<void>;
};

/** How a new database is made. */
export type NewDatabaseOptions = {
  /** Tables and columns of later steps are left out. */
  steps: readonly string[];
  fill: (database: NewDatabase) => Promise<void>;
  /** Set if it takes over a site. `whenComplete` runs when all is on the disk; no server starts before it ends. */
  takeOver?: { from: string; whenComplete: () => Promise<void> };
};

/** The columns of a table; none if a later step makes it. Throws if the database lacks a table that its steps made. */
export async function columnsOf(snapshot: Snapshot, table: TableName): Promise<Column[]> {
  const columns = await snapshot.columns(table);
  if (columns.length === 0 && snapshot.steps.includes(allTables[table].addedBy ?? firstStep)) {
    throw new StartRefused(
      `The table ${table} cannot be read: it is missing, or the user of DATABASE_URL has no right to it.`,
    );
  }
  return columns;
}

/** All rows of a table, in batches. Throws at the end if the database counts another number of them. */
export async function* everyRow(
  snapshot: Snapshot,
  table: TableName,
  columns: readonly Column[],
): AsyncGenerator<Value[][], void> {
  let read = 0;
  for await (const rows of snapshot.rows(table, columns)) {
    read += rows.length;
    yield rows;
  }
  const there = await snapshot.count(table);
  if (read === there) return;
  throw new StartRefused(
    `Of the table ${table}, ${read} rows were read, but it has ${there}: the database is damaged. Run attestry verify.`,
  );
}

export const orderOf = (table: TableName): string => allTables[table].key.map((column) => `"${column}"`).join(", ");
export const listed = (columns: readonly Pick<Column, "name">[]): string => columns.map(quoted).join(", ");
export const quoted = ({ name }: Pick<Column, "name">): string => `"${name}"`;
