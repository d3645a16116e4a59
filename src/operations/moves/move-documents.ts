import { StartRefused } from "#core/errors.ts";
import { forEachConcurrently } from "#core/semaphore.ts";
import type { BlobBatch, BlobName, BlobStore } from "#storage/blobs/blob-store.ts";
import { moveMarkBlob, readMoveMark, writeMoveMark } from "#storage/blobs/move-mark.ts";
import type { Database } from "#storage/database/database.ts";
import { lockImages, markDocumentsMoved } from "#storage/database/records/images.ts";
import { freeMemoryWhenSent } from "../images/stored-image.ts";

/** `location` names the place, for people to read. */
type MovedStore = { blobs: BlobStore; location: string };

type Move = { source: MovedStore; target: MovedStore; onFiles?: (done: number, of: number) => void | Promise<void> };

/** How many files are copied at once. */
const atOnce = 16;

/**
 * Copies every file and reads it back. Uploads continue while this runs. Only at the end are images locked, to copy the
 * files that were uploaded in the meantime. If it is run again after a stop, it copies only what is missing or differs.
 * `unhurried` has the same stores with long retries, because nobody waits for them. Returns the number of files.
 */
export async function moveDocuments(database: Database, move: Move, unhurried: Move = move): Promise<number> {
  const { source, target } = move;
  await refuseOtherTarget(move);
  await writeMoveMark(target.blobs, { state: "unfinished", place: source.location });
  const moved = new Set<BlobName>();
  await copyMissing(unhurried, moved);
  await database.write(async (writer) => {
    await lockImages(database, writer);
    // Works with blobs inside a transaction: no file may be added or removed between the last comparison and the mark.
    // It is safe if the transaction runs again.
    await copyMissing(move, moved);
    await removeOthers(target.blobs, moved);
    // Before the end of the transaction: a process that starts from now on finds the mark, and a process that already
    // runs is stopped by the row.
    await writeMoveMark(source.blobs, { state: "moved", place: target.location });
    await markDocumentsMoved(writer, target.location, Date.now());
  });
  await target.blobs.remove(moveMarkBlob);
  return moved.size;
}

/** Throws unless the target is empty, is where this move was stopped before, or is where the documents came from. */
async function refuseOtherTarget({ source, target }: Move): Promise<void> {
  const [from, to] = [await readMoveMark(source.blobs), await readMoveMark(target.blobs)];
  if (from && (from.state === "unfinished" || from.place !== target.location || !to)) {
    throw new StartRefused(
      from.state === "unfinished"
        ? `The move of the documents to ${source.location} is not finished. Run that move again first.`
        : `The documents were already moved to ${from.place}. Set BLOB_URL to that address, and restart every process.`,
    );
  }
  if (to?.place === source.location) return;
  const isEmpty = (await target.blobs.names()[Symbol.asyncIterator]().next()).done === true;
  if (to || !isEmpty) throw new StartRefused(`${target.location} contains other files. Choose an empty place.`);
}

/** Copies the files that are not in `moved`, and removes from `moved` the files that the source no longer has. */
async function copyMissing({ source, target, onFiles }: Move, moved: Set<BlobName>): Promise<void> {
  const there = new Set(await Array.fromAsync(target.blobs.names()));
  const present = new Set(await Array.fromAsync(source.blobs.names()));
  present.delete(moveMarkBlob);
  for (const name of moved) if (!present.has(name)) moved.delete(name);
  const batch = target.blobs.beginBatch();
  await forEachConcurrently(present.difference(moved), atOnce, async (name) => {
    if (await isCopied(name, source.blobs, { blobs: target.blobs, batch, isThere: there.has(name) })) moved.add(name);
    await onFiles?.(moved.size, present.size);
  });
  await batch.finish();
}

type CopyTarget = { blobs: BlobStore; batch: BlobBatch; isThere: boolean };

/** Returns false if the file was deleted in the meantime. */
async function isCopied(name: BlobName, source: BlobStore, { blobs, batch, isThere }: CopyTarget): Promise<boolean> {
  const bytes = await source.read(name);
  if (!bytes) return false;
  if (isThere && (await isSame(blobs, name, bytes))) await batch.keep(name);
  else {
    await batch.write(name, bytes);
    if (!(await isSame(blobs, name, bytes))) {
      throw new StartRefused(`${name} did not arrive as it was sent. Nothing was moved.`);
    }
  }
  freeMemoryWhenSent(bytes);
  return true;
}

async function isSame(blobs: BlobStore, name: BlobName, bytes: Uint8Array): Promise<boolean> {
  const found = await blobs.read(name);
  if (!found) return false;
  const isEqual = Buffer.compare(found, bytes) === 0;
  freeMemoryWhenSent(found);
  return isEqual;
}

/** Removes files that were deleted at the source after they were copied. */
async function removeOthers(blobs: BlobStore, moved: ReadonlySet<BlobName>): Promise<void> {
  const others = (await Array.fromAsync(blobs.names())).filter((name) => name !== moveMarkBlob && !moved.has(name));
  await forEachConcurrently(others, atOnce, (name) => blobs.remove(name));
}
