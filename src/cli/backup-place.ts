import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { StartRefused } from "#core/errors.ts";
import { patient } from "#operations/backups/patient-store.ts";
import { makeFolder } from "#server/make-folder.ts";
import { blobUrlOf } from "#server/open-portal.ts";
import type { Config } from "#config";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import { blobLocation, isBlobUrl, openBlobs } from "#storage/blobs/open-blobs.ts";

/** Where backups are. `shown` has no keys in it. */
export type BackupPlace = { store: BlobStore; shown: string };

/** A folder or s3://…; BACKUP_URL where nothing is said. */
export async function openBackupPlace(given: string, config: Config): Promise<BackupPlace> {
  const wanted = given === "" ? config.BACKUP_URL : given;
  if (wanted === "") throw new StartRefused("Say where the backups are: a folder or s3://…, or set BACKUP_URL.");
  const url = isBlobUrl(wanted) ? wanted : pathToFileURL(resolve(wanted)).href;
  if (blobLocation(url) === blobLocation(blobUrlOf(config))) {
    throw new StartRefused("Documents are stored at this place: choose another one for backups.");
  }
  if (url.startsWith("file:")) await makeFolder(fileURLToPath(url));
  return { store: patient(await openBlobs(url)), shown: blobLocation(url) };
}
