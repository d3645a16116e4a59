import type { Actor } from "#core/staff/actor.ts";
import { PortalError } from "#core/errors.ts";
import { mayDeleteCandidates, require, requireFresh } from "#core/staff/permissions.ts";
import { candidateForChange, deleteCandidate as deleteRow } from "#storage/database/candidates.ts";
import { imagesOfCandidate } from "#storage/database/images.ts";
import { recordEvent } from "../audit/record-event.ts";
import { letGoOf, removeLeavingImages } from "../images/leaving-images.ts";
import type { Portal } from "../portal.ts";
import { type CandidateTarget, refuseStale } from "./change-candidate.ts";
import { candidateKey } from "./sealed-candidate.ts";

/** Removes a record for good. Its key goes with it, so that nothing sealed under it opens again. */
export async function deleteCandidate(
  portal: Portal,
  actor: Actor,
  { id, expectedVersion }: CandidateTarget,
): Promise<{ deleted: 1 }> {
  require(mayDeleteCandidates(actor), actor);
  requireFresh(actor);
  const images = await portal.database.write(async (writer) => {
    const row = await candidateForChange(portal.database, writer, id);
    if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
    refuseStale(row, expectedVersion);
    const kept = await imagesOfCandidate(writer, id);
    const ids = kept.map((image) => image.id);
    await letGoOf(writer, ids);
    await deleteRow(writer, id);
    const event = { actor, action: "candidate-deleted", subject: "candidate", subjectId: id, details: {} } as const;
    await recordEvent(portal, writer, event, candidateKey(portal, row));
    return kept;
  });
  await removeLeavingImages(portal, images);
  await portal.database.forgetDeleted();
  return { deleted: 1 };
}
