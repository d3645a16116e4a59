import { lookupTables } from "../tables/lookup-tables.ts";
import { tables } from "../tables/schema.ts";
import { sqlOf } from "../tables/table.ts";
import type { Migration } from "./migration.ts";

/** All tables of version 1.0: decision 0037. */
const ground: Migration = {
  name: "1.0",
  sqlite: sqlOf("sqlite", tables),
  sqliteLookups: sqlOf("sqlite", lookupTables),
  postgres: sqlOf("postgres", { ...tables, ...lookupTables }),
};

/** New steps go to the end. A released step keeps its name and its text. */
export const migrations: readonly Migration[] = [ground];
