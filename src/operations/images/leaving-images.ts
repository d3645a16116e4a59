import { isPortalError } from "#core/errors.ts";
import type { Writer } from "#storage/database/database.ts";
import { deleteImage, imageById, type ImageRow, updateImages } from "#storage/database/images.ts";
import type { Portal } from "../portal.ts";
import { everyBlob } from "./image-blobs.ts";

type LeavingImage = Pick<ImageRow, "id" | "page_count">;

/** From the end of this transaction on the images cannot be opened: their keys are gone. */
export async function letGoOf(writer: Writer, ids: readonly string[]): Promise<void> {
  const gone = {
    state: "leaving",
    candidate_id: null,
    post_id: null,
    key_set: null,
    wrapped_key: null,
    sealed: null,
  } as const;
  await updateImages(writer, ids, gone);
}

/**
 * Removes what images that were let go have left in the blob store, and says how many are gone. One that cannot be
 * removed now does not hold up the others; it is for the next sweep.
 */
export async function removeLeavingImages(
  portal: Portal,
  images: readonly LeavingImage[],
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (const image of images) {
    if (signal?.aborted) break;
    if (await isRemoved(portal, image)) removed += 1;
  }
  return removed;
}

async function isRemoved({ blobs, database }: Portal, { id, page_count }: LeavingImage): Promise<boolean> {
  try {
    for (const { name } of everyBlob(id, page_count)) await blobs.remove(name);
    await database.write((writer) => deleteImage(writer, id));
    return true;
  } catch (error) {
    if (isPortalError(error)) return false;
    throw error;
  }
}

/** Lets go of an upload that no record has taken, and removes it. */
export async function discardImage(portal: Portal, id: string): Promise<void> {
  const row = await imageById(portal.database.read, id);
  if (!row || row.state === "kept") return;
  await portal.database.write((writer) => letGoOf(writer, [id]));
  await removeLeavingImages(portal, [row]);
}
