import { existsSync } from "node:fs";
import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { databaseFile } from "#storage/database/open-database.ts";

/** For commands that only look: opening SQLite would make a file that is missing. */
export function requireDatabase({ DATABASE_URL, DATA_DIR }: Config): void {
  const file = databaseFile(DATABASE_URL, DATA_DIR);
  if (file === null || existsSync(file)) return;
  throw new StartRefused(`There are no records in ${DATA_DIR}: check DATA_DIR and DATABASE_URL.`);
}
