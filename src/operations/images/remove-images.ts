import { isPortalError } from "#core/errors.ts";
import { uploadLifetimeMs } from "#core/images/upload-limits.ts";
import {
  deleteImage,
  type ImageRow,
  imagesLeaving,
  imagesLeftBehind,
  markImagesDeleted,
} from "#storage/database/images.ts";
import { rowById } from "#storage/database/rows.ts";
import type { Portal } from "../portal.ts";
import { removeOldTempFiles } from "./encrypted-temp-file.ts";
import { everyBlob } from "./stored-image.ts";

export type MarkedImage = Pick<ImageRow, "id" | "page_count">;

/** Deletes blobs and rows of marked images; returns how many. The next sweep tries again what fails. */
export async function deleteMarkedImages(portal: Portal, images: readonly MarkedImage[], signal?: AbortSignal) {
  let deleted = 0;
  for (const image of images) {
    if (signal?.aborted) break;
    if (await isDeleted(portal, image)) deleted += 1;
  }
  return deleted;
}

async function isDeleted({ blobs, database }: Portal, { id, page_count }: MarkedImage): Promise<boolean> {
  try {
    for (const { name } of everyBlob(id, page_count)) await blobs.remove(name);
    await database.write((writer) => deleteImage(writer, id));
    return true;
  } catch (error) {
    if (isPortalError(error)) return false;
    throw error;
  }
}

export async function discardImage(portal: Portal, id: string): Promise<void> {
  const row = await rowById(portal.database.read, "image", id);
  if (!row || row.state === "kept") return;
  await portal.database.write((writer) => markImagesDeleted(writer, [row]));
  await deleteMarkedImages(portal, [row]);
}

const batch = 100;

/** Deletes uploads unused for a day, marked images, half-written files. `left` could not be deleted now. */
export async function sweepImages(portal: Portal, signal?: AbortSignal) {
  const before = portal.now() - uploadLifetimeMs;
  while ((await markSome(portal, before)) === batch);
  const marked = await imagesLeaving(portal.database.read, 10 * batch);
  const removed = await deleteMarkedImages(portal, marked, signal);
  await removeOldTempFiles(portal.tempFolder, before);
  await portal.blobs.removeHalfWritten(before);
  return { removed, left: marked.length - removed };
}

async function markSome({ database }: Portal, before: number): Promise<number> {
  return database.write(async (writer) => {
    const images = await imagesLeftBehind(database, writer, before, batch);
    await markImagesDeleted(writer, images);
    return images.length;
  });
}
