import { parseArgs } from "node:util";
import { type Config, readConfig } from "#config";
import { StartRefused } from "#core/errors.ts";
import { eraseAgain } from "#operations/backups/apply-erasures.ts";
import { type Erasure, readLedger } from "#operations/backups/erasures.ts";
import { manifestName } from "#operations/backups/manifest.ts";
import { findBackup, type Place, restoreDocuments, restoreRows } from "#operations/backups/restore-backup.ts";
import { type Keyring, openKeyring } from "#sealing/keyring.ts";
import { openExistingPlace, type OpenPlace } from "#server/backup-place.ts";
import { openDocumentBlobs, openPortal } from "#server/open-portal.ts";
import { existingSecrets } from "#server/secret-file.ts";
import { blobLocation } from "#storage/blobs/open-blobs.ts";
import { makeDatabase, refuseExisting } from "#storage/database/open-database.ts";
import { withProgress } from "./progress.ts";
import { reasonOf } from "./reason-of.ts";
import { UsageError } from "./usage-error.ts";

const options = {
  at: { type: "string" },
  database: { type: "boolean", default: false },
  "without-erasures": { type: "boolean", default: false },
} as const;

/** Makes the site of a backup again, where none is. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [target = "", ...more] = positionals;
  if (more.length > 0) throw new UsageError("Name one backup.");
  const isDatabaseAlone = values.database;
  const before = values.at === undefined ? undefined : moment(values.at);
  const config = readConfig();
  const { store: opened, shown } = await openExistingPlace(target, config);
  await using store = opened;
  const keyring = openKeyring(await existingSecrets(config.SECRET, config.DATA_DIR));
  await refuseExisting(config.DATABASE_URL, config.DATA_DIR);
  const ledgerOf = () => (values["without-erasures"] ? [] : knownErasures(config, { store, shown }, keyring));
  const onDamaged = (damaged: string) => console.error(`${damaged} is damaged: the one before it is taken.`);
  let ledger: Erasure[] = [];
  const readDocuments = async (place: Place) => {
    ledger = await ledgerOf();
    console.log(`Restoring ${manifestName(place.manifest.madeAt)}, made at ${place.manifest.madeAt} …`);
    await using blobs = await openDocumentBlobs(config);
    if (!isDatabaseAlone) await restoreDocuments(place, blobs);
  };
  const { manifest } = await withProgress("Restoring documents", (onProgress) =>
    findBackup(store, keyring, { before, isDatabaseAlone, onDamaged, onProgress, readDocuments }),
  );
  const place = { target: store, manifest };
  await withProgress("Restoring rows", (onProgress) =>
    makeDatabase(config.DATABASE_URL, config.DATA_DIR, {
      schemaVersion: manifest.schema,
      fill: (database) => restoreRows({ ...place, onProgress }, database, ledger),
    }),
  );
  const report = (error: unknown) => {
    console.error(`Somebody who was deleted is back, for the deletion could not be made again: ${reasonOf(error)}`);
    process.exitCode = 1;
  };
  await using portal = await openPortal(config, { report, savesBefore: false });
  const erased = portal.erasedAgain + (await eraseAgain(portal, ledger, report));
  console.log(`Restored. ${erased} deletions from after the backup were made again. Everybody signs in anew.`);
}

/** Those that this place knows of, and those that BACKUP_URL does: there each deletion is noted when it is made. */
async function knownErasures(config: Config, { store, shown }: OpenPlace, keyring: Keyring): Promise<Erasure[]> {
  const { BACKUP_URL } = config;
  const here = await readLedger(store, keyring);
  const isElsewhere = BACKUP_URL !== "" && blobLocation(BACKUP_URL) !== shown;
  await using usual = isElsewhere ? (await openExistingPlace("", config)).store : null;
  const there = usual && (await readLedger(usual, keyring));
  if (!here && !there) {
    throw new StartRefused(
      "The list of deletions is missing at this place, so people who were deleted since would come back. To restore all the same, say --without-erasures.",
    );
  }
  if (BACKUP_URL === "")
    console.error("BACKUP_URL is not set: who was deleted after the last backup at this place comes back.");
  return [...(here ?? []), ...(there ?? [])];
}

function moment(text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`--at is not usable: write it as 2026-11-21T18:00Z, not "${text}".`);
  return at;
}
