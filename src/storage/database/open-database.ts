import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartRefused } from "#core/errors.ts";
import { databaseAddress } from "#core/settings/environment-values.ts";
import type { LockedDatabase, NewDatabaseOptions } from "./tables/copied-tables.ts";
import type { Database } from "./database.ts";
import { isEmptySite } from "./empty-site.ts";
import type { MigrationMode } from "./migrations/migration.ts";
import { migrations } from "./migrations/steps.ts";
import { lookupsFileOf, openSqlite } from "./sqlite/open-sqlite.ts";

const unsaved: MigrationMode = { before: async () => undefined };

/** Opens `postgres://…`, `file:…`, or "" for SQLite in the data folder. Migrates it, unless `mode` forbids it. */
export async function openDatabase(
  url: string,
  dataDir: string,
  mode: MigrationMode = unsaved,
  steps = migrations,
): Promise<Database> {
  if (isPostgres(url)) {
    // Imported on demand: most portals need no PostgreSQL driver.
    const { openPostgres } = await import("./postgres/open-postgres.ts");
    return openPostgres(url, mode, steps);
  }
  if (url === "" || url.startsWith("file:///")) return openSqlite(sqliteFile(url, dataDir), mode, steps);
  throw new StartRefused("DATABASE_URL must start with postgres:// or file:///, or be empty for SQLite in DATA_DIR.");
}

/** Throws if the database already contains a site, or cannot be reached. */
export async function refuseExisting(url: string, dataDir: string): Promise<void> {
  const problem = await existingSite(url, dataDir);
  if (problem !== null) throw new StartRefused(problem);
}

/** Says why no new database may be made there: it contains a site. Null if it does not. */
export async function existingSite(url: string, dataDir: string): Promise<string | null> {
  if (isPostgres(url)) {
    const { filledPostgres } = await import("./postgres/new-postgres.ts");
    return filledPostgres(url);
  }
  const found = sqliteFilesWithLogs(url, dataDir).find((name) => existsSync(name));
  return found === undefined ? null : `${found} exists already and is not overwritten.`;
}

/**
 * Removes an empty site, so that a backup can take its place. No process may use it. Returns false, and changes nothing,
 * if it is not empty. A removal that was interrupted is completed.
 */
export async function removeEmptySite(url: string, dataDir: string): Promise<boolean> {
  if (isPostgres(url)) {
    const { removeEmptyPostgres } = await import("./postgres/new-postgres.ts");
    return removeEmptyPostgres(url);
  }
  if (existsSync(sqliteFile(url, dataDir))) {
    await using database = await openDatabase(url, dataDir);
    if (!(await isEmptySite(database.read))) return false;
  }
  for (const name of sqliteFilesWithLogs(url, dataDir)) await rm(name, { force: true });
  return true;
}

/** Makes a new database with all its rows. Other processes do not see it before it is complete. */
export async function makeDatabase(url: string, dataDir: string, options: NewDatabaseOptions): Promise<void> {
  if (isPostgres(url)) {
    const { makePostgres } = await import("./postgres/new-postgres.ts");
    return makePostgres(url, options);
  }
  const { makeSqlite } = await import("./sqlite/new-sqlite.ts");
  return makeSqlite(...sqliteFiles(url, dataDir), options);
}

/** Completes a `makeDatabase` that was interrupted after the other database was marked as moved. */
export async function publishDatabase(url: string, dataDir: string): Promise<void> {
  if (isPostgres(url)) {
    const { showPostgres } = await import("./postgres/new-postgres.ts");
    return showPostgres(url);
  }
  const { showSqlite } = await import("./sqlite/new-sqlite.ts");
  return showSqlite(...sqliteFiles(url, dataDir));
}

/** Locks a database for a move: all its rows can be read, and no other process can change them. */
export async function lockDatabase(url: string, dataDir: string): Promise<LockedDatabase> {
  if (isPostgres(url)) {
    const { lockPostgres } = await import("./postgres/locked-postgres.ts");
    return lockPostgres(url);
  }
  const { lockSqlite } = await import("./sqlite/locked-sqlite.ts");
  const [file, lookupsFile] = sqliteFiles(url, dataDir);
  if (!existsSync(file)) throw new StartRefused(`There are no records in ${file}: check DATA_DIR and DATABASE_URL.`);
  return lockSqlite(file, lookupsFile);
}

/** Returns the location of a database for display: the file, or the address without user and password. */
export function databaseLocation(url: string, dataDir: string): string {
  if (!isPostgres(url)) return sqliteFile(url, dataDir);
  const { host = "", pathname = "" } = databaseAddress(url) ?? {};
  return `postgres://${host}${pathname}`;
}

/** The file of the records; null on PostgreSQL. */
export const databaseFile = (url: string, dataDir: string): string | null =>
  isPostgres(url) ? null : sqliteFile(url, dataDir);

const isPostgres = (url: string) => /^postgres(ql)?:\/\//.test(url);
const sqliteFile = (url: string, dataDir: string) => (url === "" ? join(dataDir, "attestry.db") : fileURLToPath(url));

function sqliteFiles(url: string, dataDir: string): [file: string, lookupsFile: string] {
  const file = sqliteFile(url, dataDir);
  return [file, lookupsFileOf(file)];
}

/** SQLite would use a log that is left of another database as the log of a new file. */
const sqliteFilesWithLogs = (url: string, dataDir: string) =>
  sqliteFiles(url, dataDir).flatMap((name) => ["", "-wal", "-shm", "-journal"].map((end) => name + end));
