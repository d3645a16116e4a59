import type { DocumentPage, Particulars } from "#core/records/candidate-record.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { draftLifetimeMs, draftLabel, imagesOfDraft } from "#core/records/draft.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayHaveDrafts } from "#core/staff/permissions.ts";
import { draftOfForm, type DraftRow, openDrafts } from "#storage/database/drafts.ts";
import { imagesById, type ImageRow } from "#storage/database/images.ts";
import { keyOfUpload, openImageFacts } from "../images/stored-image.ts";
import type { Portal } from "../portal.ts";
import { openDraft } from "./sealed-draft.ts";

/** An upload, with the sizes of its pages. */
type DraftImage = { id: string; pages: DocumentPage[] };

type SavedDraft = {
  form: string;
  version: number;
  savedAt: number;
  particulars: Particulars;
  images: Partial<Record<DocumentKind, DraftImage>>;
  unsorted: DraftImage[];
};

/** A form that was begun, as a list names it. */
type BegunForm = { form: string; label: string; savedAt: number };

type Drafts = {
  /** The requested one, or the one that was saved last. */
  draft: SavedDraft | null;
  /** Every one there is, the last saved first. */
  begun: BegunForm[];
  /** Whether the requested form can be filled in: it is neither added nor discarded. */
  isFree: boolean;
};

/** The add forms that this person has begun and not finished. */
export async function readDrafts(portal: Portal, actor: Actor, form?: string): Promise<Drafts> {
  authorize(mayHaveDrafts(actor), actor);
  const { read } = portal.database;
  const rows = await openDrafts(read, actor.id, portal.now() - draftLifetimeMs);
  const row = form === undefined ? rows[0] : rows.find((one) => one.form === form);
  return {
    draft: row ? await savedDraft(portal, row) : null,
    begun: rows.flatMap((one) => begunForm(portal, one)),
    isFree: row !== undefined || form === undefined || !(await draftOfForm(read, actor.id, form)),
  };
}

function begunForm(portal: Portal, row: DraftRow): BegunForm[] {
  const content = openDraft(portal, row);
  return content ? [{ form: row.form, label: draftLabel(content), savedAt: row.saved_at }] : [];
}

async function savedDraft(portal: Portal, row: DraftRow): Promise<SavedDraft | null> {
  const content = openDraft(portal, row);
  if (!content) return null;
  const rows = await imagesById(portal.database.read, imagesOfDraft(content));
  const waiting = new Map(rows.flatMap((image) => shown(portal, image)).map((image) => [image.id, image]));
  const sorted = Object.entries(content.images).map(([kind, id]) => [kind, waiting.get(id)] as const);
  return {
    form: row.form,
    version: row.version,
    savedAt: row.saved_at,
    particulars: content.particulars,
    images: Object.fromEntries(sorted.filter(([, image]) => image !== undefined)),
    unsorted: content.unsorted.map((id) => waiting.get(id)).filter((image) => image !== undefined),
  };
}

/** Nothing for an image that a record uses meanwhile, or that is gone. */
function shown(portal: Portal, row: ImageRow): DraftImage[] {
  if (row.state !== "waiting") return [];
  return [{ id: row.id, pages: openImageFacts(row, keyOfUpload(portal, row)).facts.pages }];
}
