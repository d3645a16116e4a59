import { randomUUID } from "node:crypto";
import { isItsOwn, type OpenForm } from "#core/records/draft.ts";
import type { Writer } from "#storage/database/database.ts";
import { draftOfForm, type DraftRow, lockDrafts, putDraft, renameDraft } from "#storage/database/drafts.ts";
import type { Portal } from "../portal.ts";
import { endedDraft } from "./sealed-draft-form.ts";

/**
 * Nothing is kept under the name of this form any more. Returns the draft that was the page's own, before it is emptied by
 * `work`. What somebody typed into the same form in another window stays, as a form of its own.
 */
export async function endDraft(
  portal: Portal,
  writer: Writer,
  personId: string,
  form: OpenForm,
  work: (own: DraftRow) => Promise<void> = async () => undefined,
): Promise<void> {
  await lockDrafts(portal.database, writer, personId);
  const row = await draftOfForm(writer, personId, form.form);
  const isOthers = row !== undefined && row.sealed !== null && !isItsOwn(row, form);
  if (isOthers) await renameDraft(writer, row.id, randomUUID());
  else if (row) await work(row);
  const id = row && !isOthers ? row.id : randomUUID();
  await putDraft(writer, endedDraft(portal, { id, person_id: personId, version: 1 }, form), []);
}
