import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartRefused } from "#core/errors.ts";
import type { Database } from "./database.ts";
import { openSqlite } from "./sqlite/open-sqlite.ts";

/** `postgres://…`, `file:…`, or "" for SQLite in the data folder. Brings the schema up to date, or refuses one that is not. */
export async function openDatabase(url: string, dataDir: string, migrates = true): Promise<Database> {
  if (url === "") return openSqlite(join(dataDir, "attestry.db"), migrates);
  if (/^postgres(ql)?:\/\//.test(url)) {
    // Most portals need no driver for it.
    const { openPostgres } = await import("./postgres/open-postgres.ts");
    return openPostgres(url, migrates);
  }
  if (url.startsWith("file:///")) return openSqlite(fileURLToPath(url), migrates);
  throw new StartRefused("DATABASE_URL must start with postgres:// or file:///, or be empty for SQLite in DATA_DIR.");
}
