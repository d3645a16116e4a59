import { existsSync } from "node:fs";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { unwrittenErasures } from "#storage/database/erasures.ts";
import type { Portal } from "../portal.ts";
import { claimPlace } from "./at-target.ts";
import { completeLedger, writeErasures } from "./erasures.ts";

/**
 * Writes deletions to the ledger at BACKUP_URL that are not there yet. Without BACKUP_URL they wait: the first backup
 * that is made there writes all of them. The ledger of backups on this disk gets them in either case.
 */
export async function writeLedger(portal: Portal, stopping: AbortSignal): Promise<void> {
  const { backupPlace: place, database, localBackups } = portal;
  const hasLocal = existsSync(localBackups);
  if ((!place && !hasLocal) || (await unwrittenErasures(database.read, 1)).length === 0) return;
  if (hasLocal) {
    await using local = await openFilesystemBlobs(localBackups);
    if (place) await completeLedger(portal, local);
    else await writeErasures(portal, local, stopping);
  }
  if (!place) return;
  await using target = await place.open();
  await claimPlace(portal, target, place.location);
  await writeErasures(portal, target, stopping);
}
