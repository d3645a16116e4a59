import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { problemOf } from "#operations/backups/backup-runs.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { timeOfManifest } from "#operations/backups/manifest.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { BlobName } from "#storage/blobs/blob-store.ts";
import { blobLocation } from "#storage/blobs/open-blobs.ts";
import { openBackups } from "./backup-place.ts";

/** The place where the database is saved before a migration, if BACKUP_URL is not set. */
export const localBackups = (dataDir: string): string => join(dataDir, "before-migration");

/** `place` is the folder of the backup. Null if BACKUP_URL names the place: it may contain keys, which no log may show. */
export type SavedBefore = { name: BlobName; place: string | null };

/** Saves the database before it is changed. The process that migrates holds the schema lock, so only one process saves. */
export async function saveBeforeMigration(
  config: Config,
  opened: Pick<Portal, "database" | "keyring">,
): Promise<SavedBefore> {
  const { BACKUP_URL, DATA_DIR, PUBLIC_URL } = config;
  const url = BACKUP_URL === "" ? pathToFileURL(localBackups(DATA_DIR)).href : BACKUP_URL;
  try {
    await using store = await openBackups(url, config);
    const site = { ...opened, now: Date.now, publicOrigin: PUBLIC_URL };
    // Documents are not read: migrations do not change them.
    const location = blobLocation(url);
    const { name } = await makeBackup({ ...site, blobs: store }, store, { withDocuments: false, location });
    return { name, place: BACKUP_URL === "" ? location : null };
  } catch (cause) {
    throw new StartRefused(
      `This version changes the database, but the backup before the change failed (${problemOf(cause)}). Check BACKUP_URL or DATA_DIR, or run attestry start --without-backup.`,
      { cause },
    );
  }
}

/** On a large database this takes minutes. */
export const savingNotice =
  "this version changes the database, and saves it first: until both are done, this process does not answer";

/** Tells the operator that older programs refuse to write after these steps, and how to go back. */
export function fenceNotice(steps: readonly string[], saved: SavedBefore | null): string {
  const changed = `this version changed the database in a way that earlier versions would damage (migration "${steps.join('", "')}"): their processes refuse to write from now on, and stop`;
  if (!saved)
    return `${changed}. This start made no backup before. To go back, restore an earlier backup with the earlier version, into an empty database: attestry restore --database`;
  const { name, place } = saved;
  const at = new Date(timeOfManifest(name)).toISOString();
  const command = `attestry restore --database --at ${at}${place === null ? "" : ` ${inShell(place)}`}`;
  return `${changed}. To go back, restore ${name} with the earlier version, into an empty database: ${command}`;
}

const inShell = (word: string) => (/^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);
