import { type Checkpoint, parseCheckpoint } from "#core/proofs/signed-note.ts";
import { logVerifier, signaturesOf } from "#sealing/note-signatures.ts";
import { type BlobStore, checkpointBlob } from "#storage/blobs/blob-store.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import type { Portal } from "../portal.ts";
import { publicKeys } from "../proofs/signing-keys.ts";

/** The newest checkpoint, kept where no restore of the database reaches it. */
export type OutsideCopy = Checkpoint & { note: string };

/** No checkpoint that we write is as long. */
const mostBytes = 60_000;

/** What it says there, if we signed it. A key that this database does not know may be one of a newer state of it. */
export async function readCopy(portal: Portal, store: BlobStore): Promise<OutsideCopy | null> {
  const bytes = await store.read(checkpointBlob(portal.registry));
  if (!bytes || bytes.length > mostBytes) return null;
  const note = Buffer.from(bytes).toString();
  const checkpoint = parseCheckpoint(note);
  if (!checkpoint) return null;
  const { keys } = await publicKeys(portal, portal.database.read, "log");
  const isForged = keys.some((key) => signaturesOf(logVerifier(checkpoint.origin, key), checkpoint) === null);
  return isForged ? null : { ...checkpoint, note };
}

/** Those of this machine and of the store of documents; if neither has one, the one beside the backups. */
export async function readCopies(portal: Portal): Promise<OutsideCopy[]> {
  const { blobs, backupPlace } = portal;
  await using folder = await openFilesystemBlobs(portal.checkpointFolder);
  const near = [await readCopy(portal, folder), await readCopy(portal, blobs)].filter((copy) => copy !== null);
  if (near.length > 0 || !backupPlace) return near;
  await using target = await backupPlace.open();
  return [await readCopy(portal, target)].filter((copy) => copy !== null);
}

export async function writeCopies(portal: Portal, note: string): Promise<void> {
  await using folder = await openFilesystemBlobs(portal.checkpointFolder);
  for (const store of [folder, portal.blobs]) await writeCopy(portal, store, note);
}

export const writeCopy = ({ registry }: Pick<Portal, "registry">, store: BlobStore, note: string): Promise<void> =>
  store.write(checkpointBlob(registry), Buffer.from(note));
