import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { problemOf } from "#operations/backups/backup-runs.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import type { Portal } from "#operations/portal.ts";
import { blobLocation } from "#storage/blobs/open-blobs.ts";
import { openBackups } from "./backup-place.ts";

/** The place where the database is saved before a migration, if BACKUP_URL is not set. */
export const localBackups = (dataDir: string): string => join(dataDir, "before-migration");

/** Saves the database before it is changed. The process that migrates holds the schema lock, so only one process saves. */
export async function saveBeforeMigration(config: Config, opened: Pick<Portal, "database" | "keyring">): Promise<void> {
  const { BACKUP_URL, DATA_DIR, PUBLIC_URL } = config;
  const url = BACKUP_URL === "" ? pathToFileURL(localBackups(DATA_DIR)).href : BACKUP_URL;
  try {
    await using store = await openBackups(url, config);
    const site = { ...opened, now: Date.now, publicOrigin: PUBLIC_URL };
    // Documents are not read: migrations do not change them.
    await makeBackup({ ...site, blobs: store }, store, { withDocuments: false, location: blobLocation(url) });
  } catch (cause) {
    throw new StartRefused(
      `This version changes the database, but the backup before the change failed (${problemOf(cause)}). Check BACKUP_URL or DATA_DIR, or run attestry start --without-backup.`,
      { cause },
    );
  }
}
