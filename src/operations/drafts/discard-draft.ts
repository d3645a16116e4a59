import { parseFormName } from "#core/candidates/draft.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayHoldImage, mayKeepDrafts, require } from "#core/staff/permissions.ts";
import { imagesHeldFor } from "#storage/database/drafts.ts";
import { imagesForChange } from "#storage/database/images.ts";
import { letGoOf, removeLeavingImages } from "../images/leaving-images.ts";
import type { Portal } from "../portal.ts";
import { endDraft } from "./end-draft.ts";

/** Throws the draft of a form away, with the images that wait for it. */
export async function discardDraft(portal: Portal, actor: Actor, input: { form: string }): Promise<void> {
  require(mayKeepDrafts(actor), actor);
  const { form } = parseFormName(input);
  const leaving = await portal.database.write(async (writer) => {
    const held = await imagesHeldFor(writer, actor.id);
    if (!(await endDraft(portal, writer, actor.id, form))) return [];
    const images = (await imagesForChange(portal.database, writer, held)).filter((row) => mayHoldImage(actor, row));
    await letGoOf(
      writer,
      images.map(({ id }) => id),
    );
    return images;
  });
  await removeLeavingImages(portal, leaving);
}
