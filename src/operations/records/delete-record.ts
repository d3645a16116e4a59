import type { Actor } from "#core/staff/actor.ts";
import { PortalError } from "#core/errors.ts";
import { mayDeleteRecords, authorize, requireRecentProof } from "#core/staff/permissions.ts";
import { recordForChange, deleteRecord as deleteRow } from "#storage/database/records.ts";
import { imagesOfRecord } from "#storage/database/images.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import { letGoOf, removeLeavingImages } from "../images/leaving-images.ts";
import type { Portal } from "../portal.ts";
import { type RecordTarget, refuseStale } from "./change-record.ts";
import { recordKey } from "./sealed-record.ts";

/** Removes a record for good. Its key goes with it, so that nothing sealed under it opens again. */
export async function deleteRecord(
  portal: Portal,
  actor: Actor,
  { id, expectedVersion }: RecordTarget,
): Promise<{ deleted: 1 }> {
  authorize(mayDeleteRecords(actor), actor);
  requireRecentProof(actor);
  const images = await portal.database.write(async (writer) => {
    const row = await recordForChange(portal.database, writer, id);
    if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
    refuseStale(row, expectedVersion);
    const kept = await imagesOfRecord(writer, id);
    const ids = kept.map((image) => image.id);
    await letGoOf(writer, ids);
    await deleteRow(writer, id);
    const event = { actor, action: "candidate-deleted", subject: "candidate", subjectId: id, details: {} } as const;
    await logAuditEvent(portal, writer, event, recordKey(portal, row));
    return kept;
  });
  await removeLeavingImages(portal, images);
  await portal.database.forgetDeleted();
  return { deleted: 1 };
}
