import { Readable } from "node:stream";
import { type FieldProblem, PortalError } from "#core/errors.ts";
import { imageOfPage, isImageId } from "#core/images/image-id.ts";
import type { Documents } from "#core/records/candidate-record.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayAttachImage } from "#core/staff/permissions.ts";
import { unseal } from "#sealing/seal.ts";
import type { Writer } from "#storage/database/database.ts";
import { imageById, type ImageRow, imagesForChange, imagesOfRecord, updateImages } from "#storage/database/images.ts";
import type { Portal } from "../portal.ts";
import { receiveImage } from "./receive-image.ts";
import { markImagesDeleted } from "./remove-images.ts";
import {
  keyOfUpload,
  keyUnderOwner,
  type OpenedUpload,
  openUpload,
  originalBlob,
  wrapUnderOwner,
} from "./stored-image.ts";

/** The upload that becomes the document of each kind; null removes the document, a kind left out keeps it. */
export type ImageChanges = Partial<Record<DocumentKind, string | null>>;

const useFor = (kind: DocumentKind) => (kind === "photo" ? "portrait" : "paper");

/**
 * Who uploads need not say what a file will be. An upload that was processed as a document and becomes the photo, or the
 * other way round, is processed again from its original, before the transaction of the record begins.
 */
export async function prepareImages(portal: Portal, actor: Actor, changes: ImageChanges): Promise<ImageChanges> {
  const prepared: ImageChanges = {};
  for (const [kind, id] of entriesOf(changes)) {
    prepared[kind] = id === null ? null : await prepareImage(portal, actor, kind, id);
  }
  return prepared;
}

async function prepareImage(portal: Portal, actor: Actor, kind: DocumentKind, id: string): Promise<string> {
  const row = isImageId(id) ? await imageById(portal.database.read, id) : undefined;
  // An image that may not be attached is refused where it is attached.
  if (row?.state !== "waiting" || !mayAttachImage(actor, row)) return id;
  if (row.published_for === useFor(kind)) return id;
  const { name, place } = originalBlob(row.id);
  const key = keyOfUpload(portal, row);
  const sealed = await portal.blobs.read(name);
  if (!key || !sealed) return id;
  const bytes = Readable.from([unseal(key, place, sealed)]);
  return (await receiveImage(portal, actor, { bytes, use: useFor(kind) })).id;
}

type RecordWithKey = { id: string; key: Buffer; documents: Documents };
type AttachedImages = { documents: Documents; replaced: ImageRow[] };

/**
 * Makes uploads documents of a record, within the record's transaction. The same file given twice is stored once. Images
 * that the record no longer shows are marked as deleted; the caller deletes their blobs after the transaction.
 */
export async function attachImages(
  portal: Portal,
  writer: Writer,
  actor: Actor,
  record: RecordWithKey,
  changes: ImageChanges,
): Promise<AttachedImages> {
  const own = (await imagesOfRecord(writer, record.id)).map((row) => opened(portal, record, row));
  const uploads = (await uploadsOf(portal, writer, actor, record, changes)).map((row) => opened(portal, record, row));
  const everyImage = [...own, ...uploads];
  const documents: Documents = { ...record.documents };
  for (const [kind, id] of entriesOf(changes)) {
    const image = firstOfSameFile(everyImage, id);
    if (image) documents[kind] = image.facts.pages;
    else delete documents[kind];
  }
  const shown = new Set(Object.values(documents).flatMap((pages) => pages.map((page) => imageOfPage(page.image))));
  for (const { row, key } of uploads) if (shown.has(row.id)) await attach(writer, record, row, key);
  const replaced = everyImage.map(({ row }) => row).filter(({ id }) => !shown.has(id));
  await markImagesDeleted(writer, replaced);
  return { documents, replaced };
}

const entriesOf = (changes: ImageChanges) => Object.entries(changes) as [DocumentKind, string | null][];

/** The uploads among the changes, each of which this actor may attach to this record. */
async function uploadsOf(
  { database }: Portal,
  writer: Writer,
  actor: Actor,
  record: RecordWithKey,
  changes: ImageChanges,
): Promise<ImageRow[]> {
  const ids = Object.values(changes)
    .filter((id) => id !== null)
    .filter(isImageId);
  const rows = new Map((await imagesForChange(database, writer, [...new Set(ids)])).map((row) => [row.id, row]));
  const mayAttach = (row: ImageRow | undefined) =>
    row !== undefined && (row.candidate_id === record.id || (row.state === "waiting" && mayAttachImage(actor, row)));
  const fields: Record<string, FieldProblem> = {};
  for (const [kind, id] of entriesOf(changes)) {
    if (id !== null && !mayAttach(rows.get(id))) fields[kind] = "image-gone";
  }
  if (Object.keys(fields).length > 0) throw new PortalError("invalid", { fields });
  return [...rows.values()].filter((row) => row.candidate_id === null);
}

function opened(portal: Portal, record: RecordWithKey, row: ImageRow): OpenedUpload {
  const isAttached = row.candidate_id === record.id;
  const key =
    isAttached && row.wrapped_key ? keyUnderOwner(record.key, row.id, row.wrapped_key) : keyOfUpload(portal, row);
  const upload = openUpload(row, key);
  if (!upload) throw new Error("an image that may be attached has no key");
  return upload;
}

/** The first image that was made of the same file in the same way. Images that the record has come first. */
function firstOfSameFile(images: readonly OpenedUpload[], id: string | null): OpenedUpload | undefined {
  const given = images.find(({ row }) => row.id === id);
  return images.find(({ facts }) => facts.sha256 === given?.facts.sha256 && facts.use === given.facts.use);
}

/** From now on the image opens under the record's key. */
async function attach(writer: Writer, record: RecordWithKey, { id }: ImageRow, key: Buffer): Promise<void> {
  const wrapped_key = wrapUnderOwner(record.key, id, key);
  await updateImages(writer, [id], { state: "kept", candidate_id: record.id, key_set: null, wrapped_key });
}
