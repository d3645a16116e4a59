import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayHaveDrafts } from "#core/accounts/permissions.ts";
import { nameOfDraft, partsOfDraft } from "#core/page-draft.ts";
import { openPageDrafts } from "#storage/database/records/drafts.ts";
import { rowById, rowsWithIds } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";
import { discardDraft } from "./change-draft.ts";
import { endPageDraft } from "./page-drafts.ts";
import { isOpenDraft, openPageDraft, savedSince } from "./read-drafts.ts";

/** The forms with texts that a person typed and did not save, the last saved first. No text is opened. */
export const listUnsavedForms = async (portal: Portal, actor: Actor) =>
  (await unsavedForms(portal, actor)).map(({ form }) => form);

/** The same, with the texts. Null for one that is damaged. */
export const listPageDrafts = async (portal: Portal, actor: Actor) =>
  (await unsavedForms(portal, actor)).map(({ form, row }) => ({
    ...form,
    text: longest(openPageDraft(portal, row)?.fields),
  }));

async function unsavedForms(portal: Portal, actor: Actor) {
  authorize(mayHaveDrafts(actor), actor);
  const { read } = portal.database;
  const rows = (await openPageDrafts(read, actor.id, await savedSince(portal))).filter(isOpenDraft);
  const named = rows.flatMap((row) => {
    const parts = partsOfDraft(nameOfDraft(row.form));
    return parts ? [{ row, parts }] : [];
  });
  const ofPayments = named.flatMap(({ parts }) => (parts.kind === "payment" ? [parts.of] : []));
  const seats = new Map((await rowsWithIds(read, "enrolment", ofPayments)).map((seat) => [seat.id, seat]));
  return named.map(({ row, parts }) => {
    const found = parts.kind === "payment" ? seats.get(parts.of) : undefined;
    const seat = found ? { id: found.class_id, person: found.person_id } : null;
    return { row, form: { id: row.id, ...parts, savedAt: row.saved_at, seat } };
  });
}

const longest = (fields?: readonly (readonly [string, string])[]): string | null =>
  fields?.reduce((text, [, value]) => (value.length > text.length ? value : text), "") ?? null;

/** Throws away one of these texts, or a begun form of a record. */
export async function throwDraftAway(portal: Portal, actor: Actor, { id }: { id: string }): Promise<void> {
  authorize(mayHaveDrafts(actor), actor);
  const row = await rowById(portal.database.read, "form_draft", id);
  if (row?.person_id !== actor.id) throw new PortalError("not-found");
  const { form, opening, version } = row;
  if (!form.includes(":")) return discardDraft(portal, actor, { form, opening, version });
  await endPageDraft(portal, actor, nameOfDraft(form), opening ? [{ opening, number: version }] : undefined);
}
