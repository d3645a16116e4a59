import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import {
  type Draft,
  draftLifetimeMs,
  imagesOfDraft,
  mayOverwrite,
  maxDrafts,
  parseDraft,
  withImages,
  hasRemovedPapers,
  ofKindsOff,
  withPapersNotHere,
  type OpenForm,
  parseOpenForm,
} from "#core/records/draft.ts";
import { nameOfDraft, subjectOfDraft } from "#core/page-draft.ts";
import type { PapersHere } from "#core/own-fields/own-paper.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayAddToDraft, mayHaveDrafts } from "#core/accounts/permissions.ts";
import { lockPerson } from "#storage/database/accounts/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  draftOfForm,
  draftOfOpening,
  type DraftRow,
  openDrafts,
  putDraft,
  deleteDraftsBefore,
  pageDraftForms,
  imagesOnlyInDraft,
} from "#storage/database/records/drafts.ts";
import { imagesForChange, markImagesDeleted } from "#storage/database/records/images.ts";
import { deleteRows, foundByIds, rowForChange, rowsWithIds, updateRow } from "#storage/database/rows.ts";
import { doOnce } from "../portal/do-once.ts";
import { deleteMarkedImages } from "../images/remove-images.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { insertRecord, type NewRecord, prepareRecord } from "../records/add-record.ts";
import { savingNumbers } from "../records/duplicate-numbers.ts";
import { draftRow, isOpenDraft, openDraft, sealedDraft } from "./read-drafts.ts";

export type DraftSaved = {
  /**
   * The form name of the saved draft. Null if nothing was saved: another window saved this form, its record was added,
   * or it was discarded. A page that is still being filled in then saves under another form name.
   */
  form: string | null;
  /** Images that are gone or belong to somebody else. The page asks for their files again. */
  missingImages: string[];
};

/** Saves an add form in its current state, in place of what the same page saved before. The draft holds its images. */
export async function saveDraft(portal: Portal, actor: Actor, input: unknown): Promise<DraftSaved> {
  authorize(mayHaveDrafts(actor), actor);
  const sent = parseDraft(input);
  const site = await currentSettings(portal);
  return portal.database.write(async (writer) => {
    await lockPerson(portal.database, writer, actor.id);
    const place = await placeFor(portal, writer, actor.id, sent);
    if (!place) return { form: null, missingImages: [] };
    const before = isAnyNotHere(site) ? await rowForChange(portal.database, writer, "form_draft", place.id) : undefined;
    const earlier = before && openDraft(portal, before);
    const draft = earlier ? withPapersNotHere(sent, earlier, site) : sent;
    const wanted = imagesOfDraft(draft);
    const rows = await imagesForChange(portal.database, writer, wanted);
    const there = new Set(rows.filter((row) => mayAddToDraft(actor, row)).map(({ id }) => id));
    const { form: _, version: __, opening, ...content } = withImages(draft, (id) => there.has(id));
    const { id, form, version } = place;
    const saved = { id, person_id: actor.id, version: version + 1 };
    const row = draftRow(portal, saved, { form, opening }, sealedDraft.sealColumns(portal.keyring, saved, content));
    await putDraft(writer, row, [...there]);
    return { form, missingImages: wanted.filter((image) => !there.has(image)) };
  });
}

const isAnyNotHere = ({ kindsOff, ownPapers }: PapersHere) =>
  Object.keys(kindsOff).length > 0 || ownPapers.some(({ isRemoved }) => isRemoved);

type DraftSlot = Pick<DraftRow, "id" | "form" | "version">;

/** Each opened page has one draft, even if the name of its form changes. Null if another page has the form. */
async function placeFor(portal: Portal, writer: Writer, personId: string, draft: Draft): Promise<DraftSlot | null> {
  const named = await draftOfForm(writer, personId, draft.form);
  if (named?.sealed && mayOverwrite(named, draft)) return named;
  const own = await draftOfOpening(writer, personId, draft.opening);
  if (named) return own ?? null;
  if (own) return { ...own, form: draft.form };
  const others = await openDrafts(writer, personId, portal.now() - draftLifetimeMs);
  if (others.length >= maxDrafts) throw new PortalError("too-many-requests");
  return { id: randomUUID(), form: draft.form, version: 0 };
}

type AddedRecord = {
  id: string;
  /** False if the draft had files of own papers that were removed, or cannot be read: they end with it. */
  isAllIn: boolean;
};

/** Adds the record that was typed into a form, once for this form, and ends the form's draft. */
export async function addFromForm(portal: Portal, actor: Actor, input: NewRecord & OpenForm): Promise<AddedRecord> {
  authorize(mayHaveDrafts(actor), actor);
  const { particulars, images, lastDays, own, ...named } = input;
  const form = parseOpenForm(named);
  const record = { particulars, images, lastDays, own, areOwnNeeded: true };
  let isAllIn = true;
  const id = await doOnce(portal, actor, { key: form.form, body: record }, async (once) => {
    const drafted = await draftedNotHere(portal, actor.id, form);
    isAllIn = drafted.isAllIn;
    const prepared = await prepareRecord(portal, actor, {
      ...record,
      images: { ...drafted.images, ...images },
      lastDays: { ...drafted.lastDays, ...lastDays },
    });
    return savingNumbers(portal, actor, () =>
      once(async (within, writer) => {
        await endDraft(within, writer, actor.id, form, await lockOwnDraft(within, writer, actor.id, form));
        return (await insertRecord(within, actor, prepared)).id;
      }),
    );
  });
  return { id, isAllIn };
}

/** What the draft of a form has of kinds that were switched off meanwhile, and whether that is all that the form lacks. */
async function draftedNotHere(portal: Portal, personId: string, form: OpenForm) {
  const site = await currentSettings(portal);
  const row = isAnyNotHere(site) ? await draftOfForm(portal.database.read, personId, form.form) : undefined;
  const hasDraft = row !== undefined && isOpenDraft(row) && mayOverwrite(row, form);
  const draft = hasDraft ? openDraft(portal, row) : null;
  if (!draft) return { images: {}, lastDays: {}, isAllIn: !hasDraft };
  return { ...ofKindsOff(draft, site), isAllIn: !hasRemovedPapers(draft, site) };
}

/** Discards the draft of a form, and those of its images that no other draft holds. */
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

/** Locks and returns the draft of this page. A draft that another window saved under the same form name gets another name. */
async function lockOwnDraft(portal: Portal, writer: Writer, personId: string, form: OpenForm) {
  await lockPerson(portal.database, writer, personId);
  const row = await draftOfForm(writer, personId, form.form);
  if (!row || row.sealed === null || mayOverwrite(row, form)) return row;
  await updateRow(writer, "form_draft", row.id, { form: randomUUID() });
  return undefined;
}

/** After this, nothing can be saved under the name of this form. */
async function endDraft(portal: Portal, writer: Writer, personId: string, form: OpenForm, own: DraftRow | undefined) {
  const place = { id: own?.id ?? randomUUID(), person_id: personId, version: 1 };
  await putDraft(writer, draftRow(portal, place, form, null), []);
}

/**
 * Deletes drafts that nobody has saved for a week, and those of forms that nobody can open any more. The next sweep of
 * images deletes their images.
 */
export async function sweepDrafts({ database, now }: Portal): Promise<void> {
  await database.write((writer) => deleteDraftsBefore(writer, now() - draftLifetimeMs));
  const subjects = (await pageDraftForms(database.read)).flatMap(({ id, form }) => {
    const subject = subjectOfDraft(nameOfDraft(form));
    return subject ? [{ draft: id, ...subject }] : [];
  });
  for (const [table, drafts] of Map.groupBy(subjects, (subject) => subject.table)) {
    const rows = await foundByIds(
      drafts.map(({ id }) => id),
      (ids) => rowsWithIds(database.read, table, ids),
    );
    const there = new Set(rows.map(({ id }) => id));
    const left = drafts.filter(({ id }) => !there.has(id)).map(({ draft }) => draft);
    if (left.length > 0) await database.write((writer) => deleteRows(writer, "form_draft", left));
  }
}
