import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";

/** The file of the records; null on PostgreSQL. */
export function databaseFile({ DATABASE_URL, DATA_DIR }: Config): string | null {
  if (DATABASE_URL === "") return join(DATA_DIR, "attestry.db");
  return DATABASE_URL.startsWith("file:") ? fileURLToPath(DATABASE_URL) : null;
}

/** For commands that only look: opening SQLite would make a file that is missing. */
export function requireDatabase(config: Config): void {
  const file = databaseFile(config);
  if (file === null || existsSync(file)) return;
  throw new StartRefused(`There are no records in ${config.DATA_DIR}: check DATA_DIR and DATABASE_URL.`);
}
