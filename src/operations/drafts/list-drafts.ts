import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayHaveDrafts } from "#core/accounts/permissions.ts";
import { nameOfDraft, partsOfDraft } from "#core/page-draft.ts";
import { draftLifetimeMs } from "#core/records/draft.ts";
import { openPageDrafts } from "#storage/database/records/drafts.ts";
import { rowById, rowsWithIds } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";
import { discardDraft } from "./change-draft.ts";
import { endPageDraft } from "./page-drafts.ts";
import { isOpenDraft, sealedPageDraft } from "./read-drafts.ts";

/** Every text that a person typed into a form and did not save, the last saved first. */
export async function listPageDrafts(portal: Portal, actor: Actor) {
  authorize(mayHaveDrafts(actor), actor);
  const { read } = portal.database;
  const rows = (await openPageDrafts(read, actor.id, portal.now() - draftLifetimeMs)).filter(isOpenDraft);
  const drafts = rows.flatMap((row) => {
    const parts = partsOfDraft(nameOfDraft(row.form));
    const { fields } = sealedPageDraft.openRow(portal.keyring, row);
    return parts ? [{ id: row.id, ...parts, text: longest(fields), savedAt: row.saved_at }] : [];
  });
  const ofPayments = drafts.flatMap(({ kind, of }) => (kind === "payment" ? [of] : []));
  const seats = new Map((await rowsWithIds(read, "enrolment", ofPayments)).map((seat) => [seat.id, seat]));
  return drafts.map((draft) => {
    const seat = draft.kind === "payment" ? seats.get(draft.of) : undefined;
    return { ...draft, seat: seat ? { id: seat.class_id, person: seat.person_id } : null };
  });
}

const longest = (fields: readonly (readonly [string, string])[]): string =>
  fields.reduce((text, [, value]) => (value.length > text.length ? value : text), "");

/** Throws away one of these texts, or a begun form of a record. */
export async function throwDraftAway(portal: Portal, actor: Actor, { id }: { id: string }): Promise<void> {
  authorize(mayHaveDrafts(actor), actor);
  const row = await rowById(portal.database.read, "form_draft", id);
  if (row?.person_id !== actor.id) throw new PortalError("not-found");
  const { form, opening, version } = row;
  if (!form.includes(":")) return discardDraft(portal, actor, { form, opening, version });
  await endPageDraft(portal, actor, nameOfDraft(form), opening ? [{ opening, number: version }] : undefined);
}
