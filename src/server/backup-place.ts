import { statSync } from "node:fs";
import { access, constants, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Config } from "#config";
import { codeOf, StartRefused } from "#core/errors.ts";
import { reasonOf } from "#core/reason-of.ts";
import { asUser, unusablePlace } from "#operations/backups/at-place.ts";
import { isFreePlace } from "#operations/backups/at-target.ts";
import { retrying } from "#operations/backups/retrying-store.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import { blobLocation, openBlobs } from "#storage/blobs/open-blobs.ts";
import { makeFolder } from "#storage/make-folder.ts";
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
  const store = await openBackups(url, config).catch((error: unknown) => {
    throw cannotBeStored(url, config, error);
  });
  return { store: retrying(store), shown: blobLocation(url) };
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

/**
 * Says why no backup can be stored at BACKUP_URL, as this process sees it: a service of systemd may write to fewer folders
 * than a command. Null if one can be, or if it is not set. Creates no folder. Without `site`, does not look at what is there.
 */
export async function backupPlaceProblem(
  config: Config,
  site: Parameters<typeof isFreePlace>[0] | null,
): Promise<string | null> {
  const { BACKUP_URL: url } = config;
  if (url === "") return null;
  try {
    refuseDocumentsPlace(url, config);
    if (url.startsWith("file:")) await refuseUnusableFolder(fileURLToPath(url));
    await using store = await openBlobs(url, { onlyReads: url.startsWith("file:") });
    if (site) await isFreePlace(site, store, blobLocation(url));
    return null;
  } catch (error) {
    return cannotBeStored(url, config, error).message;
  }
}

async function refuseUnusableFolder(folder: string): Promise<void> {
  const existing = existingFolder(folder);
  await access(existing, readAndWrite);
  if (existing === folder) await refuseOtherFiles(folder, "BACKUP_URL");
}

const readAndWrite = constants.R_OK | constants.W_OK | constants.X_OK;

/** The folder, or the one above it in which it will be created. */
function existingFolder(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new StartRefused(`${path} is a file, not a folder. Check BACKUP_URL.`);
  return found ? path : existingFolder(dirname(path));
}

const cannotBeStored = (url: string, config: Config, cause: unknown): StartRefused =>
  unusablePlace(blobLocation(url), sourceOf(url, config), cause);

const sourceOf = (url: string, { BACKUP_URL }: Config) =>
  url === BACKUP_URL ? "BACKUP_URL" : "the place that you named";

function refuseDocumentsPlace(url: string, config: Config): void {
  if (blobLocation(url) !== blobLocation(blobUrlOf(config))) return;
  throw new StartRefused(
    `${blobLocation(url)} has the documents of the site. Choose another place for backups: check ${sourceOf(url, config)}.`,
  );
}

/** Opens a folder or bucket without retries, for callers that cannot wait until it is reachable again. */
export async function openBackups(url: string, config: Config): Promise<BlobStore> {
  refuseDocumentsPlace(url, config);
  if (url.startsWith("file:")) await makeBackupFolder(fileURLToPath(url), sourceOf(url, config));
  return openBlobs(url);
}

/**
 * Like `openBackupPlace`, but only for reading. Nothing is created or written, because a key or a disk may be
 * read-only.
 */
export async function openExistingPlace(given: string, config: Config): Promise<OpenPlace> {
  const url = backupUrl(given, config);
  if (url.startsWith("file:")) await refuseNoPlace(fileURLToPath(url));
  return { store: retrying(await openBlobs(url, { onlyReads: true })), shown: blobLocation(url) };
}

async function refuseNoPlace(path: string): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new StartRefused(`There is no backup: ${path} does not exist.`);
  if (!found.isDirectory()) throw new StartRefused(`There is no backup: ${path} is not a folder.`);
  await access(path, constants.R_OK | constants.X_OK).catch((cause: unknown) => {
    throw unreadablePlace(path, cause);
  });
}

export const unreadablePlace = (location: string, cause: unknown): StartRefused =>
  new StartRefused(
    `The backups in ${asUser(location)} cannot be read: ${reasonOf(cause)}. ${location.startsWith("s3:") ? "Check the address, the bucket and the key." : "Run this as the user to whom they belong."}`,
    { cause },
  );

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

async function makeBackupFolder(folder: string, setting: string): Promise<void> {
  await makeFolder(folder, setting);
  await access(folder, readAndWrite);
  await refuseOtherFiles(folder, setting);
}

/** Refuses a folder that contains other files, so that a backup never mixes with them or removes them. */
async function refuseOtherFiles(folder: string, setting: string): Promise<void> {
  const others = (await readdir(folder)).filter((name) => !/^([a-z\d]{2}|unfinished|lost\+found)$/.test(name));
  if (others.length > 0)
    throw new StartRefused(`${folder} contains other files than backups. Choose an empty folder for ${setting}.`);
}
