import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { isManifest } from "#operations/backups/manifest.ts";
import { patient } from "#operations/backups/patient-store.ts";
import { makeFolder } from "#server/make-folder.ts";
import { blobUrlOf } from "#server/open-portal.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import { blobLocation, openBlobs } from "#storage/blobs/open-blobs.ts";
import { openTarFile } from "#storage/blobs/tar-file.ts";

/** Where backups are. `shown` has no keys in it. */
export type BackupPlace = { store: BlobStore; shown: string };

/** A folder, a file that ends in .tar, or s3://…; BACKUP_URL where nothing is said. */
export async function openBackupPlace(given: string, config: Config): Promise<BackupPlace> {
  const url = backupUrl(given, config);
  if (url.endsWith(".tar")) {
    const file = fileURLToPath(url);
    return { store: await openTarFile(file, isManifest), shown: file };
  }
  if (blobLocation(url) === blobLocation(blobUrlOf(config))) {
    throw new StartRefused("Documents are stored at this place: choose another one for backups.");
  }
  if (url.startsWith("file:")) await makeFolder(fileURLToPath(url));
  return { store: patient(await openBlobs(url)), shown: blobLocation(url) };
}

/** The same for those who only read: nothing is made. */
export async function openExistingPlace(given: string, config: Config): Promise<BackupPlace> {
  const url = backupUrl(given, config);
  if (url.startsWith("file:") && !existsSync(fileURLToPath(url))) {
    throw new StartRefused(`There is no backup: ${fileURLToPath(url)} does not exist.`);
  }
  return openBackupPlace(given, config);
}

function backupUrl(given: string, { BACKUP_URL }: Config): string {
  const wanted = given === "" ? BACKUP_URL : given;
  if (wanted === "") {
    throw new StartRefused(
      "Say where the backups are: a folder, a file that ends in .tar, or s3://…; or set BACKUP_URL.",
    );
  }
  return /^(s3|file):/.test(wanted) ? wanted : pathToFileURL(resolve(wanted)).href;
}
