import { isPortalError } from "#core/errors.ts";
import type { Writer } from "#storage/database/database.ts";
import { deleteImage, type ImageRow, updateImages } from "#storage/database/images.ts";
import type { Portal } from "../portal.ts";
import { everyBlob } from "./image-blobs.ts";

type LeavingImage = Pick<ImageRow, "id" | "page_count">;

/** From the end of this transaction on the images cannot be opened: their keys are gone. */
export async function letGoOf(writer: Writer, ids: readonly string[]): Promise<void> {
  const gone = { state: "leaving", candidate_id: null, key_set: null, wrapped_key: null, sealed: null } as const;
  await updateImages(writer, ids, gone);
}

/** Removes what images that were let go have left in the blob store. What cannot be reached now is for the sweep. */
export async function removeLeavingImages(portal: Portal, images: readonly LeavingImage[]): Promise<void> {
  try {
    for (const { id, page_count } of images) {
      for (const { name } of everyBlob(id, page_count)) await portal.blobs.remove(name);
      await portal.database.write((writer) => deleteImage(writer, id));
    }
  } catch (error) {
    if (!isPortalError(error)) throw error;
  }
}
