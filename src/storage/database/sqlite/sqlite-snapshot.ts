import { DatabaseSync } from "node:sqlite";
import {
  type Column,
  isOfLookups,
  listed,
  orderOf,
  type Snapshot,
  type TableName,
  type Value,
} from "../tables/copied-tables.ts";
import { readVersion } from "../migrations/migration.ts";
import { translated } from "./node-sqlite.ts";

const batch = 500;

/** One read transaction on each file. Writers go on; the write-ahead log grows until it ends. */
export function openSqliteSnapshot(file: string, lookupsFile: string): Snapshot {
  using opening = new DisposableStack();
  const [records, lookups] = [file, lookupsFile].map((each) => opening.use(beginReading(each)));
  const opened = opening.move();
  const connectionOf = (table: TableName) => (isOfLookups(table) ? lookups : records) as DatabaseSync;
  return {
    schemaVersion: Number(records?.prepare(readVersion).get()?.["version"]),
    columns: async (table) => translated(() => columnsOf(connectionOf(table), table)),
    rows: (table, columns) => rowsOf(connectionOf(table), table, columns),
    [Symbol.asyncDispose]: async () => opened.dispose(),
  };
}

function beginReading(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: 5000, readOnly: true });
  connection.exec("begin");
  // The moment is that of the first read.
  connection.prepare("select 1 from schema_version").get();
  return connection;
}

const columnsOf = (connection: DatabaseSync, table: TableName): Column[] =>
  connection
    .prepare(`pragma table_xinfo(${table})`)
    .all()
    // Others are generated.
    .filter(({ hidden }) => hidden === 0)
    .map(({ name, type }) => ({ name: String(name), isBytes: String(type).toLowerCase() === "blob" }));

async function* rowsOf(
  connection: DatabaseSync,
  table: TableName,
  columns: readonly Column[],
): AsyncGenerator<Value[][], void> {
  const names = listed(columns.map(({ name }) => name));
  const statement = connection.prepare(`select ${names} from ${table} order by ${orderOf(table)}`);
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
