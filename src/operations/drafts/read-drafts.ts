import type { DocumentPage } from "#core/records/record-details.ts";
import { type ByKind, withOwnPapers } from "#core/own-fields/own-paper.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import {
  type DraftContent,
  draftLabel,
  draftLifetimeMs,
  imagesOfDraft,
  type OpenForm,
  storedDraft,
} from "#core/records/draft.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayHaveDrafts } from "#core/accounts/permissions.ts";
import { storedPageDraft } from "#core/page-draft.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import { draftOfForm, type DraftRow, openDrafts } from "#storage/database/records/drafts.ts";
import type { ImageRow } from "#storage/database/records/images.ts";
import { rowsWithIds } from "#storage/database/rows.ts";
import { keyOfUpload, openImageFacts } from "../images/stored-image.ts";
import type { Portal } from "../portal/portal.ts";
import { isClockSteady } from "../portal/steady-clock.ts";

type DraftImage = { id: string; pages: readonly DocumentPage[]; name: string };

/**
 * Since when drafts are shown that people made. While the clock has just jumped, all of them are: those that it stored while it
 * was behind look too old.
 */
export const savedSince = async (portal: Portal): Promise<number> =>
  (await isClockSteady(portal)) ? portal.now() - draftLifetimeMs : 0;

export async function readDrafts(portal: Portal, actor: Actor, form?: string) {
  authorize(mayHaveDrafts(actor), actor);
  const { read } = portal.database;
  const rows = await openDrafts(read, actor.id, await savedSince(portal));
  const opened = rows.map((row) => ({ row, content: openDraft(portal, row) }));
  const begun = opened.flatMap(({ row, content }) => (content ? [{ row, content }] : []));
  const wanted = form === undefined ? begun[0] : begun.find(({ row }) => row.form === form);
  return {
    /** The requested draft, or the one that was saved last. */
    draft: wanted ? await savedDraft(portal, wanted) : null,
    /** All begun forms, last saved first. */
    begun: begun.map(({ row, content }) => ({
      id: row.id,
      form: row.form,
      label: draftLabel(content),
      savedAt: row.saved_at,
    })),
    /** Those that cannot be read any more. */
    damaged: opened.flatMap(({ row, content }) =>
      content ? [] : [{ id: row.id, form: row.form, savedAt: row.saved_at }],
    ),
    /** False if the requested form has ended or is damaged: nothing is saved under its name. */
    isFree: wanted !== undefined || form === undefined || !(await draftOfForm(read, actor.id, form)),
  };
}

async function savedDraft(portal: Portal, { row, content }: { row: DraftRow; content: DraftContent }) {
  const rows = await rowsWithIds(portal.database.read, "image", imagesOfDraft(content));
  const waiting = new Map(rows.flatMap((image) => shown(portal, image, content)).map((image) => [image.id, image]));
  const thereOf = (ids: readonly string[]) => ids.map((id) => waiting.get(id)).filter((image) => image !== undefined);
  const images: ByKind<DraftImage[]> = {};
  for (const kind of withOwnPapers(documentKinds, content.images)) {
    const there = thereOf(content.images[kind] ?? []);
    if (there.length > 0) images[kind] = there;
  }
  return {
    form: row.form,
    version: row.version,
    savedAt: row.saved_at,
    particulars: content.particulars,
    images,
    lastDays: content.lastDays,
    own: content.own,
    failed: content.failed,
    unsorted: thereOf(content.unsorted).map((image) => ({ ...image, guess: content.guesses[image.id] })),
  };
}

/** Empty for an image that a record uses by now, that is gone, or that is damaged. */
function shown(portal: Portal, row: ImageRow, { names }: DraftContent): DraftImage[] {
  if (row.state !== "waiting") return [];
  const opened = openedOrNull(() => openImageFacts(row, keyOfUpload(portal, row)));
  return opened ? [{ id: row.id, pages: opened.facts.pages, name: names[row.id] ?? "" }] : [];
}

type DraftKey = Pick<DraftRow, "id" | "person_id" | "version">;

const draftPlace = ({ id }: { id: string }) => `draft/${id}`;

/** The content of a draft is sealed under a new key each time. Without content, the draft has ended. */
export const sealedDraft = sealedUnderOwnKey({ table: "draft", place: draftPlace, decode: storedDraft });
export const sealedPageDraft = sealedUnderOwnKey({ table: "draft", place: draftPlace, decode: storedPageDraft });

type SealedColumns = ReturnType<typeof sealedDraft.sealColumns>;

const ended = { key_set: null, wrapped_key: null, sealed: null };

export const draftRow = (
  { now }: Portal,
  place: DraftKey,
  { form, opening }: OpenForm,
  content: SealedColumns | null,
): DraftRow => ({ ...place, form, opening, saved_at: now(), ...(content ?? ended) });

/** Null also for a draft that is damaged. */
export const openDraft = ({ keyring }: Portal, row: DraftRow): DraftContent | null =>
  isOpenDraft(row) ? openedOrNull(() => sealedDraft.openRow(keyring, row)) : null;

export const openPageDraft = ({ keyring }: Portal, row: OpenDraftRow) =>
  openedOrNull(() => sealedPageDraft.openRow(keyring, row));

type OpenDraftRow = DraftRow & { wrapped_key: Uint8Array; sealed: Uint8Array };

export const isOpenDraft = (row: DraftRow): row is OpenDraftRow => row.wrapped_key !== null && row.sealed !== null;
