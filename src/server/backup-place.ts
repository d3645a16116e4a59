import { existsSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Config } from "#config";
import { codeOf, StartRefused } from "#core/errors.ts";
import { isManifest } from "#operations/backups/manifest.ts";
import { retrying } from "#operations/backups/retrying-store.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import { blobLocation, openBlobs } from "#storage/blobs/open-blobs.ts";
import { openTarFile } from "#storage/blobs/tar-file.ts";
import { makeFolder } from "./make-folder.ts";
import { fromCaller } from "./project-folder.ts";

export const blobUrlOf = ({ BLOB_URL, DATA_DIR }: Config): string =>
  BLOB_URL === "" ? pathToFileURL(join(DATA_DIR, "blobs")).href : BLOB_URL;

/** `shown` has no keys in it. */
export type OpenPlace = { store: BlobStore; shown: string };

/** A folder, a file that ends in .tar, or s3://…; BACKUP_URL where nothing is said. What fails there is tried again for minutes. */
export async function openBackupPlace(given: string, config: Config): Promise<OpenPlace> {
  const url = backupUrl(given, config);
  const store = isTarFile(url) ? await openTar(url) : retrying(await openBackups(url, config));
  return { store, shown: blobLocation(url) };
}

export const isTarFile = (url: string): boolean => url.startsWith("file:") && isTarName(url);

const isTarName = (path: string) => /\.tar$/i.test(path);

const openTar = (url: string): Promise<BlobStore> => openTarFile(fileURLToPath(url), isManifest);

/** For a new backup: a name that cannot be used is mended at once, and no backup that failed. */
export function refuseUnusableTar(url: string): void {
  if (!isTarFile(url)) return;
  const file = fileURLToPath(url);
  if (!existsSync(dirname(file))) throw new StartRefused(`There is no folder ${dirname(file)}: is its disk mounted?`);
  if (existsSync(file))
    throw new StartRefused(`${file} is there already: nothing is written into it. Name a new file.`);
}

/** Whether a folder or tar file would be lost with DATA_DIR. */
export function isOnSameDisk(url: string, { DATA_DIR }: Config): boolean {
  const disk = url.startsWith("file:") ? deviceOf(fileURLToPath(url)) : null;
  return disk !== null && disk === deviceOf(DATA_DIR);
}

/** What is not there yet will be on the disk of the folder above it. */
function deviceOf(path: string): number | null {
  try {
    return statSync(path).dev;
  } catch (error) {
    return codeOf(error) === "ENOENT" ? deviceOf(dirname(path)) : null;
  }
}

/** A folder or bucket, for those who cannot wait until it is back. */
export async function openBackups(url: string, config: Config): Promise<BlobStore> {
  if (blobLocation(url) === blobLocation(blobUrlOf(config))) {
    throw new StartRefused("Documents are stored at this place: choose another one for backups.");
  }
  if (url.startsWith("file:")) await makeBackupFolder(fileURLToPath(url));
  return openBlobs(url);
}

/** The same for those who only read, as a key or a disk may allow no more: nothing is made or tried there. */
export async function openExistingPlace(given: string, config: Config): Promise<OpenPlace> {
  const url = backupUrl(given, config);
  if (url.startsWith("file:")) refuseNoPlace(fileURLToPath(url));
  const store = isTarFile(url) ? await openTar(url) : retrying(await openBlobs(url, { onlyReads: true }));
  return { store, shown: blobLocation(url) };
}

function refuseNoPlace(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new StartRefused(`There is no backup: ${path} does not exist.`);
  if (!found.isDirectory() && !isTarName(path))
    throw new StartRefused(`There is no backup: ${path} is neither a folder nor a file that ends in .tar.`);
}

export function backupUrl(given: string, { BACKUP_URL }: Config): string {
  const wanted = given === "" ? BACKUP_URL : given;
  if (wanted === "") {
    throw new StartRefused(
      "Say where the backups are: a folder, a file that ends in .tar, or s3://…; or set BACKUP_URL.",
    );
  }
  if (/^(s3|file):/.test(wanted)) return wanted;
  // What looks like an address, and may have keys in it, never becomes the name of a folder.
  if (/^[a-z][a-z\d+.-]+:/i.test(wanted))
    throw new StartRefused("A place for backups is a folder, a file that ends in .tar, or s3://…");
  return pathToFileURL(fromCaller(wanted)).href;
}

/** Nothing of somebody else's is in the way, or ever removed. */
async function makeBackupFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const others = (await readdir(folder)).filter((name) => !/^([a-z\d]{2}|drafts|lost\+found)$/.test(name));
  if (others.length > 0) throw new StartRefused(`${folder} holds other things than backups: choose an empty folder.`);
}
