import { isPortalError } from "#core/errors.ts";
import { uploadLifetimeMs } from "#core/images/upload-limits.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  deleteImage,
  imageById,
  type ImageRow,
  imagesLeaving,
  imagesLeftBehind,
  updateImages,
} from "#storage/database/images.ts";
import type { Portal } from "../portal.ts";
import { removeOldTempFiles } from "./encrypted-temp-file.ts";
import { everyBlob } from "./stored-image.ts";

export type MarkedImage = Pick<ImageRow, "id" | "page_count">;

/** Marks images for removal and deletes their keys: once the transaction has ended, they cannot be opened. */
export async function markImagesDeleted(writer: Writer, images: readonly { id: string }[]): Promise<void> {
  const marked = {
    state: "leaving",
    candidate_id: null,
    post_id: null,
    key_set: null,
    wrapped_key: null,
    sealed: null,
  } as const;
  await updateImages(
    writer,
    images.map(({ id }) => id),
    marked,
  );
}

/**
 * Deletes blobs and rows of marked images, and returns how many were deleted. One that cannot be deleted now does not
 * hold up the others; the next sweep tries it again.
 */
export async function deleteMarkedImages(
  portal: Portal,
  images: readonly MarkedImage[],
  signal?: AbortSignal,
): Promise<number> {
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

/** Deletes an upload that belongs to no record or post. */
export async function discardImage(portal: Portal, id: string): Promise<void> {
  const row = await imageById(portal.database.read, id);
  if (!row || row.state === "kept") return;
  await portal.database.write((writer) => markImagesDeleted(writer, [row]));
  await deleteMarkedImages(portal, [row]);
}

const batch = 100;

export type Swept = { removed: number; left: number };

/**
 * Deletes uploads that after a day belong to no record, post or draft, marked images whose deletion was cut short, and
 * half-written files. `left` could not be deleted now.
 */
export async function sweepImages(portal: Portal, signal?: AbortSignal): Promise<Swept> {
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
