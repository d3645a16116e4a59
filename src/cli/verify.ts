import { existsSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "#config";
import { StartRefused } from "#core/errors.ts";
import { verifyAudit, verifyRecords, verifyImages, verifyLookupLog } from "#operations/verify.ts";
import { openPortal } from "#server/open-portal.ts";

/** Reads everything once. Fails when the chain is broken or a record does not open. */
export async function run(): Promise<void> {
  const config = readConfig();
  if (config.DATABASE_URL === "" && !existsSync(join(config.DATA_DIR, "attestry.db"))) {
    throw new StartRefused(`There are no records in ${config.DATA_DIR}: check DATA_DIR.`);
  }
  await using portal = await openPortal(config);
  const audit = await verifyAudit(portal);
  const records = await verifyRecords(portal);
  console.log(`Audit chain: ${audit.events} events, ${audit.brokenAt === null ? "whole" : "broken"}.`);
  console.log(`Records: ${records.opened} open, ${records.broken.length} do not.`);
  const images = await verifyImages(portal);
  console.log(`Images: ${images.kept} whole, ${images.broken.length} not; ${images.orphans.length} blobs of none.`);
  const log = await verifyLookupLog(portal);
  const lost = log.lost > 0 ? ` (${log.lost} more were not written down)` : "";
  console.log(`Lookup log: ${log.lookups} lookups${lost}, ${log.brokenAt === null ? "whole" : "broken"}.`);
  if (audit.brokenAt !== null) throw new StartRefused(`The audit chain is broken at event ${audit.brokenAt}.`);
  if (log.brokenAt !== null) throw new StartRefused(`The log of lookups is broken at batch ${log.brokenAt}.`);
  const [image] = images.broken;
  if (image !== undefined) throw new StartRefused(`Image ${image} is not whole; restore it from a backup.`);
  const [first] = records.broken;
  if (first !== undefined) throw new StartRefused(`Record ${first} cannot be opened; restore it from a backup.`);
}
