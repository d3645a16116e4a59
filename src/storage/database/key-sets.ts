import { sql } from "kysely";
import type { Database, Writer } from "./database.ts";
import { allTables, everyTable, type TableName } from "./tables/copied-tables.ts";
import type { Schema } from "./tables/schema.ts";
import { underOther } from "./under-other-keys.ts";

type SealedTable = { [Name in keyof Schema]: "wrapped_key" extends keyof Schema[Name] ? Name : never }[keyof Schema];
export type KeyedTable = Exclude<SealedTable, "settings" | "candidate" | "watch">;

/** The tables whose rows have a wrapped key. */
const sealedTables = everyTable.filter(isSealed);

/** Without settings, records and watches: these are also sealed or indexed again. */
export const keyedTables = sealedTables.filter(
  (name): name is KeyedTable => name !== "settings" && name !== "candidate" && name !== "watch",
);

function isSealed(name: TableName): name is SealedTable {
  return Object.hasOwn(allTables[name].columns, "wrapped_key");
}

export type WrappedKey = { id: string; wrapped_key: Uint8Array | null };

/** Some rows whose key is wrapped under an older key set, locked until the transaction ends. */
export async function keysNotUnder(
  { engine }: Database,
  writer: Writer,
  table: KeyedTable,
  keySet: string,
  atMost: number,
): Promise<WrappedKey[]> {
  const { rows } = await sql<WrappedKey>`
    select id, wrapped_key from ${sql.table(table)}
    where ${underOther("key_set", [keySet])} limit ${atMost}
    ${engine === "postgres" ? sql`for update` : sql``}`.execute(writer);
  return rows;
}

/** True if anything is sealed or hashed under another key set. Also called before a migration, when some columns are missing. */
export async function isAnythingUnderOther(database: AnyVersion, keySets: readonly string[]): Promise<boolean> {
  const present = await tablesWithKeySet(database);
  const found = everyTable
    .filter((table) => present.has(table))
    .map(
      (table) =>
        sql`select 1 from (select 1 from ${sql.table(table)} where ${underOther("key_set", keySets)} limit 1) as found`,
    );
  const { rows } = await sql`${sql.join(found, sql` union all `)}`.execute(database.read);
  return rows.length > 0;
}

type AnyVersion = Pick<Database, "engine" | "read">;

async function tablesWithKeySet({ engine, read }: AnyVersion): Promise<Set<string>> {
  const tables =
    engine === "postgres"
      ? sql<{ name: string }>`select table_name as name from information_schema.columns
          where table_schema = current_schema() and column_name = 'key_set'`
      : sql<{ name: string }>`select tables.name from sqlite_schema as tables
          join pragma_table_info(tables.name) as columns where columns.name = 'key_set'`;
  return new Set((await tables.execute(read)).rows.map(({ name }) => name));
}
