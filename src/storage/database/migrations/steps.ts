import { briefRecords } from "../tables/brief-records.ts";
import { lookupTables } from "../tables/lookup-tables.ts";
import { tables } from "../tables/schema.ts";
import { sqlOf } from "../tables/table.ts";
import type { Migration, SchemaPart } from "./migration.ts";

/** The SQL of a step: it makes what the declarations of the tables mark with its name. `furtherOnPostgres` comes after it. */
const declaredBy = (name: string, furtherOnPostgres = ""): Readonly<Record<SchemaPart | "name", string>> => ({
  name,
  sqlite: sqlOf("sqlite", tables, name),
  sqliteLookups: sqlOf("sqlite", lookupTables, name),
  postgres: sqlOf("postgres", { ...tables, ...lookupTables }, name) + furtherOnPostgres,
});

/** New steps go to the end. A released step keeps its name and its text. */
export const migrations: readonly Migration[] = [
  declaredBy("1.0"),
  // Programs of 1.0 would write rows of accounts that are not bound, drop the answer that a held change carries, and what a
  // record says of its revision, and publish past it.
  { ...declaredBy("1.1", briefRecords), changesTables: true },
];
