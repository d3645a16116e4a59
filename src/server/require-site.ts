import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { databaseFile } from "#storage/database/open-database.ts";
import { refuseUnusableDataFolder } from "./data-folder.ts";
import { refuseUnfinishedRestore } from "./restore-mark.ts";

/** Where deploy/attestry.service reads its settings. */
export const serviceSettings = "/etc/attestry.env";

/** For commands: they work on a site that a start has made, and would otherwise make an empty one beside it. */
export function requireSite(config: Config): void {
  refuseUnusableDataFolder(config);
  refuseUnfinishedRestore(config);
  const { DATA_DIR, DATABASE_URL } = config;
  const missing = [DATA_DIR, databaseFile(DATABASE_URL, DATA_DIR) ?? DATA_DIR].find((place) => !existsSync(place));
  if (missing === undefined) return;
  const hasNoSettings = DATA_DIR === resolve("data") && existsSync(serviceSettings);
  const service = hasNoSettings ? `, or run /usr/local/bin/attestry, which reads ${serviceSettings}` : "";
  throw new StartRefused(
    `There is no site here: ${missing} is missing. Check DATA_DIR and DATABASE_URL${service}. Only attestry start makes a new site.`,
  );
}
