import { StartRefused } from "#core/errors.ts";
import { inParallel } from "#core/turns.ts";
import type { BlobBatch, BlobName, BlobStore } from "#storage/blobs/blob-store.ts";
import { moveMarkBlob, readMoveMark, writeMoveMark } from "#storage/blobs/move-mark.ts";
import type { Database } from "#storage/database/database.ts";
import { lockImages, markDocumentsMoved } from "#storage/database/images.ts";
import { freeMemoryWhenSent } from "../images/stored-image.ts";

/** `location` is the place, for people to read. */
type MovedStore = { blobs: BlobStore; location: string };

type Move = { source: MovedStore; target: MovedStore; onFiles?: (done: number, of: number) => void | Promise<void> };

/** So many files are copied at once. */
const atOnce = 16;

/**
 * Copies every file and reads it back. Uploads go on meanwhile; only for what they brought, at the end, images are locked. Run
 * again after a stop, it copies only what is missing or differs. `unhurried` has stores that may take their time: nobody waits for
 * them. Returns how many files there are.
 */
export async function moveDocuments(database: Database, move: Move, unhurried: Move = move): Promise<number> {
  const { source, target } = move;
  await refuseOtherTarget(move);
  await writeMoveMark(target.blobs, { state: "unfinished", place: source.location });
  const moved = new Set<BlobName>();
  await copyMissing(unhurried, moved);
  await database.write(async (writer) => {
    await lockImages(database, writer);
    // Blobs inside a transaction: nothing may come or go between the last look and the mark. It may well run again.
    await copyMissing(move, moved);
    await removeOthers(target.blobs, moved);
    // Before the end of the transaction: who starts from now on finds it, and who runs already is stopped by the row.
    await writeMoveMark(source.blobs, { state: "moved", place: target.location });
    await markDocumentsMoved(writer, target.location, Date.now());
  });
  await target.blobs.remove(moveMarkBlob);
  return moved.size;
}

/** An empty place, one where this move was stopped, or the one that the documents came from. */
async function refuseOtherTarget({ source, target }: Move): Promise<void> {
  const [from, to] = [await readMoveMark(source.blobs), await readMoveMark(target.blobs)];
  if (from && (from.state === "unfinished" || from.place !== target.location || !to)) {
    throw new StartRefused(
      from.state === "unfinished"
        ? `The move of the documents to ${source.location} was not finished: run that one again first.`
        : `The documents were moved to ${from.place} already: set BLOB_URL to that, and restart every process.`,
    );
  }
  if (to?.place === source.location) return;
  const isEmpty = (await target.blobs.names()[Symbol.asyncIterator]().next()).done === true;
  if (to || !isEmpty) throw new StartRefused(`${target.location} holds other files: choose an empty place.`);
}

/** Copies what is not among `moved`, and keeps there only what the source still has. */
async function copyMissing({ source, target, onFiles }: Move, moved: Set<BlobName>): Promise<void> {
  const there = new Set(await Array.fromAsync(target.blobs.names()));
  const present = new Set(await Array.fromAsync(source.blobs.names()));
  present.delete(moveMarkBlob);
  for (const name of moved) if (!present.has(name)) moved.delete(name);
  const batch = target.blobs.beginBatch();
  await inParallel(present.difference(moved), atOnce, async (name) => {
    if (await isCopied(name, source.blobs, { blobs: target.blobs, batch, isThere: there.has(name) })) moved.add(name);
    await onFiles?.(moved.size, present.size);
  });
  await batch.finish();
}

type To = { blobs: BlobStore; batch: BlobBatch; isThere: boolean };

/** False if it was deleted meanwhile. */
async function isCopied(name: BlobName, source: BlobStore, { blobs, batch, isThere }: To): Promise<boolean> {
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

/** What was deleted since it was copied. */
async function removeOthers(blobs: BlobStore, moved: ReadonlySet<BlobName>): Promise<void> {
  const others = (await Array.fromAsync(blobs.names())).filter((name) => name !== moveMarkBlob && !moved.has(name));
  await inParallel(others, atOnce, (name) => blobs.remove(name));
}
