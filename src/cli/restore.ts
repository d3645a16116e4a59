import { parseArgs } from "node:util";
import { type Config, readConfig } from "#config";
import { isPortalError, StartRefused } from "#core/errors.ts";
import type { LinkedErasure } from "#operations/backups/erasure-chain.ts";
import { readLedger } from "#operations/backups/erasures.ts";
import { manifestName } from "#operations/backups/manifest.ts";
import { findBackup, type RestorePlace, restoreDocuments, restoreRows } from "#operations/backups/restore-backup.ts";
import { retrying } from "#operations/backups/retrying-store.ts";
import { deleteOldHolderLinks } from "#operations/holders/holder-links.ts";
import { continueAfterRestore } from "#operations/log/continue-log.ts";
import { type OutsideCopy, readCopy } from "#operations/log/outside-copies.ts";
import type { Portal } from "#operations/portal.ts";
import { type Keyring, openKeyring } from "#sealing/keyring.ts";
import { blobUrlOf, openExistingPlace, type OpenPlace } from "#server/backup-place.ts";
import { markRestore, unmarkRestore } from "#server/restore-mark.ts";
import { openDocumentBlobs, openPortal } from "#server/open-portal.ts";
import { existingSecrets } from "#server/secret-file.ts";
import type { BlobName } from "#storage/blobs/blob-store.ts";
import { blobLocation } from "#storage/blobs/open-blobs.ts";
import { databaseLocation, makeDatabase, refuseExisting } from "#storage/database/open-database.ts";
import { withDiskFullMessage } from "./full-disk.ts";
import { withProgress } from "./progress.ts";
import { reasonOf } from "./reason-of.ts";
import { UsageError } from "./usage-error.ts";

const options = {
  at: { type: "string" },
  database: { type: "boolean", default: false },
  "without-erasures": { type: "boolean", default: false },
  "incomplete-erasures": { type: "boolean", default: false },
} as const;

/** Restores the site of a backup into an empty place. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [target = "", ...more] = positionals;
  if (more.length > 0) throw new UsageError("Name one backup.");
  const isDatabaseAlone = values.database;
  const before = values.at === undefined ? undefined : moment(values.at);
  const config = readConfig();
  if (before !== undefined) console.log(`Looking for the last complete backup before ${withOffset(before)}.`);
  const { store: opened, shown } = await openExistingPlace(target, config);
  await using store = opened;
  const keyring = openKeyring(await existingSecrets(config.SECRET, config.DATA_DIR));
  await refuseExisting(config.DATABASE_URL, config.DATA_DIR);
  const onDamaged = (damaged: string) => console.error(`${damaged} is damaged. Trying the backup before it.`);
  const isPartAllowed = values["incomplete-erasures"];
  let ledger: LinkedErasure[] = [];
  const readDocuments = async (place: RestorePlace) => {
    if (!values["without-erasures"]) ledger = await knownErasures(config, { store, shown }, keyring, isPartAllowed);
    await beginRestore(config, place);
  };
  const finding = withProgress("Restoring documents", (onProgress) =>
    findBackup(store, keyring, { location: shown, before, isDatabaseAlone, onDamaged, onProgress, readDocuments }),
  );
  const { manifest } = await orRunAgain(finding, blobLocation(blobUrlOf(config)));
  const place = { target: store, manifest, keyring };
  const making = withProgress("Restoring rows", (onProgress) =>
    makeDatabase(config.DATABASE_URL, config.DATA_DIR, {
      steps: manifest.steps,
      fill: (database) => restoreRows({ ...place, onProgress }, database, ledger),
    }),
  );
  await orRunAgain(making, databaseLocation(config.DATABASE_URL, config.DATA_DIR));
  await unmarkRestore(config.DATA_DIR);
  const report = (error: unknown) => {
    console.error(`A deletion could not be repeated, so deleted data is back: ${reasonOf(error)}`);
    process.exitCode = 1;
  };
  await using portal = await openPortal(config, { report, savesBefore: false });
  // A backup has no cards, but its records say that they had some.
  await deleteOldHolderLinks(portal);
  const log = await continueAfterRestore(portal, await copiesElsewhere(portal, config, { store, shown }));
  if (log) console.log(`The public log continues as ${log.origin}. /proof says so.`);
  if (log && !log.isKeyKnown)
    console.error(
      'Its key was replaced after this backup, so the old key signs again. If the old key was stolen, run "attestry keys sign --revoke" again.',
    );
  console.log(
    `Restored. Deletions after the backup that were repeated: ${portal.erasedAgain}. Everybody has to sign in again.`,
  );
}

/** If the restore stops, its files stay, and the next run continues with them. */
async function orRunAgain<Result>(work: Promise<Result>, place: string): Promise<Result> {
  const full = `The disk of ${place} on this machine is full: free some space there, then run the same command again.`;
  try {
    return await withDiskFullMessage(work, full);
  } catch (error) {
    if (!isPortalError(error) || error.id !== "unavailable") throw error;
    throw new StartRefused(`The restore stopped (${reasonOf(error)}). Run the same command again.`, { cause: error });
  }
}

/** From here on no site starts in this place. The documents are restored first. */
async function beginRestore(config: Config, place: RestorePlace): Promise<void> {
  await using blobs = await openDocumentBlobs(config);
  await markRestore(config.DATA_DIR, async () => {
    // A site may have been started since the first check.
    await refuseExisting(config.DATABASE_URL, config.DATA_DIR);
    console.log(`Restoring ${manifestName(place.manifest.madeAt)}, made at ${place.manifest.madeAt} …`);
    if (place.manifest.documents) await restoreDocuments(place, retrying(blobs));
  });
}

/** The deletions noted at this place and at BACKUP_URL. A deletion is noted at BACKUP_URL when it is made. */
async function knownErasures(
  config: Config,
  { store, shown }: OpenPlace,
  keyring: Keyring,
  isPartAllowed: boolean,
): Promise<LinkedErasure[]> {
  const { BACKUP_URL } = config;
  const reading = { onOther: reportForeignFile, isPartAllowed };
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
    console.error(
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
export const reportForeignFile = (name: BlobName): void =>
  console.error(`${name} is not part of the list of deletions and is ignored.`);

/** A time without a time zone is in the zone of this machine. This includes a day alone, which JavaScript reads as UTC. */
function moment(text: string): number {
  const at = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  if (Number.isNaN(at)) throw new UsageError(`--at is not valid: write it like 2026-11-21T18:00Z, not "${text}".`);
  return at;
}

/** Local time with the offset of its zone: 2026-11-21T18:00:00+06:00. */
function withOffset(at: number): string {
  const east = -new Date(at).getTimezoneOffset();
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const offset = `${twoDigits(Math.abs(east) / 60)}:${twoDigits(Math.abs(east) % 60)}`;
  return `${new Date(at + east * 60_000).toISOString().slice(0, 19)}${east < 0 ? "-" : "+"}${offset}`;
}
