import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { refuseUnusableDataFolder } from "#server/data-folder.ts";
import { refuseUnfinishedRestore } from "#server/restore-mark.ts";
import { databaseFile } from "#storage/database/open-database.ts";

/** For commands that only read: opening SQLite would create a missing file. */
export function requireDatabase(config: Config): void {
  refuseUnusableDataFolder(config);
  refuseUnfinishedRestore(config);
  const { DATABASE_URL, DATA_DIR } = config;
  const file = databaseFile(DATABASE_URL, DATA_DIR);
  if (file === null || existsSync(file)) return;
  throw new StartRefused(`There are no records in ${dirname(file)}: check DATA_DIR and DATABASE_URL.`);
}
