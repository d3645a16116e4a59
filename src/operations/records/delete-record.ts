import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayDeleteRecords, requireRecentProof } from "#core/staff/permissions.ts";
import { imagesOfRecord } from "#storage/database/images.ts";
import { deleteRecord as deleteRow } from "#storage/database/records.ts";
import { deleteMarkedImages, markImagesDeleted } from "../images/remove-images.ts";
import { changeLocked, type ChangeTarget } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { recordEntity } from "./change-record.ts";

/** Deletes a record. Its key is deleted too, so nothing sealed under it opens again. */
export async function deleteRecord(portal: Portal, actor: Actor, target: ChangeTarget): Promise<{ deleted: 1 }> {
  authorize(mayDeleteRecords(actor), actor);
  requireRecentProof(actor);
  const images = await changeLocked(portal, actor, recordEntity, target, async ({ writer, row, log }) => {
    const deleted = await imagesOfRecord(writer, row.id);
    await markImagesDeleted(writer, deleted);
    await deleteRow(writer, row.id);
    await log("candidate-deleted", {});
    return deleted;
  });
  await deleteMarkedImages(portal, images);
  await portal.database.forgetDeleted();
  return { deleted: 1 };
}
