import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { noteTrial } from "#operations/backups/backup-runs.ts";
import type { LinkedErasure } from "#operations/backups/erasure-chain.ts";
import { readLedger } from "#operations/backups/erasures.ts";
import type { BackupProgress } from "#operations/backups/make-backup.ts";
import { type Manifest, manifestName, readManifest } from "#operations/backups/manifest.ts";
import { refuseOtherRegistry } from "#operations/backups/registry-of-backup.ts";
import {
  findBackup,
  removeDocuments,
  type RestorePlace,
  restoreDocuments,
  restoreRows,
} from "#operations/backups/restore-backup.ts";
import { retrying } from "#operations/backups/retrying-store.ts";
import { continueAfterRestore } from "#operations/log/continue-log.ts";
import { type OutsideCopy, readCopy } from "#operations/log/outside-copies.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { type Keyring, openKeyring } from "#sealing/keyring.ts";
import { type BlobName, blobName, type BlobStore } from "#storage/blobs/blob-store.ts";
import { blobLocation } from "#storage/blobs/open-blobs.ts";
import { databaseLocation, existingSite, makeDatabase, refuseExisting } from "#storage/database/open-database.ts";
import { logTrees } from "#storage/database/proofs/log.ts";
import { registriesIn } from "#storage/database/registries.ts";
import { blobUrlOf, openExistingPlace, type OpenPlace } from "./backup-place.ts";
import { openDocumentBlobs } from "./open-portal.ts";
import { markedBackup, markRestore, unmarkRestore } from "./restore-mark.ts";
import { existingSecrets } from "./secret-file.ts";

type Wanted = {
  before?: number | undefined;
  isDatabaseAlone?: boolean;
  withoutErasures?: boolean;
  isPartAllowed?: boolean;
  /** Without a shell, nobody can run it again: one that fails, or whose site could not start, leaves no document. */
  leavesNothing?: boolean;
};

/** Who watches a restore: the terminal of a command, or a page. */
export type RestoreWatcher = {
  say: (line: string) => void;
  warn: (line: string) => void;
  /** Runs one part, which writes to `place`, and shows its progress. */
  part: <Result>(
    what: "documents" | "rows",
    place: string,
    work: (onProgress: BackupProgress) => Promise<Result>,
  ) => Promise<Result>;
};

/**
 * Restores documents and rows into empty places. `finishRestore` has to follow, once the site is open, and then the mark
 * of the restore is removed.
 */
export async function restoreSite(
  config: Config,
  { store, shown }: OpenPlace,
  { before, isDatabaseAlone = false, withoutErasures = false, isPartAllowed = false, leavesNothing = false }: Wanted,
  { say, warn, part }: RestoreWatcher,
): Promise<Manifest> {
  const { DATABASE_URL, DATA_DIR } = config;
  await using undoing = new AsyncDisposableStack();
  const keyring = openKeyring(await existingSecrets(config.SECRET, DATA_DIR));
  await refuseExisting(DATABASE_URL, DATA_DIR);
  const onDamaged = (damaged: string) => warn(`${damaged} is damaged. Trying the backup before it.`);
  let ledger: LinkedErasure[] = [];
  const readDocuments = async (place: RestorePlace) => {
    if (leavesNothing) {
      await refuseOtherRegistry(place, config.REGISTRY);
      undoing.defer(() => undoRestore(config, place));
    }
    if (!withoutErasures) ledger = await knownErasures(config, { store, shown }, { keyring, isPartAllowed, warn });
    await beginRestore(config, place, say);
  };
  // Who runs a command again chooses the backup anew.
  const stopped = leavesNothing ? markedBackup(config) : null;
  const wanted = { location: shown, before, stopped, isDatabaseAlone, onDamaged, readDocuments };
  const { manifest } = await part("documents", blobLocation(blobUrlOf(config)), (onProgress) =>
    findBackup(store, keyring, { ...wanted, onProgress }),
  );
  const place = { target: store, manifest, keyring };
  await part("rows", databaseLocation(DATABASE_URL, DATA_DIR), (onProgress) =>
    makeDatabase(DATABASE_URL, DATA_DIR, {
      steps: manifest.steps,
      fill: (database) => restoreRows({ ...place, onProgress }, database, ledger),
    }),
  );
  undoing.move();
  return manifest;
}

/** The backup of a restore that was stopped after its database was complete; null if there is none. */
export async function manifestToFinish(config: Config, { store }: OpenPlace): Promise<Manifest | null> {
  const { DATABASE_URL, DATA_DIR, SECRET } = config;
  const backup = markedBackup(config);
  if (backup === null || (await existingSite(DATABASE_URL, DATA_DIR)) === null) return null;
  const keyring = openKeyring(await existingSecrets(SECRET, DATA_DIR));
  return (await readManifest(store, keyring, blobName(backup))).manifest;
}

/** Throws, and removes nothing, if the database is there: it may be complete although the last request to it failed. */
export async function undoRestore(config: Config, place: RestorePlace): Promise<void> {
  await refuseExisting(config.DATABASE_URL, config.DATA_DIR);
  await using blobs = await openDocumentBlobs(config);
  await removeDocuments(place, blobs);
  await unmarkRestore(config.DATA_DIR);
}

/** The first work of a restored site. Returns what became of its public log; null if it had none. */
export async function finishRestore(portal: Portal, config: Config, place: OpenPlace, manifest: Manifest) {
  const trial = { kind: "restore", started_at: portal.now(), target: place.shown } as const;
  await noteTrial(portal, trial, { name: manifestName(manifest.madeAt), manifest });
  for (const other of await otherSites(portal))
    await continueAfterRestore(other, await copiesElsewhere(other, config, place));
  return continueAfterRestore(portal, await copiesElsewhere(portal, config, place));
}

/** The sites of other registries in the same database. Each keeps the address of its log. */
async function otherSites(portal: Portal): Promise<Portal[]> {
  const { read } = portal.database;
  const others = (await registriesIn(read)).filter((registry) => registry !== portal.registry);
  return Array.fromAsync(others, async (registry) => {
    const [tree] = await logTrees(read, registry);
    const publicOrigin = tree ? `https://${tree.origin.split("/")[0]}` : portal.publicOrigin;
    return { ...portal, registry, publicOrigin };
  });
}

/** No site could be opened with the database alone. */
async function requireDocuments({ tables }: Manifest, blobs: BlobStore, blobsAt: string): Promise<void> {
  const images = tables.find(({ name }) => name === "image")?.rows ?? 0;
  if (images === 0 || (await blobs.names()[Symbol.asyncIterator]().next()).done !== true) return;
  throw new StartRefused(
    `The records of this backup name documents, but ${blobsAt} has none. Restore a backup with its documents, without --database, or put the documents there first.`,
  );
}

/** From here on no site starts in this place. The documents are restored first. */
async function beginRestore(config: Config, place: RestorePlace, say: RestoreWatcher["say"]): Promise<void> {
  await using blobs = await openDocumentBlobs(config);
  if (!place.manifest.documents) await requireDocuments(place.manifest, blobs, blobLocation(blobUrlOf(config)));
  const backup = manifestName(place.manifest.madeAt);
  await markRestore(config, backup, async () => {
    // A site may have been started since the first check.
    await refuseExisting(config.DATABASE_URL, config.DATA_DIR);
    say(`Restoring ${backup}, made at ${place.manifest.madeAt} …`);
    if (place.manifest.documents) await restoreDocuments(place, retrying(blobs));
  });
}

type Ledgers = { keyring: Keyring; isPartAllowed: boolean; warn: RestoreWatcher["warn"] };

/** The deletions noted at this place and at BACKUP_URL. A deletion is noted at BACKUP_URL when it is made. */
async function knownErasures(
  config: Config,
  { store, shown }: OpenPlace,
  { keyring, isPartAllowed, warn }: Ledgers,
): Promise<LinkedErasure[]> {
  const { BACKUP_URL } = config;
  const reading = { onOther: (name: BlobName) => warn(foreignFile(name)), isPartAllowed };
  const here = await readLedger(store, keyring, reading);
  const isElsewhere = BACKUP_URL !== "" && blobLocation(BACKUP_URL) !== shown;
  await using usual = isElsewhere ? (await openExistingPlace("", config)).store : null;
  const there = usual && (await readLedger(usual, keyring, reading));
  if (!here && !there) {
    throw new StartRefused(
      "The list of deletions is missing at this place, so people who were deleted after the backup would come back. To restore anyway, use --without-erasures.",
    );
  }
  if (BACKUP_URL === "")
    warn(
      "BACKUP_URL is not set. If the site noted deletions at another place, people who were deleted after the last backup at this place come back.",
    );
  return [...(here ?? []), ...(there ?? [])].toSorted((one, other) => one.seq - other.seq);
}

/** The newest checkpoints at the places of the backups. */
async function copiesElsewhere(portal: Portal, config: Config, { store, shown }: OpenPlace): Promise<OutsideCopy[]> {
  const isElsewhere = config.BACKUP_URL !== "" && blobLocation(config.BACKUP_URL) !== shown;
  await using usual = isElsewhere ? (await openExistingPlace("", config)).store : null;
  const copies = [await readCopy(portal, store), usual && (await readCopy(portal, usual))];
  return copies.filter((copy) => copy !== null);
}

/** Reports a file that is beside the list of deletions, but not part of it. */
export const foreignFile = (name: BlobName): string => `${name} is not part of the list of deletions and is ignored.`;
