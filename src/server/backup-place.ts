import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Config } from "#config";
import { codeOf, StartRefused } from "#core/errors.ts";
import { retrying } from "#operations/backups/retrying-store.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import { blobLocation, openBlobs } from "#storage/blobs/open-blobs.ts";
import { makeFolder } from "./make-folder.ts";
import { fromCaller } from "./from-caller.ts";

export const blobUrlOf = ({ BLOB_URL, DATA_DIR }: Config): string =>
  BLOB_URL === "" ? pathToFileURL(join(DATA_DIR, "blobs")).href : BLOB_URL;

/** `shown` is the place for people to read, without keys. */
export type OpenPlace = { store: BlobStore; shown: string };

/**
 * Opens a folder or s3://…; BACKUP_URL if `given` is empty. Failures that may be temporary are retried for minutes.
 */
export async function openBackupPlace(given: string, config: Config): Promise<OpenPlace> {
  const url = backupUrl(given, config);
  return { store: retrying(await openBackups(url, config)), shown: blobLocation(url) };
}

/** True if a folder is on the same disk as DATA_DIR: both would be lost together. */
export function isOnSameDisk(url: string, { DATA_DIR }: Config): boolean {
  const disk = url.startsWith("file:") ? deviceOf(fileURLToPath(url)) : null;
  return disk !== null && disk === deviceOf(DATA_DIR);
}

/**
 * The device of a path. A path that does not exist yet will be on the disk of the folder above it. Null if it cannot be
 * read.
 */
function deviceOf(path: string): number | null {
  try {
    return statSync(path).dev;
  } catch (error) {
    return codeOf(error) === "ENOENT" ? deviceOf(dirname(path)) : null;
  }
}

/** Opens a folder or bucket without retries, for callers that cannot wait until it is reachable again. */
export async function openBackups(url: string, config: Config): Promise<BlobStore> {
  if (blobLocation(url) === blobLocation(blobUrlOf(config))) {
    throw new StartRefused("This place has the documents of the site. Choose another one for backups.");
  }
  if (url.startsWith("file:")) await makeBackupFolder(fileURLToPath(url));
  return openBlobs(url);
}

/**
 * Like `openBackupPlace`, but only for reading. Nothing is created or written, because a key or a disk may be
 * read-only.
 */
export async function openExistingPlace(given: string, config: Config): Promise<OpenPlace> {
  const url = backupUrl(given, config);
  if (url.startsWith("file:")) refuseNoPlace(fileURLToPath(url));
  return { store: retrying(await openBlobs(url, { onlyReads: true })), shown: blobLocation(url) };
}

function refuseNoPlace(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new StartRefused(`There is no backup: ${path} does not exist.`);
  if (!found.isDirectory()) throw new StartRefused(`There is no backup: ${path} is not a folder.`);
}

export function backupUrl(given: string, { BACKUP_URL }: Config): string {
  const wanted = given === "" ? BACKUP_URL : given;
  if (wanted === "") {
    throw new StartRefused("Name the place of the backups (a folder or s3://…), or set BACKUP_URL.");
  }
  if (/^(s3|file):/.test(wanted)) return wanted;
  // This looks like a URL and may contain keys: it must not become the name of a folder.
  if (/^[a-z][a-z\d+.-]+:/i.test(wanted)) throw new StartRefused("A place for backups must be a folder or s3://…");
  return pathToFileURL(fromCaller(wanted)).href;
}

/** Refuses a folder that contains other files, so that a backup never mixes with them or removes them. */
async function makeBackupFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const others = (await readdir(folder)).filter((name) => !/^([a-z\d]{2}|unfinished|lost\+found)$/.test(name));
  if (others.length > 0) throw new StartRefused(`${folder} contains other files than backups. Choose an empty folder.`);
}
