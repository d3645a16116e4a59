import { randomUUID } from "node:crypto";
import { isPageDraftName, maxPageDrafts, type PageDraft, parsePageDraft, recordOfDraft } from "#core/page-draft.ts";
import { draftLifetimeMs } from "#core/records/draft.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayHaveDrafts } from "#core/accounts/permissions.ts";
import { lockPerson } from "#storage/database/accounts/accounts.ts";
import { deleteOldPageDrafts, deletePageDrafts, draftOfForm, putDraft } from "#storage/database/records/drafts.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "../records/record-entity.ts";
import { draftRow, openSealedDraft } from "./read-drafts.ts";

/** Saves the values that a user typed into a form of a page, in place of those typed there before. */
export async function savePageDraft(portal: Portal, actor: Actor, input: unknown): Promise<void> {
  authorize(mayHaveDrafts(actor), actor);
  const { name, fields } = parsePageDraft(input);
  const record = recordOfDraft(name);
  await portal.database.write(async (writer) => {
    // The record is locked: if it is deleted at the same time, a page that is still open leaves nothing of it behind.
    if (record !== null) await recordEntity.lock(portal, writer, record);
    await lockPerson(portal.database, writer, actor.id);
    const before = await draftOfForm(writer, actor.id, name);
    const place = { id: before?.id ?? randomUUID(), person_id: actor.id, version: (before?.version ?? 0) + 1 };
    await putDraft(writer, draftRow(portal, place, { form: name, opening: "" }, { fields }), []);
    await deleteOldPageDrafts(writer, actor.id, maxPageDrafts);
  });
}

export type SavedPageDraft = Pick<PageDraft, "fields"> & { savedAt: number };

export async function readPageDraft(portal: Portal, actor: Actor, name: string): Promise<SavedPageDraft | null> {
  authorize(mayHaveDrafts(actor), actor);
  if (!isPageDraftName(name)) return null;
  const row = await draftOfForm(portal.database.read, actor.id, name);
  if (!row || row.saved_at < portal.now() - draftLifetimeMs) return null;
  const content = openSealedDraft(portal, row) as Pick<PageDraft, "fields"> | null;
  return content && { ...content, savedAt: row.saved_at };
}

/** Ends a page draft: its form was saved, or the user no longer needs the draft. */
export async function endPageDraft({ database }: Portal, actor: Actor, name: string): Promise<void> {
  authorize(mayHaveDrafts(actor), actor);
  if (isPageDraftName(name)) await database.write((writer) => deletePageDrafts(writer, [name], actor.id));
}
