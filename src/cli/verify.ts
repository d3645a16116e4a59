import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { StartRefused } from "#core/errors.ts";
import { verifyAudit, verifyRecords, verifyImages, verifyLookupLog, verifyStates } from "#operations/verify.ts";
import { openPortal } from "#server/open-portal.ts";

/** Reads everything once and changes no schema. Fails with a line for each thing that is not whole. */
export async function run(args: string[]): Promise<void> {
  parseArgs({ args });
  const config = readConfig();
  const { DATABASE_URL, DATA_DIR } = config;
  const file = DATABASE_URL === "" ? join(DATA_DIR, "attestry.db") : DATABASE_URL;
  if (!file.startsWith("postgres") && !existsSync(file.startsWith("file:") ? fileURLToPath(file) : file)) {
    throw new StartRefused(`There are no records in ${DATA_DIR}: check DATA_DIR and DATABASE_URL.`);
  }
  await using portal = await openPortal(config, { migrates: false });
  const { problems, unchecked } = await portal.database.checkIntegrity();
  console.log(`Database: ${unchecked ?? (problems.length === 0 ? "whole" : "broken")}.`);
  const audit = await verifyAudit(portal);
  const records = await verifyRecords(portal);
  console.log(`Audit chain: ${audit.events} events, ${audit.brokenAt === null ? "whole" : "broken"}.`);
  console.log(`Records: ${records.opened} open, ${records.broken.length} do not.`);
  const unlogged = await verifyStates(portal);
  console.log(`States of records: ${unlogged.length} are not what the audit says.`);
  const images = await verifyImages(portal);
  console.log(`Images: ${images.kept} whole, ${images.broken.length} not; ${images.orphans.length} blobs of none.`);
  const log = await verifyLookupLog(portal);
  const lost = log.lost > 0 ? ` (${log.lost} more were not written down)` : "";
  console.log(`Lookup log: ${log.lookups} lookups${lost}, ${log.brokenAt === null ? "whole" : "broken"}.`);
  const found = [
    ...problems.map((problem) => `The database itself is broken: ${problem}`),
    ...(audit.brokenAt === null ? [] : [`The audit chain is broken at event ${audit.brokenAt}.`]),
    ...(log.brokenAt === null ? [] : [`The log of lookups is broken at batch ${log.brokenAt}.`]),
    ...unlogged.map((id) => `Record ${id} was changed or deleted past the audit.`),
    ...images.broken.map((id) => `Image ${id} is not whole; restore it from a backup.`),
    ...records.broken.map((id) => `Record ${id} cannot be opened; restore it from a backup.`),
  ];
  if (found.length > 0) throw new StartRefused(found.join("\n"));
}
