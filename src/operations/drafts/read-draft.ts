import type { DocumentPage } from "#core/candidates/candidate.ts";
import type { DocumentKind } from "#core/candidates/document-kinds.ts";
import { type Draft, draftKeptForMs, imagesOfDraft } from "#core/candidates/draft.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayKeepDrafts, require } from "#core/staff/permissions.ts";
import { unsealJson } from "#sealing/sealed-json.ts";
import { draftOf } from "#storage/database/drafts.ts";
import { imagesById, type ImageRow } from "#storage/database/images.ts";
import { type ImageFacts, imageFactsPlace } from "../images/image-facts.ts";
import { keyOfWaiting } from "../images/image-keys.ts";
import type { Portal } from "../portal.ts";
import { openDraft } from "./sealed-draft-form.ts";

/** An upload, with what a page needs to lay it out. */
type DraftImage = { id: string; pages: DocumentPage[] };

export type SavedDraft = Pick<Draft, "form" | "particulars"> & {
  savedAt: number;
  images: Partial<Record<DocumentKind, DraftImage>>;
  unsorted: DraftImage[];
};

/** The add form as this person left it, or null. */
export async function readDraft(portal: Portal, actor: Actor): Promise<SavedDraft | null> {
  require(mayKeepDrafts(actor), actor);
  const row = await draftOf(portal.database.read, actor.id);
  if (!row || row.saved_at < portal.now() - draftKeptForMs) return null;
  const draft = openDraft(portal, row);
  if (!draft) return null;
  const { form, particulars } = draft;
  const rows = await imagesById(portal.database.read, imagesOfDraft(draft));
  const waiting = new Map(rows.flatMap((image) => shown(portal, image)).map((image) => [image.id, image]));
  const sorted = Object.entries(draft.images).map(([kind, id]) => [kind, waiting.get(id)] as const);
  return {
    form,
    particulars,
    savedAt: row.saved_at,
    images: Object.fromEntries(sorted.filter(([, image]) => image !== undefined)),
    unsorted: draft.unsorted.map((id) => waiting.get(id)).filter((image) => image !== undefined),
  };
}

/** Nothing of an image that a record took in the meantime, or that is gone. */
function shown(portal: Portal, row: ImageRow): DraftImage[] {
  const key = row.state === "waiting" ? keyOfWaiting(portal, row) : null;
  if (!key || !row.sealed) return [];
  const { pages } = unsealJson(key, imageFactsPlace(row.id), row.sealed) as ImageFacts;
  return [{ id: row.id, pages }];
}
