import type { Writer } from "#storage/database/database.ts";
import { draftForChange, putDraft } from "#storage/database/drafts.ts";
import type { Portal } from "../portal.ts";
import { endedDraft } from "./sealed-draft-form.ts";

/** Whether it was this form's to end: what the same person types into another form stays. */
export async function endDraft(portal: Portal, writer: Writer, personId: string, form: string): Promise<boolean> {
  const before = await draftForChange(portal.database, writer, personId);
  if (before && before.form !== form) return false;
  await putDraft(writer, endedDraft(portal, personId, form), []);
  return true;
}
