import { randomUUID } from "node:crypto";
import {
  type DraftStamp,
  formOfOpening,
  isPageDraftName,
  maxPageDrafts,
  type PageDraft,
  parsePageDraft,
  subjectOfDraft,
} from "#core/page-draft.ts";
import { dayMs } from "#core/durations.ts";
import { PortalError } from "#core/errors.ts";
import { draftLifetimeMs } from "#core/records/draft.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayHaveDrafts } from "#core/accounts/permissions.ts";
import { lockPerson } from "#storage/database/accounts/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  countPageDrafts,
  deleteEndedPageDrafts,
  draftOfForm,
  pageDraftsOf,
  putDraft,
} from "#storage/database/records/drafts.ts";
import { rowForChange } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";
import { draftRow, isOpenDraft, openPageDraft, savedSince, sealedPageDraft } from "./read-drafts.ts";

/** Stands for a page without scripts, or of version 1.0. Each of its saves replaces the one before. */
const unnumbered: DraftStamp = { opening: "", number: 0 };

/**
 * Saves the values that a user typed into a form of a page. Each opened form has its own draft, so that two windows do
 * not overwrite each other. A text that is older than the saved one, or was accepted, comes too late and changes
 * nothing. `putBack` are other drafts whose values are part of this text. They end.
 */
export async function savePageDraft(
  portal: Portal,
  actor: Actor,
  input: unknown,
  [stamp = unnumbered, ...putBack]: readonly DraftStamp[] = [],
): Promise<void> {
  authorize(mayHaveDrafts(actor), actor);
  const { name, fields } = parsePageDraft(input);
  const subject = subjectOfDraft(name);
  await portal.database.write(async (writer) => {
    // It is locked: if it is deleted at the same time, a page that is still open leaves nothing of it behind.
    if (subject && !(await rowForChange(portal.database, writer, subject.table, subject.id)))
      throw new PortalError("not-found");
    await lockPerson(portal.database, writer, actor.id);
    await put(portal, writer, actor.id, name, stamp, { fields });
    await endOthers(portal, writer, actor.id, name, putBack);
    await deleteEndedPageDrafts(writer, actor.id, portal.now() - dayMs);
    if ((await countPageDrafts(writer, actor.id, portal.now() - draftLifetimeMs)) > maxPageDrafts)
      throw new PortalError("too-many-drafts");
  });
}

/** Stores a draft, or with null its end. It keeps the number, so that what the form sent before is recognised as late. */
async function put(
  portal: Portal,
  writer: Writer,
  personId: string,
  name: string,
  { opening, number }: DraftStamp,
  content: Pick<PageDraft, "fields"> | null,
): Promise<void> {
  const form = formOfOpening(name, opening);
  const before = await draftOfForm(writer, personId, form);
  const last = before?.version ?? 0;
  const isLate = content ? number <= last : number < last;
  if (number > 0 && isLate) return;
  const place = { id: before?.id ?? randomUUID(), person_id: personId, version: number || last + 1 };
  const sealed = content && sealedPageDraft.sealColumns(portal.keyring, place, content);
  await putDraft(writer, draftRow(portal, place, { form, opening }, sealed), []);
}

/** Ends drafts of other opened forms. One that was never stored leaves no row. */
async function endOthers(
  portal: Portal,
  writer: Writer,
  personId: string,
  name: string,
  stamps: readonly DraftStamp[],
): Promise<void> {
  for (const stamp of stamps.slice(0, maxPageDrafts))
    if (await draftOfForm(writer, personId, formOfOpening(name, stamp.opening)))
      await put(portal, writer, personId, name, stamp, null);
}

export type SavedPageDraft = Pick<PageDraft, "fields"> & DraftStamp & { savedAt: number };

/**
 * What was typed into the form of this name and not saved, the last first: one draft for each opened form, without those that
 * are damaged.
 */
export async function readPageDrafts(portal: Portal, actor: Actor, name: string): Promise<SavedPageDraft[]> {
  authorize(mayHaveDrafts(actor), actor);
  if (!isPageDraftName(name)) return [];
  const rows = await pageDraftsOf(portal.database.read, actor.id, name, await savedSince(portal));
  return rows.filter(isOpenDraft).flatMap((row) => {
    const fields = openPageDraft(portal, row)?.fields;
    return fields ? [{ fields, savedAt: row.saved_at, opening: row.opening, number: row.version }] : [];
  });
}

/** Ends the drafts of a form that was saved, or that the user no longer needs, up to the text of each stamp. */
export async function endPageDraft(
  portal: Portal,
  actor: Actor,
  name: string,
  stamps: readonly DraftStamp[] = [unnumbered],
): Promise<void> {
  authorize(mayHaveDrafts(actor), actor);
  if (!isPageDraftName(name)) return;
  await portal.database.write(async (writer) => {
    await lockPerson(portal.database, writer, actor.id);
    const [own = unnumbered, ...others] = stamps;
    await put(portal, writer, actor.id, name, own, null);
    await endOthers(portal, writer, actor.id, name, others);
  });
}
