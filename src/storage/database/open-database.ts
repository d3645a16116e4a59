import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartRefused } from "#core/errors.ts";
import type { Database } from "./database.ts";
import type { NewDatabase } from "./tables/copied-tables.ts";
import { lookupsFileOf, openSqlite } from "./sqlite/open-sqlite.ts";

/** `postgres://…`, `file:…`, or "" for SQLite in the data folder. Brings the schema up to date, or refuses one that is not. */
export async function openDatabase(url: string, dataDir: string, migrates = true): Promise<Database> {
  if (url === "") return openSqlite(join(dataDir, "attestry.db"), migrates);
  if (isPostgres(url)) {
    // Most portals need no driver for it.
    const { openPostgres } = await import("./postgres/open-postgres.ts");
    return openPostgres(url, migrates);
  }
  if (url.startsWith("file:///")) return openSqlite(fileURLToPath(url), migrates);
  throw new StartRefused("DATABASE_URL must start with postgres:// or file:///, or be empty for SQLite in DATA_DIR.");
}

/** Fails if the database holds a site already, or cannot be reached. */
export async function refuseExisting(url: string, dataDir: string): Promise<void> {
  if (isPostgres(url)) {
    const { refuseFilledPostgres } = await import("./postgres/new-postgres.ts");
    return refuseFilledPostgres(url);
  }
  const file = sqliteFile(url, dataDir);
  if (existsSync(file)) throw new StartRefused(`${file} is there already: nothing is written over it.`);
}

/** Makes a database where none is, with all its rows; nobody sees it before it is complete. */
export async function makeDatabase(
  url: string,
  dataDir: string,
  schemaVersion: number,
  fill: (database: NewDatabase) => Promise<void>,
): Promise<void> {
  if (isPostgres(url)) {
    const { makePostgres } = await import("./postgres/new-postgres.ts");
    return makePostgres(url, schemaVersion, fill);
  }
  const { makeSqlite } = await import("./sqlite/new-sqlite.ts");
  const file = sqliteFile(url, dataDir);
  return makeSqlite(file, lookupsFileOf(file), schemaVersion, fill);
}

const isPostgres = (url: string) => /^postgres(ql)?:\/\//.test(url);
const sqliteFile = (url: string, dataDir: string) => (url === "" ? join(dataDir, "attestry.db") : fileURLToPath(url));
