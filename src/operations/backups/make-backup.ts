import { dayMs } from "#core/durations.ts";
import { StartRefused } from "#core/errors.ts";
import { inHex } from "#verify/in-hex.ts";
import { migrations } from "#storage/database/migrations/steps.ts";
import type { BlobName, BlobStore } from "#storage/blobs/blob-store.ts";
import { auditEventsAfter } from "#storage/database/audit.ts";
import { lastErasure } from "#storage/database/erasures.ts";
import type { Portal } from "../portal/portal.ts";
import { type AtTarget, fileBlob, readTarget } from "./at-target.ts";
import { completeLedger } from "./erasures.ts";
import { type Manifest, manifestName, encodeManifest } from "./manifest.ts";
import { retrying } from "./retrying-store.ts";
import { chunkBlob } from "./row-chunks.ts";
import { saveDocuments } from "./save-documents.ts";
import { type ImageToSave, saveRows, type SavingTo } from "./save-rows.ts";

export type BackupProgress = (what: "rows" | "documents", done: number, total?: number) => void;

export type BackupMade = { name: BlobName; manifest: Manifest; sent: number };

type BackedUp = Pick<Portal, "database" | "blobs" | "keyring" | "now" | "publicOrigin">;

type BackupOptions = {
  withDocuments?: boolean;
  /** The name of the place. If backups were made there before, the place must not be empty now. */
  location?: string | undefined;
  onProgress?: BackupProgress | undefined;
};

/**
 * How often the rows are read at most. They are read again if something was deleted while they were saved. After the
 * last time, only the ledger has the deletion.
 */
const maxRounds = 5;

/**
 * Saves the rows of one moment and every file that they name. Sends only what the target lacks. The manifest is written
 * last: without it there is no backup.
 */
export async function makeBackup(site: BackedUp, target: BlobStore, options: BackupOptions = {}): Promise<BackupMade> {
  const portal = { ...site, blobs: retrying(site.blobs) };
  const there = await readTarget(portal, target, options.location);
  // A backup that was killed may have left parts of files.
  await target.removeHalfWritten(portal.now() - dayMs);
  const siteId = await siteOf(portal);
  refuseOtherSite(siteId, there);
  let sent = 0;
  const to = { target, there, sent: (bytes: number) => (sent += bytes) };
  const { saved, images } = await saveUntilNothingIsDeleted(portal, to, options);
  const last = await completeLedger(portal, target);
  const erasures = { count: last.seq, last: inHex(last.hash) };
  const manifest: Manifest = { format: "1.0", site: siteId, origin: portal.publicOrigin, ...saved, erasures };
  const name = manifestName(manifest.madeAt);
  await target.write(name, encodeManifest(portal.keyring, manifest));
  await removeUnused(to, saved, images);
  return { name, manifest, sent };
}

type SavedParts = Pick<Manifest, "madeAt" | "steps" | "keySets" | "tables" | "documents">;

type SavedRound = { saved: SavedParts; images: readonly ImageToSave[]; deletedMeanwhile: boolean };

/** The next round leaves out completely what was deleted during a round. It sends only what has changed. */
async function saveUntilNothingIsDeleted(portal: BackedUp, to: SavingTo, options: BackupOptions): Promise<SavedRound> {
  for (let count = 1; ; count += 1) {
    const round = await saveOnce(portal, to, options);
    if (!round.deletedMeanwhile || count === maxRounds) return round;
  }
}

async function saveOnce(
  portal: BackedUp,
  to: SavingTo,
  { withDocuments = true, onProgress }: BackupOptions,
): Promise<SavedRound> {
  const madeAt = new Date(portal.now()).toISOString();
  const counter = (what: "rows" | "documents", total?: number) => {
    let done = 0;
    return (more: number) => onProgress?.(what, (done += more), total);
  };
  const { steps, rows } = await readRows(portal, to, counter("rows"));
  const { keySets, tables, images } = rows;
  const { documents, someDeleted } = withDocuments
    ? await saveDocuments(portal, images, to, counter("documents", images.length))
    : { documents: null, someDeleted: false };
  const erased = ((await lastErasure(portal.database.read))?.seq ?? 0) !== rows.lastErasure;
  return { saved: { madeAt, steps, keySets, tables, documents }, images, deletedMeanwhile: someDeleted || erased };
}

async function readRows({ database }: BackedUp, to: SavingTo, onRows: (rows: number) => void) {
  await using snapshot = await database.snapshot();
  const steps = [...snapshot.steps];
  if (steps.some((step) => !migrations.some(({ name }) => name === step))) {
    throw new StartRefused(
      "A newer version of Attestry added tables to the database. Make the backup with that version.",
    );
  }
  return { steps, rows: await saveRows(snapshot, to, onRows) };
}

/** The hash of the first event of the audit chain: it differs between any two sites. Empty if there is no event yet. */
async function siteOf({ database }: BackedUp): Promise<string> {
  const [first] = await auditEventsAfter(database.read, 0, 1);
  return first ? Buffer.from(first.hash).toString("hex") : "";
}

function refuseOtherSite(site: string, { latest }: AtTarget): void {
  if (!latest || latest.site === "" || latest.site === site) return;
  throw new StartRefused(`This place has backups of another site (${latest.origin}). Choose an empty one.`);
}

/** Removes what earlier rounds wrote about somebody who is deleted now. */
async function removeUnused(
  { target, there: { written, images } }: SavingTo,
  { tables, documents }: SavedParts,
  saved: readonly ImageToSave[],
): Promise<void> {
  for (const { chunks } of [...tables, { chunks: documents?.chunks ?? [] }]) {
    for (const chunk of chunks) written.chunks.delete(chunk);
  }
  for (const chunk of written.chunks) await target.remove(chunkBlob(chunk));
  for (const { id } of saved) written.images.delete(id);
  for (const image of written.images) {
    for (const file of images.get(image) ?? []) await target.remove(fileBlob(image, file));
  }
}
