import { type Checkpoint, parseCheckpoint } from "#verify/signed-note.ts";
import { logVerifier, signaturesOf } from "#sealing/note-signatures.ts";
import { type BlobStore, checkpointBlob } from "#storage/blobs/blob-store.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { alertMark, lockAlertMark, moveAlertMark } from "#storage/database/alerts.ts";
import { logTrees } from "#storage/database/proofs/log.ts";
import { atPlace } from "../backups/at-place.ts";
import { claimPlace } from "../backups/at-target.ts";
import type { Portal } from "../portal/portal.ts";
import { publicKeys } from "../signing/signing-keys.ts";

/** The newest checkpoint, kept where no restore of the database reaches it. */
export type OutsideCopy = Checkpoint & { note: string };

/** Every checkpoint that we write is shorter. */
const maxBytes = 60_000;

/**
 * Returns the copy in this store. Null if there is none, or if a signature of one of our keys is wrong. A key that this
 * database does not know is accepted: it may be from a newer state of this database.
 */
export async function readCopy(portal: Portal, store: BlobStore): Promise<OutsideCopy | null> {
  const bytes = await store.read(checkpointBlob(portal.registry));
  if (!bytes || bytes.length > maxBytes) return null;
  const copy = copyIn(Buffer.from(bytes).toString());
  if (!copy) return null;
  const { keys } = await publicKeys(portal, portal.database.read, "log");
  const isForged = keys.some((key) => signaturesOf(logVerifier(copy.origin, key), copy) === null);
  return isForged ? null : copy;
}

export function copyIn(note: string): OutsideCopy | null {
  const checkpoint = parseCheckpoint(note);
  return checkpoint && { ...checkpoint, note };
}

/**
 * Returns the copies on this machine and in the store of documents. If neither has one, returns the copy beside the backups.
 */
export async function readCopies(portal: Portal): Promise<OutsideCopy[]> {
  const { blobs, backupPlace } = portal;
  await using folder = await openFilesystemBlobs(portal.checkpointFolder);
  const copies = await Promise.all([folder, blobs].map((store) => readCopy(portal, store)));
  const near = copies.filter((copy) => copy !== null);
  if (near.length > 0 || !backupPlace) return near;
  const copy = await atPlace(backupPlace, (target) => readCopy(portal, target));
  return copy ? [copy] : [];
}

export async function writeCopies(portal: Portal, note: string): Promise<void> {
  await using folder = await openFilesystemBlobs(portal.checkpointFolder);
  await Promise.all([folder, portal.blobs].map((store) => writeCopy(portal, store, note)));
}

/** For a background job: not urgent, and only once for each checkpoint. */
export async function writeCopyAtBackups(portal: Portal): Promise<void> {
  const { backupPlace, database, registry } = portal;
  const [tree] = backupPlace ? await logTrees(database.read, registry) : [];
  if (!backupPlace || !tree) return;
  const { note, signed_at } = tree.signed;
  const mark = `log at backups ${registry}`;
  if (note === "" || (await alertMark(database.read, mark))?.value === signed_at) return;
  await atPlace(backupPlace, async (target) => {
    await claimPlace(portal, target, backupPlace.location);
    await writeCopy(portal, target, note);
  });
  await database.write(async (writer) => {
    await lockAlertMark(database, writer, mark, 0);
    await moveAlertMark(writer, mark, signed_at);
  });
}

const writeCopy = ({ registry }: Pick<Portal, "registry">, store: BlobStore, note: string): Promise<void> =>
  store.write(checkpointBlob(registry), Buffer.from(note));
