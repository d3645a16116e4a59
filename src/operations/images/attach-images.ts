import { type FieldProblem, PortalError } from "#core/errors.ts";
import { imageOfPage, isImageId } from "#core/images/image-id.ts";
import { uploadLimits } from "#core/images/upload-limits.ts";
import type { DocumentPage, Documents } from "#core/records/record-details.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { mayAttachImage } from "#core/accounts/permissions.ts";
import { fileHash } from "#sealing/keyed-hashes.ts";
import type { Writer } from "#storage/database/database.ts";
import { type ImageRow, imagesForChange, imagesOfRecord, markImagesDeleted } from "#storage/database/records/images.ts";
import { rowById, updateRow } from "#storage/database/rows.ts";
import type { Within } from "#storage/database/transaction.ts";
import type { Portal } from "../portal/portal.ts";
import { receiveAgain } from "./receive-image.ts";
import { deleteMarkedImages } from "./remove-images.ts";
import { keyOfUpload, keyUnderOwner, type OpenedImage, openImageFacts, wrapUnderOwner } from "./stored-image.ts";

/**
 * The uploads that become the document of each kind, in order. Null removes the document; a kind that is missing keeps
 * its document. A program knows only one upload of a document: if it sends the first one, the document stays as it is.
 */
export type ImageChanges = Partial<Record<AnyKind, string | readonly string[] | null>>;

const entriesOf = (changes: ImageChanges) => Object.entries(changes) as [AnyKind, ImageChanges[AnyKind]][];

const idsOf = (change: ImageChanges[AnyKind]): readonly string[] => [change ?? []].flat();

export const imageUseOf = (kind: AnyKind) => (kind === "photo" ? "portrait" : "paper");

/**
 * The uploader need not say what a file will be. An upload that was processed as a document but becomes the photo, or
 * the reverse, is processed again from its original. This happens before the transaction of the record begins.
 */
export async function prepareImages(portal: Portal, actor: Actor, changes: ImageChanges): Promise<ImageChanges> {
  const prepared: ImageChanges = {};
  for (const [kind, change] of entriesOf(changes)) {
    if (change === null || change === undefined) prepared[kind] = null;
    else if (typeof change === "string") prepared[kind] = await prepareImage(portal, actor, kind, change);
    else prepared[kind] = await Array.fromAsync(uploadsOf(kind, change), (id) => prepareImage(portal, actor, kind, id));
  }
  return prepared;
}

/** Returns each upload once. Too many are refused here, because processing each one takes time and space. */
function uploadsOf(kind: AnyKind, ids: readonly string[]): string[] {
  const uploads = [...new Set(ids)];
  if (uploads.length > maxPages(kind)) throw tooManyPages(kind);
  return uploads;
}

const tooManyPages = (kind: AnyKind) => new PortalError("invalid", { fields: { [kind]: "too-many-pages" } });

async function prepareImage(portal: Portal, actor: Actor, kind: AnyKind, id: string): Promise<string> {
  const row = isImageId(id) ? await rowById(portal.database.read, "image", id) : undefined;
  // An image that may not be attached is refused later, where it is attached.
  if (row?.state !== "waiting" || !mayAttachImage(actor, row)) return id;
  if (row.published_for === imageUseOf(kind)) return id;
  return (await receiveAgain(portal, actor, row, imageUseOf(kind)))?.id ?? id;
}

type RecordWithKey = { id: string; registry: string; key: Buffer; documents: Documents };

/** Makes uploads documents of a record, within the record's transaction. A file that is given twice is stored once. */
export async function attachImages(
  portal: Within<Portal>,
  writer: Writer,
  actor: Actor,
  record: RecordWithKey,
  changes: ImageChanges,
): Promise<Documents> {
  if (entriesOf(changes).length === 0) return record.documents;
  const rows = await imagesOfRecord(writer, record.id);
  const documentsOfRecord = rows
    .map((row) => openOwn(record, row))
    .filter(({ facts }) => facts.downloadOf === undefined);
  const own = documentsOfRecord.map(({ row }) => row);
  const wanted = entriesOf(changes).filter(([kind, change]) => !isFirstOf(record.documents[kind], change));
  const named = wanted.flatMap(([kind, change]) => idsOf(change).map((id) => [kind, id] as const));
  const uploads = await lockUploads(portal, writer, actor, named, own);
  const everyImage = [...documentsOfRecord, ...uploads];
  const documents: Documents = { ...record.documents };
  for (const [kind, change] of wanted) {
    const pages = pagesOf(everyImage, idsOf(change));
    if (pages.length > maxPages(kind)) throw tooManyPages(kind);
    if (pages.length > 0) documents[kind] = pages;
    else delete documents[kind];
  }
  const shown = new Set(Object.values(documents).flatMap((pages) => pages.map((page) => imageOfPage(page.image))));
  for (const upload of uploads) {
    if (!shown.has(upload.row.id)) continue;
    const file_hash = fileHash(portal.keyring.current, record.registry, upload.facts.sha256);
    await attach(writer, { candidate_id: record.id, file_hash }, record.key, upload);
  }
  const repeated = uploads.filter(({ row }) => !shown.has(row.id)).map(({ row }) => row);
  await markImagesDeleted(writer, repeated);
  await deleteMarkedImages(portal, repeated);
  return documents;
}

function openOwn(record: RecordWithKey, row: ImageRow): OpenedImage {
  return openImageFacts(row, row.wrapped_key && keyUnderOwner(record.key, row.id, row.wrapped_key));
}

const isFirstOf = (pages: Documents[AnyKind] = [], change: ImageChanges[AnyKind]): boolean =>
  typeof change === "string" && imageOfPage(pages[0]?.image ?? "") === change;

const maxPages = (kind: AnyKind) => (kind === "photo" ? 1 : uploadLimits.pagesInDocument);

/** The pages of several files, in the order of the files, each file once. */
function pagesOf(images: readonly OpenedImage[], ids: readonly string[]): DocumentPage[] {
  const files = ids.map((id) => firstOfSameFile(images, id)).filter((image) => image !== undefined);
  return [...new Set(files)].flatMap(({ facts }) => facts.pages);
}

/** The first image that was made of the same file in the same way. Images that the record already has come first. */
function firstOfSameFile(images: readonly OpenedImage[], id: string): OpenedImage | undefined {
  const given = images.find(({ row }) => row.id === id);
  return images.find(({ facts }) => facts.sha256 === given?.facts.sha256 && facts.use === given.facts.use);
}

/**
 * Locks and returns the new images of a form. Refuses fields with images that are neither among `own` nor uploads that
 * may be attached.
 */
export async function lockUploads(
  portal: Portal,
  writer: Writer,
  actor: Actor,
  changes: readonly (readonly [field: string, id: string | null])[],
  own: readonly ImageRow[],
): Promise<OpenedImage[]> {
  const ownIds = new Set(own.map(({ id }) => id));
  const ids = changes.flatMap(([, id]) => (id !== null && isImageId(id) && !ownIds.has(id) ? [id] : []));
  const rows = await imagesForChange(portal.database, writer, [...new Set(ids)]);
  const uploads = rows.filter((row) => row.state === "waiting" && mayAttachImage(actor, row));
  const known = new Set([...ownIds, ...uploads.map(({ id }) => id)]);
  const fields: Record<string, FieldProblem> = {};
  for (const [field, id] of changes) if (id !== null && !known.has(id)) fields[field] = "image-gone";
  if (Object.keys(fields).length > 0) throw new PortalError("invalid", { fields });
  return uploads.map((row) => openImageFacts(row, keyOfUpload(portal, row)));
}

/** From now on, the image opens under the key of its record or post. */
export async function attach(
  writer: Writer,
  owner: { candidate_id: string; file_hash: Buffer } | { post_id: string },
  ownerKey: Buffer,
  { row: { id }, key }: OpenedImage,
): Promise<void> {
  const wrapped_key = wrapUnderOwner(ownerKey, id, key);
  await updateRow(writer, "image", id, { state: "kept", ...owner, key_set: null, wrapped_key });
}
