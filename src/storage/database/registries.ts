import { sql } from "kysely";
import type { Reader } from "./database.ts";

/** The registries that have a record, or ever published one. */
export async function registriesIn(reader: Reader): Promise<string[]> {
  const found = sql<{ registry: string }>`
    select registry from candidate union select registry from log_tree union select registry from signing_key
    order by registry`;
  return (await found.execute(reader)).rows.map(({ registry }) => registry);
}

/** The registry of the newest record, if this one has no record and never published one. Null otherwise. */
export async function otherRegistry(reader: Reader, registry: string): Promise<string | null> {
  const known = sql<{ first: number | null }>`select coalesce(
    (select 1 from candidate where registry = ${registry} limit 1),
    (select min(generation) from log_tree where registry = ${registry})) as first`;
  if ((await known.execute(reader)).rows.some(({ first }) => first !== null)) return null;
  const newest = reader.selectFrom("candidate").select("registry").orderBy("seq", "desc").limit(1);
  return (await newest.executeTakeFirst())?.registry ?? null;
}
