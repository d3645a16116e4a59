import { type InsertObject, type RawBuilder, sql } from "kysely";
import type { Database, Reader, Writer } from "./database.ts";
import { insertRow, type Row } from "./rows.ts";
import { allTables, everyTable, type TableName } from "./tables/copied-tables.ts";
import type { Schema } from "./tables/schema.ts";

/** The part of a keyring that binds rows: sealing/row-keys.ts. */
type RowKeys = {
  bind: (kind: string, content: readonly unknown[]) => Uint8Array;
  holds: (kind: string, content: readonly unknown[], hash: Uint8Array | null) => boolean;
};

export type HasRowKeys = { readonly keyring: { readonly rows: RowKeys } };

type TableWithHash = { [Name in keyof Schema]: "row_hash" extends keyof Schema[Name] ? Name : never }[keyof Schema];

/** The tables in which each row is bound on its own. The row of a person is bound with the rest of the account. */
export type BoundTable = Exclude<TableWithHash, "person">;

const hasHash = (name: TableName) => Object.hasOwn(allTables[name].columns, "row_hash");
export const boundTables = everyTable.filter((name): name is BoundTable => name !== "person" && hasHash(name));

type Hashed = { row_hash: Uint8Array | null };
type Unbound<Table extends BoundTable> = Omit<Row<Table>, "row_hash">;
type Bound<Table extends BoundTable> = Unbound<Table> & Hashed;

const boundColumns = new Map(
  Object.entries(allTables).map(([name, { columns, notBound = [] }]) => [
    name,
    Object.keys(columns)
      .filter((column) => column !== "row_hash" && !notBound.includes(column))
      .toSorted(),
  ]),
);

/** What the keyed hash of a row covers. Without nulls: a column that is added later, as null, changes no hash. */
export function contentOf(table: TableName, row: Readonly<Record<string, unknown>>): unknown[] {
  const content: unknown[] = [];
  for (const column of boundColumns.get(table) ?? []) {
    const value = row[column] ?? null;
    if (value !== null) content.push(column, value);
  }
  return content;
}

export const bindRow = <Table extends BoundTable, Found extends Unbound<Table>>(
  { keyring }: HasRowKeys,
  table: Table,
  row: Found,
): Found & Hashed => ({ ...row, row_hash: keyring.rows.bind(table, contentOf(table, row)) });

/** False if the row was changed, or inserted, past the program. */
export const isRowBound = <Table extends BoundTable>(
  { keyring }: HasRowKeys,
  table: Table,
  row: Bound<Table>,
): boolean => keyring.rows.holds(table, contentOf(table, row), row.row_hash);

/** The row, unless it was changed past the program. */
export const boundOrNone = <Table extends BoundTable, Found extends Bound<Table>>(
  context: HasRowKeys,
  table: Table,
  row: Found | undefined,
): Found | undefined => (row && isRowBound(context, table, row) ? row : undefined);

export const insertBound = <Table extends BoundTable>(
  context: HasRowKeys,
  writer: Writer,
  table: Table,
  row: Unbound<Table>,
): Promise<void> => insertRow(writer, table, bindRow(context, table, row) as InsertObject<Schema, Table>);

const batch = 200;

type KeyedRow<Table extends BoundTable> = { key: string | Uint8Array; row: Bound<Table> };

/** Every row, in the order of the key, in batches. */
export async function* everyBoundRow<Table extends BoundTable>(
  reader: Reader,
  table: Table,
  lock: RawBuilder<unknown> = sql``,
): AsyncGenerator<KeyedRow<Table>[], void> {
  const [key = ""] = allTables[table].key;
  let found: KeyedRow<Table>[];
  let after = sql`true`;
  do {
    const { rows } = await sql<Bound<Table> & Record<string, string | Uint8Array>>`
      select * from ${sql.table(table)} where ${after} order by ${sql.ref(key)} limit ${batch} ${lock}`.execute(reader);
    found = rows.map((row) => ({ key: row[key] ?? "", row }));
    yield found;
    after = sql`${sql.ref(key)} > ${found.at(-1)?.key}`;
  } while (found.length === batch);
}

/** Binds all rows under the newest secret, except those that are not right. Returns these, as "table key". */
export async function bindEveryRow(
  site: HasRowKeys & { readonly database: Pick<Database, "engine"> },
  writer: Writer,
  table: BoundTable,
  isRight: (row: Bound<BoundTable>) => boolean,
): Promise<string[]> {
  const [column = ""] = allTables[table].key;
  const wrong: string[] = [];
  const lock = site.database.engine === "postgres" ? sql`for update` : sql``;
  for await (const found of everyBoundRow(writer, table, lock)) {
    for (const { key, row } of found) {
      const { row_hash: hash } = bindRow(site, table, row);
      if (isRight(row))
        await sql`update ${sql.table(table)} set row_hash = ${hash} where ${sql.ref(column)} = ${key}`.execute(writer);
      else wrong.push(nameOf(table, key));
    }
  }
  return wrong;
}

export const nameOf = (table: string, key: string | Uint8Array): string =>
  `${table} ${typeof key === "string" ? key : Buffer.from(key).toString("hex")}`;
