import { randomUUID } from "node:crypto";
import {
  type Draft,
  draftKeptForMs,
  imagesOfDraft,
  isItsOwn,
  mostDrafts,
  parseDraft,
  withImages,
} from "#core/records/draft.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayHoldImage, mayKeepDrafts, authorize } from "#core/staff/permissions.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  draftOfForm,
  draftOfOpening,
  type DraftRow,
  lockDrafts,
  openDrafts,
  putDraft,
} from "#storage/database/drafts.ts";
import { imagesForChange } from "#storage/database/images.ts";
import type { Portal } from "../portal.ts";
import { sealDraft } from "./sealed-draft-form.ts";

export type DraftSaved = {
  /**
   * Under which name the form is kept. Null where it is not: the form is gone on with in another window, or its record is
   * added, or it was thrown away. Who still types into it needs another name for it.
   */
  form: string | null;
  /** Images that are no longer there, or never were this person's: the page asks for the file again. */
  missingImages: string[];
};

/** Keeps an add form as it stands, in place of what the same page kept before. Its images wait with it. */
export async function saveDraft(portal: Portal, actor: Actor, input: unknown): Promise<DraftSaved> {
  authorize(mayKeepDrafts(actor), actor);
  const draft = parseDraft(input);
  const wanted = imagesOfDraft(draft);
  return portal.database.write(async (writer) => {
    await lockDrafts(portal.database, writer, actor.id);
    const place = await placeFor(portal, writer, actor.id, draft);
    if (!place) return { form: null, missingImages: [] };
    const rows = await imagesForChange(portal.database, writer, wanted);
    const there = new Set(rows.filter((row) => mayHoldImage(actor, row)).map(({ id }) => id));
    const kept = { ...withImages(draft, (id) => there.has(id)), form: place.form };
    const version = place.version + 1;
    await putDraft(writer, sealDraft(portal, { id: place.id, person_id: actor.id, version }, kept), [...there]);
    return { form: place.form, missingImages: wanted.filter((id) => !there.has(id)) };
  });
}

/** Each opened page has one draft, whatever becomes of the name of its form. */
async function placeFor(
  portal: Portal,
  writer: Writer,
  personId: string,
  draft: Draft,
): Promise<Pick<DraftRow, "id" | "form" | "version"> | null> {
  const named = await draftOfForm(writer, personId, draft.form);
  if (named?.sealed && isItsOwn(named, draft)) return named;
  const own = await draftOfOpening(writer, personId, draft.opening);
  if (named) return own ?? null;
  if (own) return { ...own, form: draft.form };
  const others = await openDrafts(writer, personId, portal.now() - draftKeptForMs);
  if (others.length >= mostDrafts) throw new PortalError("too-many-requests");
  return { id: randomUUID(), form: draft.form, version: 0 };
}
