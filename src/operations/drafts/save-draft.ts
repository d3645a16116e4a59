import { imagesOfDraft, parseDraft, withImages } from "#core/candidates/draft.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayHoldImage, mayKeepDrafts, require } from "#core/staff/permissions.ts";
import { draftForChange, putDraft } from "#storage/database/drafts.ts";
import { imagesForChange } from "#storage/database/images.ts";
import type { Portal } from "../portal.ts";
import { sealDraft } from "./sealed-draft-form.ts";

export type DraftSaved = {
  /** Not, when the record of this form is added already, or the draft was thrown away. */
  saved: boolean;
  /** Images that are no longer there, or never were this person's: the page asks for the file again. */
  missingImages: string[];
};

/** Keeps the add form of one person as it stands, in place of what was kept before. Its images wait with it. */
export async function saveDraft(portal: Portal, actor: Actor, input: unknown): Promise<DraftSaved> {
  require(mayKeepDrafts(actor), actor);
  const draft = parseDraft(input);
  const wanted = imagesOfDraft(draft);
  return portal.database.write(async (writer) => {
    const before = await draftForChange(portal.database, writer, actor.id);
    if (before?.form === draft.form && before.sealed === null) return { saved: false, missingImages: [] };
    const rows = await imagesForChange(portal.database, writer, wanted);
    const there = new Set(rows.filter((row) => mayHoldImage(actor, row)).map(({ id }) => id));
    const kept = withImages(draft, (id) => there.has(id));
    await putDraft(writer, sealDraft(portal, actor.id, kept), [...there]);
    return { saved: true, missingImages: wanted.filter((id) => !there.has(id)) };
  });
}
