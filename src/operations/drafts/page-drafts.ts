import { randomUUID } from "node:crypto";
import {
  isPageDraftName,
  maxPageDrafts,
  type PageDraft,
  parsePageDraft,
  recordOfDraft,
  type SaveStamp,
} from "#core/page-draft.ts";
import { draftLifetimeMs } from "#core/records/draft.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayHaveDrafts } from "#core/accounts/permissions.ts";
import { lockPerson } from "#storage/database/accounts/accounts.ts";
import { deleteOldPageDrafts, deletePageDrafts, draftOfForm, putDraft } from "#storage/database/records/drafts.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "../records/record-entity.ts";
import { draftRow, openSealedDraft } from "./read-drafts.ts";

/**
 * Saves the values that a user typed into a form of a page, in place of those typed there before. A request that the
 * same page sent before its last save, or before its form was accepted, comes too late and changes nothing.
 */
export async function savePageDraft(portal: Portal, actor: Actor, input: unknown, stamp?: SaveStamp): Promise<void> {
  authorize(mayHaveDrafts(actor), actor);
  const { name, fields } = parsePageDraft(input);
  const record = recordOfDraft(name);
  await portal.database.write(async (writer) => {
    // The record is locked: if it is deleted at the same time, a page that is still open leaves nothing of it behind.
    if (record !== null) await recordEntity.lock(portal, writer, record);
    await lockPerson(portal.database, writer, actor.id);
    const before = await draftOfForm(writer, actor.id, name);
    if (stamp && before?.opening === stamp.opening && stamp.saves <= before.version) return;
    const version = stamp?.saves ?? (before?.version ?? 0) + 1;
    const place = { id: before?.id ?? randomUUID(), person_id: actor.id, version };
    await putDraft(writer, draftRow(portal, place, { form: name, opening: stamp?.opening ?? "" }, { fields }), []);
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

/**
 * Ends a page draft: its form was saved, or the user no longer needs the draft. What its page had sent until then is not
 * saved any more, even if it comes later.
 */
export async function endPageDraft(portal: Portal, actor: Actor, name: string, stamp?: SaveStamp): Promise<void> {
  authorize(mayHaveDrafts(actor), actor);
  if (!isPageDraftName(name)) return;
  await portal.database.write(async (writer) => {
    await lockPerson(portal.database, writer, actor.id);
    const before = await draftOfForm(writer, actor.id, name);
    if (!stamp) return deletePageDrafts(writer, [name], actor.id);
    const place = { id: before?.id ?? randomUUID(), person_id: actor.id, version: stamp.saves };
    return putDraft(writer, draftRow(portal, place, { form: name, opening: stamp.opening }, null), []);
  });
}
