import { type InsertObject, type RawBuilder, type Selectable, sql } from "kysely";
import { type Database, isRowId, type Reader, type Writer } from "./database.ts";
import type { Schema } from "./tables/schema.ts";
import type { Write } from "./unit-of-work.ts";

export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

export type TableWithId = {
  [Table in keyof Schema]: Schema[Table] extends { id: string } ? Table : never;
}[keyof Schema];

export async function insertRow<Table extends keyof Schema>(
  writer: Writer,
  table: Table,
  row: InsertObject<Schema, Table>,
): Promise<void> {
  await writer.insertInto(table).values(row).execute();
}

/** Keeps the number of values below the limit of SQLite for one statement. */
export const rowsAtOnce = 500;

export async function insertRows<Table extends keyof Schema>(
  writer: Writer,
  table: Table,
  rows: readonly InsertObject<Schema, Table>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await writer
      .insertInto(table)
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
}

/** Inserts the row, or updates the row with the same `keys`. */
export async function putRow<Table extends keyof Schema>(
  writer: Writer,
  table: Table,
  keys: readonly (keyof Schema[Table] & string)[],
  row: InsertObject<Schema, Table>,
): Promise<void> {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  const others = Object.keys(row).filter((column) => !keys.some((key) => key === column));
  const changes = others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})
    on conflict (${sql.join(keys.map((key) => sql.ref(key)))}) do update set ${sql.join(changes)}`.execute(writer);
}

/** Executes the writes, on PostgreSQL as one query. A write must not depend on another one, or change the same row. */
export async function writeTogether(
  { engine }: Pick<Database, "engine">,
  writer: Writer,
  writes: readonly Write[],
): Promise<void> {
  const last = writes.at(-1);
  if (engine === "sqlite" || !last || writes.length === 1) {
    for (const write of writes) await write.execute();
    return;
  }
  const before = writes.slice(0, -1).map((write, at) => sql`${sql.ref(`write_${at}`)} as (${write})`);
  await sql`with ${sql.join(before)} ${last}`.execute(writer);
}

const noLock = sql``;

export async function rowById<Table extends TableWithId>(reader: Reader, table: Table, id: string, lock = noLock) {
  if (!isRowId(id)) return undefined;
  const found = sql<Row<Table>>`select * from ${sql.table(table)} where id = ${id} ${lock}`;
  return (await found.execute(reader)).rows[0];
}

export async function rowsWithIds<Table extends TableWithId>(reader: Reader, table: Table, ids: readonly string[]) {
  const wanted = [...new Set(ids)].filter(isRowId);
  if (wanted.length === 0) return [];
  return (await sql<Row<Table>>`select * from ${sql.table(table)} where id in (${sql.join(wanted)})`.execute(reader))
    .rows;
}

/** What a query finds for many ids, asked in parts. */
export async function foundByIds<Found>(given: readonly string[], find: (ids: string[]) => Promise<Found[]>) {
  const ids = [...new Set(given)].filter(isRowId);
  const found: Found[] = [];
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    found.push(...(await find(ids.slice(from, from + rowsAtOnce))));
  return found;
}

/** Rows in the order of their ids. */
export async function rowsAfter<Found>(reader: Reader, table: TableWithId, id: string, atMost: number) {
  const found = sql<Found>`select * from ${sql.table(table)} where id > ${id} order by id limit ${atMost}`;
  return (await found.execute(reader)).rows;
}

/** The row, locked until the transaction ends. */
export const rowForChange = <Table extends TableWithId>(
  { engine }: Pick<Database, "engine">,
  writer: Writer,
  table: Table,
  id: string,
) => rowById(writer, table, id, engine === "postgres" ? sql`for update` : noLock);

export async function countRows<Tables>(reader: Reader<Tables>, table: keyof Tables & string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(reader);
  return found.rows[0]?.count ?? 0;
}

/** Counts what this select finds. A limit of the select limits the count, too. */
export async function countFound(reader: Reader, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${found}) as found`.execute(reader);
  return Number(rows[0]?.count);
}

/** How many rows PostgreSQL expects a select to find, by its statistics. It is planned and not executed. */
export async function rowsExpected(reader: Reader, found: RawBuilder<unknown>): Promise<number> {
  type Explained = { "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] };
  const [explained] = (await sql<Explained>`explain (format json) ${found}`.execute(reader)).rows;
  return explained?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? Number.POSITIVE_INFINITY;
}

export async function updateRow<Table extends TableWithId>(
  writer: Writer,
  table: Table,
  id: string,
  changes: Partial<Row<Table>>,
): Promise<void> {
  const columns: [string, unknown][] = Object.entries(changes);
  const assigned = columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(assigned)} where id = ${id}`.execute(writer);
}

export const deleteRow = (writer: Writer, table: TableWithId, id: string): Promise<void> =>
  deleteRows(writer, table, [id]);

export async function deleteRows(writer: Writer, table: TableWithId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from ${sql.table(table)} where id in (${sql.join([...ids])})`.execute(writer);
}
