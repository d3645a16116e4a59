import { DatabaseSync } from "node:sqlite";
import {
  type Column,
  isOfLookups,
  orderOf,
  quoted,
  type Snapshot,
  type TableName,
  type Value,
} from "../tables/copied-tables.ts";
import { translated } from "./node-sqlite.ts";
import { stepNames } from "./sqlite-file.ts";

const batch = 500;

/** Opens a read transaction on each file. Writes still work; the write-ahead log grows until the transactions end. */
export const openSqliteSnapshot = (file: string, lookupsFile: string): Snapshot =>
  snapshotOver(openBoth(file, lookupsFile, beginReading));

export type BothFiles = Disposable & { records: DatabaseSync; lookups: DatabaseSync };

export function openBoth(file: string, lookupsFile: string, open: (file: string) => DatabaseSync): BothFiles {
  using opening = new DisposableStack();
  const records = opening.use(open(file));
  const lookups = opening.use(open(lookupsFile));
  const opened = opening.move();
  return { records, lookups, [Symbol.dispose]: () => opened.dispose() };
}

/** Returns the snapshot that the transactions of these connections see. */
export function snapshotOver(files: BothFiles): Snapshot {
  const connectionOf = (table: TableName) => (isOfLookups(table) ? files.lookups : files.records);
  return {
    steps: stepNames(files.records),
    columns: async (table) => translated(() => tableColumns(connectionOf(table), table)),
    count: async (table) => translated(() => countRows(connectionOf(table), table)),
    rows: (table, columns) => rowsOf(connectionOf(table), table, columns),
    [Symbol.asyncDispose]: async () => files[Symbol.dispose](),
  };
}

function beginReading(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: 5000, readOnly: true });
  connection.exec("begin");
  // The first read sets the moment that the transaction sees.
  connection.prepare("select 1 from sqlite_schema").get();
  return connection;
}

const tableColumns = (connection: DatabaseSync, table: TableName): Column[] =>
  connection
    .prepare(`pragma table_xinfo(${table})`)
    .all()
    // Other columns are generated.
    .filter(({ hidden }) => hidden === 0)
    .map(({ name, type }) => ({ name: String(name), isBytes: String(type).toLowerCase() === "blob" }));

const countRows = (connection: DatabaseSync, table: TableName): number =>
  Number(connection.prepare(`select count(*) as rows from ${table}`).get()?.["rows"]);

export async function* rowsOf(
  connection: DatabaseSync,
  table: TableName,
  columns: readonly Column[],
): AsyncGenerator<Value[][], void> {
  const values = columns.map((column) => (column.isBytes ? inHex(quoted(column)) : quoted(column)));
  const statement = connection.prepare(`select ${values.join(", ")} from ${table} order by ${orderOf(table)}`);
  statement.setReturnArrays(true);
  let rows: Value[][] = [];
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<Value[]>) {
    rows.push(row);
    if (rows.length < batch) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

/** SQLite's own `hex` turns null into an empty text. */
const inHex = (column: string) => `iif(${column} is null, null, hex(${column}))`;
