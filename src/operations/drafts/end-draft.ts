import { randomUUID } from "node:crypto";
import { draftLifetimeMs, mayOverwrite, type OpenForm, parseOpenForm } from "#core/records/draft.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayAddToDraft, mayHaveDrafts } from "#core/staff/permissions.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  deleteDraftsBefore,
  draftOfForm,
  type DraftRow,
  imagesOnlyInDraft,
  lockDrafts,
  putDraft,
  renameDraft,
} from "#storage/database/drafts.ts";
import { imagesForChange } from "#storage/database/images.ts";
import { deleteMarkedImages, markImagesDeleted } from "../images/remove-images.ts";
import type { Portal } from "../portal.ts";
import { addRecordOnce, type NewRecord } from "../records/add-record.ts";
import { endedDraft } from "./sealed-draft.ts";

/** Adds the record that was typed into a form, once for this form, and ends the form's draft. */
export async function addFromForm(portal: Portal, actor: Actor, input: NewRecord & OpenForm): Promise<{ id: string }> {
  authorize(mayHaveDrafts(actor), actor);
  const { particulars, images, ...named } = input;
  const form = parseOpenForm(named);
  return addRecordOnce(portal, actor, { particulars, images }, form.form, async (writer) =>
    endDraft(portal, writer, actor.id, form, await lockOwnDraft(portal, writer, actor.id, form)),
  );
}

/** Discards the draft of a form, and the images that no other draft holds. */
export async function discardDraft(portal: Portal, actor: Actor, input: unknown): Promise<void> {
  authorize(mayHaveDrafts(actor), actor);
  const form = parseOpenForm(input);
  const deleted = await portal.database.write(async (writer) => {
    const own = await lockOwnDraft(portal, writer, actor.id, form);
    const ids = own ? await imagesOnlyInDraft(writer, own.id) : [];
    const images = (await imagesForChange(portal.database, writer, ids)).filter((row) => mayAddToDraft(actor, row));
    await endDraft(portal, writer, actor.id, form, own);
    await markImagesDeleted(writer, images);
    return images;
  });
  await deleteMarkedImages(portal, deleted);
}

/** The draft of this page. What another window saved under the same form name becomes a form with another name. */
async function lockOwnDraft(
  portal: Portal,
  writer: Writer,
  personId: string,
  form: OpenForm,
): Promise<DraftRow | undefined> {
  await lockDrafts(portal.database, writer, personId);
  const row = await draftOfForm(writer, personId, form.form);
  if (!row || row.sealed === null || mayOverwrite(row, form)) return row;
  await renameDraft(writer, row.id, randomUUID());
  return undefined;
}

/** From now on nothing can be saved under the name of this form. */
async function endDraft(
  portal: Portal,
  writer: Writer,
  personId: string,
  form: OpenForm,
  own: DraftRow | undefined,
): Promise<void> {
  const place = { id: own?.id ?? randomUUID(), person_id: personId, version: 1 };
  await putDraft(writer, endedDraft(portal, place, form), []);
}

/** Deletes drafts that nobody saved for a week. The next sweep of images deletes theirs. */
export async function sweepDrafts({ database, now }: Portal): Promise<void> {
  await database.write((writer) => deleteDraftsBefore(writer, now() - draftLifetimeMs));
}
