import { isPortalError } from "#core/errors.ts";
import { uploadLifetimeMs } from "#core/images/upload-limits.ts";
import {
  deleteImage,
  type ImageRow,
  imagesLeaving,
  imagesLeftBehind,
  markImagesDeleted,
} from "#storage/database/records/images.ts";
import { rowById } from "#storage/database/rows.ts";
import { afterCommit } from "#storage/database/transaction.ts";
import type { Portal } from "../portal/portal.ts";
import { removeOldTempFiles } from "./encrypted-temp-file.ts";
import { everyBlob } from "./stored-image.ts";

export type MarkedImage = Pick<ImageRow, "id" | "page_count">;

/**
 * Deletes the blobs and rows of marked images, once the marks are committed. Ends at the first failure, so that nobody
 * waits for an unreachable store: the next sweep deletes the rest.
 */
export const deleteMarkedImages = (portal: Portal, images: readonly MarkedImage[]): Promise<void> =>
  afterCommit(portal, async (committed) => {
    for (const image of images) if (!(await isDeleted(committed, image))) return;
  });

async function isDeleted(
  { blobs, database, documentsMovedAt }: Portal,
  { id, page_count }: MarkedImage,
): Promise<boolean> {
  try {
    await Promise.all(everyBlob(id, page_count).map(({ name }) => blobs.remove(name)));
    await database.write((writer) => deleteImage(writer, id, documentsMovedAt));
    return true;
  } catch (error) {
    if (isPortalError(error)) return false;
    throw error;
  }
}

export async function discardImage(portal: Portal, id: string): Promise<void> {
  const marked = await markDiscarded(portal, id);
  if (marked) await deleteMarkedImages(portal, [marked]);
}

/** Deletes the key of an upload. The next sweep deletes its blobs. */
export async function markDiscarded(portal: Portal, id: string): Promise<MarkedImage | null> {
  const row = await rowById(portal.database.read, "image", id);
  if (!row || row.state === "kept") return null;
  await portal.database.write((writer) => markImagesDeleted(writer, [row]));
  return row;
}

const batch = 100;

/** Marks uploads that were not used for a day, and deletes half-written files as old. */
export async function sweepUploads(portal: Portal): Promise<void> {
  const before = portal.now() - uploadLifetimeMs;
  while ((await markSome(portal, before)) === batch);
  await portal.blobs.removeHalfWritten(before);
}

/** Deletes marked images. `left` is the number of those that could not be deleted now. */
export async function sweepImages(portal: Portal, signal?: AbortSignal) {
  const marked = await imagesLeaving(portal.database.read, 10 * batch);
  let removed = 0;
  for (const image of marked) if (!signal?.aborted && (await isDeleted(portal, image))) removed += 1;
  return { removed, left: marked.length - removed };
}

/** Only this process has these temp files on its disk. */
export const sweepTempFiles = ({ tempFolder, now }: Portal): Promise<void> =>
  removeOldTempFiles(tempFolder, now() - uploadLifetimeMs);

async function markSome({ database }: Portal, before: number): Promise<number> {
  return database.write(async (writer) => {
    const images = await imagesLeftBehind(database, writer, before, batch);
    await markImagesDeleted(writer, images);
    return images.length;
  });
}
