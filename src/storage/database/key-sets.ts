import { type RawBuilder, sql } from "kysely";
import type { Database, Writer } from "./database.ts";

/** `column not in (keySets)`, written as ranges: an index then skips a million rows under one key set in one step. */
export function underOther(column: string, keySets: readonly string[]): RawBuilder<boolean> {
  const known = keySets.toSorted();
  const edges = [null, ...known, null];
  const gaps = edges.slice(1).map((end, at) => between(column, edges[at] ?? null, end));
  return sql<boolean>`(${sql.join(gaps, sql` or `)})`;
}

function between(column: string, start: string | null, end: string | null): RawBuilder<unknown> {
  const after = start === null ? sql`true` : sql`${sql.ref(column)} > ${start}`;
  const before = end === null ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(column)} < ${end}`;
  return sql`(${after} and ${before})`;
}

/** The tables whose rows have a wrapped key, except settings, records and watches: these are also indexed again. */
export const keyedTables = [
  "image",
  "report",
  "post",
  "class",
  "form_draft",
  "letter",
  "webhook",
  "import_file",
  "signing_key",
] as const;

type KeyedTable = (typeof keyedTables)[number];
type WrappedKey = { id: string; wrapped_key: Uint8Array | null };

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

/** True if anything is sealed under another key set. Also called before a migration, when some tables are missing. */
export async function isAnythingUnderOther(database: AnyVersion, keySets: readonly string[]): Promise<boolean> {
  const present = await presentTables(database);
  const found = ["candidate", "settings", "watch", ...keyedTables]
    .filter((table) => present.has(table))
    .map(
      (table) =>
        sql`select 1 from (select 1 from ${sql.table(table)} where ${underOther("key_set", keySets)} limit 1) as found`,
    );
  const { rows } = await sql`${sql.join(found, sql` union all `)}`.execute(database.read);
  return rows.length > 0;
}

type AnyVersion = Pick<Database, "engine" | "read">;

async function presentTables({ engine, read }: AnyVersion): Promise<Set<string>> {
  const tables =
    engine === "postgres"
      ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
      : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`;
  return new Set((await tables.execute(read)).rows.map(({ name }) => name));
}
