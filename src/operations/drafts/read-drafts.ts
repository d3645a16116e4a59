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
import { sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import { draftOfForm, type DraftRow, openDrafts } from "#storage/database/records/drafts.ts";
import type { ImageRow } from "#storage/database/records/images.ts";
import { rowsWithIds } from "#storage/database/rows.ts";
import { keyOfUpload, openImageFacts } from "../images/stored-image.ts";
import type { Portal } from "../portal/portal.ts";

type DraftImage = { id: string; pages: readonly DocumentPage[]; name: string };

export async function readDrafts(portal: Portal, actor: Actor, form?: string) {
  authorize(mayHaveDrafts(actor), actor);
  const { read } = portal.database;
  const rows = await openDrafts(read, actor.id, portal.now() - draftLifetimeMs);
  const row = form === undefined ? rows[0] : rows.find((one) => one.form === form);
  return {
    /** The requested draft, or the one that was saved last. */
    draft: row ? await savedDraft(portal, row) : null,
    /** All begun forms, last saved first. */
    begun: rows.flatMap((one) => begunForm(portal, one)),
    /** False if the requested form has ended: its record was added, or it was discarded. */
    isFree: row !== undefined || form === undefined || !(await draftOfForm(read, actor.id, form)),
  };
}

function begunForm(portal: Portal, row: DraftRow) {
  const content = openDraft(portal, row);
  return content ? [{ id: row.id, form: row.form, label: draftLabel(content), savedAt: row.saved_at }] : [];
}

async function savedDraft(portal: Portal, row: DraftRow) {
  const content = openDraft(portal, row);
  if (!content) return null;
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

/** Empty for an image that a record uses by now, or that is gone. */
function shown(portal: Portal, row: ImageRow, { names }: DraftContent): DraftImage[] {
  if (row.state !== "waiting") return [];
  const { pages } = openImageFacts(row, keyOfUpload(portal, row)).facts;
  return [{ id: row.id, pages, name: names[row.id] ?? "" }];
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

export const openDraft = ({ keyring }: Portal, row: DraftRow): DraftContent | null =>
  isOpenDraft(row) ? sealedDraft.openRow(keyring, row) : null;

type OpenDraftRow = DraftRow & { wrapped_key: Uint8Array; sealed: Uint8Array };

export const isOpenDraft = (row: DraftRow): row is OpenDraftRow => row.wrapped_key !== null && row.sealed !== null;
