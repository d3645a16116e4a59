import { parseOpenForm } from "#core/records/draft.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayHoldImage, mayKeepDrafts, authorize } from "#core/staff/permissions.ts";
import { imagesOnlyInDraft } from "#storage/database/drafts.ts";
import { imagesForChange, type ImageRow } from "#storage/database/images.ts";
import { letGoOf, removeLeavingImages } from "../images/leaving-images.ts";
import type { Portal } from "../portal.ts";
import { endDraft } from "./end-draft.ts";

/** Throws the draft of a form away, with the images that wait for it alone. */
export async function discardDraft(portal: Portal, actor: Actor, input: unknown): Promise<void> {
  authorize(mayKeepDrafts(actor), actor);
  const form = parseOpenForm(input);
  const leaving = await portal.database.write(async (writer) => {
    const images: ImageRow[] = [];
    await endDraft(portal, writer, actor.id, form, async ({ id: draftId }) => {
      const held = await imagesForChange(portal.database, writer, await imagesOnlyInDraft(writer, draftId));
      images.push(...held.filter((row) => mayHoldImage(actor, row)));
    });
    await letGoOf(
      writer,
      images.map(({ id }) => id),
    );
    return images;
  });
  await removeLeavingImages(portal, leaving);
}
