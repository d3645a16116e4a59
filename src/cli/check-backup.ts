import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "#config";
import { StartRefused } from "#core/errors.ts";
import { imageOf } from "#operations/backups/at-target.ts";
import type { BackupMade, BackupProgress } from "#operations/backups/make-backup.ts";
import type { Manifest } from "#operations/backups/manifest.ts";
import { ledgerIsMissing, readLedger } from "#operations/backups/erasures.ts";
import { isInParts } from "#operations/backups/part-of-place.ts";
import { findBackup, restoreRows } from "#operations/backups/restore-backup.ts";
import { openKeyring } from "#sealing/keyring.ts";
import type { OpenPlace } from "#server/backup-place.ts";
import { openPortal } from "#server/open-portal.ts";
import { foreignFile } from "#server/restore-site.ts";
import { existingSecrets } from "#server/secret-file.ts";
import { type BlobStore, withOverrides } from "#storage/blobs/blob-store.ts";
import { makeDatabase } from "#storage/database/open-database.ts";
import { withDiskFullMessage } from "./full-disk.ts";
import { withProgress } from "./progress.ts";
import { endBy, onStopSignal } from "./stop-signal.ts";
import { verifyPortal } from "./verify.ts";

/** Rehearses a restore: makes the database in a temporary folder, and opens every record and document with it. */
export async function checkBackup(
  config: Config,
  { store, shown: location }: OpenPlace,
  watch?: BackupProgress,
): Promise<BackupMade & { problem?: string }> {
  const secrets = await existingSecrets(config.SECRET, config.DATA_DIR);
  const keyring = openKeyring(secrets);
  const { name, manifest } = await withProgress("Reading the backup", (onProgress) =>
    findBackup(store, keyring, { location, onProgress: watch ?? onProgress }),
  );
  const place = { target: store, manifest, keyring };
  console.log(`${name}: all parts are intact. Opening it …`);
  // Of the service, /tmp may be memory.
  const within = watch ? join(config.DATA_DIR, "temp") : tmpdir();
  using temporary = temporaryFolder(within);
  const { folder } = temporary;
  const ledger = await readLedger(store, keyring, { onOther: (other) => console.error(foreignFile(other)) });
  if (!ledger) throw new StartRefused(`${location}: ${ledgerIsMissing}`);
  const making = makeDatabase("", folder, {
    steps: manifest.steps,
    fill: (database) => restoreRows(place, database, []),
  });
  await withDiskFullMessage(
    making,
    `The disk of ${within}, where the backup is opened, is full: free some space there${watch ? "" : ", or set TMPDIR to another folder"}.`,
  );
  const elsewhere = {
    ...config,
    DATA_DIR: folder,
    DATABASE_URL: "",
    BLOB_URL: "",
    BACKUP_URL: "",
    SECRET: secrets.join(","),
  };
  await using portal = await openPortal(elsewhere, {
    blobs: onlyRead(store, manifest),
    savesBefore: false,
    tellSteps: () => undefined,
  });
  const problems: string[] = [];
  await verifyPortal(portal, (problem) => problems.push(problem));
  const [problem] = problems;
  return { name, manifest, sent: 0, ...(problem !== undefined && { problem: problem.slice(0, 500) }) };
}

/** Reads parts of the newest backup, and its list of deletions, and compares them with their checksums. Opens nothing. */
export async function readParts(
  config: Config,
  { store, shown: location }: OpenPlace,
  { parts, watch }: { parts: string; watch?: BackupProgress | undefined },
): Promise<BackupMade> {
  const keyring = openKeyring(await existingSecrets(config.SECRET, config.DATA_DIR));
  let images = 0;
  const onProgress: BackupProgress = (what, done) => watch?.(what, (images = done));
  const { name, manifest } = await findBackup(store, keyring, { location, onProgress, isRead: isInParts(parts) });
  if (!(await readLedger(store, keyring))) throw new StartRefused(`${location}: ${ledgerIsMissing}`);
  const documents = manifest.documents && { ...manifest.documents, images };
  return { name, manifest: { ...manifest, tables: [], documents }, sent: 0 };
}

/** Removed at the end, and when the command is told to stop. */
function temporaryFolder(within: string): Disposable & { folder: string } {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const signals = onStopSignal((signal) => {
    remove();
    endBy(signal);
  });
  const folder = mkdtempSync(join(within, "attestry-check-"));
  return {
    folder,
    [Symbol.dispose]() {
      signals[Symbol.dispose]();
      remove();
    },
  };
}

/**
 * The files of documents only, and none for a backup without documents: a later one that failed may have left some. They
 * stay unchanged, even if a start would clean them up.
 */
const onlyRead = (store: BlobStore, { documents }: Manifest): BlobStore =>
  withOverrides(store, {
    async *names() {
      if (!documents?.images) return;
      for await (const name of store.names()) if (imageOf(name) !== null) yield name;
    },
    beginBatch: () => ({
      write: async () => undefined,
      keep: async () => undefined,
      finish: async () => undefined,
    }),
    write: async () => undefined,
    remove: async () => undefined,
    removeHalfWritten: async () => undefined,
    ping: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  });
