import { type OpenForm, parseOpenForm } from "#core/records/draft.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayKeepDrafts, authorize } from "#core/staff/permissions.ts";
import type { NewRecord } from "../records/add-record.ts";
import { addRecordOnce } from "../records/add-record-once.ts";
import type { Portal } from "../portal.ts";
import { endDraft } from "./end-draft.ts";

/** Adds the record that was typed into a form, once for this form, and with it ends the form's draft. */
export async function addFromForm(portal: Portal, actor: Actor, input: NewRecord & OpenForm): Promise<{ id: string }> {
  authorize(mayKeepDrafts(actor), actor);
  const { particulars, images, ...named } = input;
  const form = parseOpenForm(named);
  return addRecordOnce(portal, actor, { particulars, images }, form.form, (writer) =>
    endDraft(portal, writer, actor.id, form),
  );
}
