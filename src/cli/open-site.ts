import type { Config } from "#config";
import { type OpenPortal, openPortal } from "#server/open-portal.ts";
import { databaseLocation } from "#storage/database/open-database.ts";

/** Opens the site that a start has made. For every command but those that make a site. */
export function openSite(config: Config): Promise<OpenPortal> {
  nameSite(config);
  return openPortal(config, { isThere: true });
}

/** Says which site a command works on: a shell may have other settings than the service. */
export function nameSite({ PUBLIC_URL, DATABASE_URL, DATA_DIR }: Config): void {
  const records = databaseLocation(DATABASE_URL, DATA_DIR);
  console.error(`Site: ${PUBLIC_URL}, records in ${records}, other data in ${DATA_DIR}.`);
}
