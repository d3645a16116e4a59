import { parseArgs } from "node:util";
import { readConfig } from "#config";
import { StartRefused } from "#core/errors.ts";
import { readLedger } from "#operations/backups/erasures.ts";
import {
  checkWhole,
  findBackup,
  refuseOtherFiles,
  restoreDocuments,
  restoreRows,
} from "#operations/backups/restore-backup.ts";
import { openKeyring } from "#sealing/keyring.ts";
import { openDocumentBlobs, openPortal } from "#server/open-portal.ts";
import { existingSecrets } from "#server/secret-file.ts";
import { makeDatabase, refuseExisting } from "#storage/database/open-database.ts";
import { openBackupPlace } from "./backup-place.ts";

const options = { at: { type: "string" }, "without-erasures": { type: "boolean", default: false } } as const;

/** Makes the site of a backup again, where none is. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [target = "", ...more] = positionals;
  if (more.length > 0) throw new StartRefused("Name one backup.");
  const at = values.at === undefined ? Infinity : moment(values.at);
  const config = readConfig();
  await using store = (await openBackupPlace(target, config)).store;
  const keyring = openKeyring(await existingSecrets(config.SECRET, config.DATA_DIR));
  const { name, manifest } = await findBackup(store, keyring, at);
  const ledger = await readLedger(store, keyring);
  if (!ledger && !values["without-erasures"]) {
    throw new StartRefused(
      "The list of deletions is missing at this place, so people who were deleted since would come back. To restore all the same, say --without-erasures.",
    );
  }
  const place = { target: store, manifest };
  await refuseExisting(config.DATABASE_URL, config.DATA_DIR);
  await using blobs = await openDocumentBlobs(config);
  await refuseOtherFiles(place, blobs);
  await checkWhole(place);
  console.log(`Restoring ${name}, made at ${manifest.madeAt} …`);
  await restoreDocuments(place, blobs);
  await makeDatabase(config.DATABASE_URL, config.DATA_DIR, manifest.schema, (database) =>
    restoreRows(place, database, ledger ?? []),
  );
  await using portal = await openPortal(config);
  console.log(
    `Restored. ${portal.erasedAgain} deletions from after the backup were made again. Everybody signs in anew.`,
  );
}

function moment(text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new StartRefused(`--at is not usable: write it as 2026-11-21T18:00Z, not "${text}".`);
  return at;
}
