import { existsSync } from "node:fs";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import type { Writer } from "#storage/database/database.ts";
import { type ErasureRow, unwrittenErasures } from "#storage/database/erasures.ts";
import { afterCommit, type Within } from "#storage/database/transaction.ts";
import type { Portal } from "../portal/portal.ts";
import { atPlace } from "./at-place.ts";
import { claimPlace } from "./at-target.ts";
import { noteErasures } from "./erasure-chain.ts";
import { completeLedger, writeErasures } from "./erasures.ts";

/** For the transaction that deletes the subjects: a restored backup deletes them again. */
export async function noteDeletion(
  within: Within<Portal>,
  writer: Writer,
  subject: ErasureRow["subject"],
  ...ids: string[]
): Promise<void> {
  await noteErasures(within, writer, subject, ids);
  await afterCommit(within, ({ events }) => events.emit("erasure-noted"));
}

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
  await atPlace(place, async (target) => {
    await claimPlace(portal, target, place.location);
    await writeErasures(portal, target, stopping);
  });
}
