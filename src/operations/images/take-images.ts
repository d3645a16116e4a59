import type { Documents } from "#core/records/candidate-record.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
import { type FieldProblem, PortalError } from "#core/errors.ts";
import { imageOfPage, isImageId } from "#core/images/image-id.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayTakeImage } from "#core/staff/permissions.ts";
import { unsealJson } from "#sealing/sealed-json.ts";
import type { Writer } from "#storage/database/database.ts";
import { type ImageRow, imagesForChange, imagesOfRecord, updateImages } from "#storage/database/images.ts";
import type { Portal } from "../portal.ts";
import { type ImageFacts, imageFactsPlace } from "./image-facts.ts";
import { keyOfWaiting, keyUnderRecord, wrapUnderRecord } from "./image-keys.ts";
import { letGoOf } from "./leaving-images.ts";

/** The image that becomes the paper of each kind; null takes a paper away, a kind left out keeps what it has. */
export type GivenImages = Partial<Record<DocumentKind, string | null>>;

type OpenedRecord = { id: string; key: Buffer; documents: Documents };
export type TakenImages = { documents: Documents; leaving: ImageRow[] };

/**
 * Makes uploads part of a record, within the record's transaction. The same file given twice is kept once. Images that
 * the record no longer shows are let go; their blobs are to be removed once the transaction has ended.
 */
export async function takeImages(
  portal: Portal,
  writer: Writer,
  actor: Actor,
  record: OpenedRecord,
  given: GivenImages,
): Promise<TakenImages> {
  const own = (await imagesOfRecord(writer, record.id)).map((row) => opened(portal, record, row));
  const uploads = (await rowsOf(portal, writer, actor, record, given)).map((row) => opened(portal, record, row));
  const everyImage = [...own, ...uploads];
  const documents: Documents = { ...record.documents };
  for (const [kind, id] of entriesOf(given)) {
    const image = firstOfSameFile(everyImage, id);
    if (image) documents[kind] = image.facts.pages;
    else delete documents[kind];
  }
  const shown = new Set(Object.values(documents).flatMap((pages) => pages.map((page) => imageOfPage(page.image))));
  for (const { row, key } of uploads) if (shown.has(row.id)) await keep(writer, record, row, key);
  const leaving = everyImage.map(({ row }) => row).filter(({ id }) => !shown.has(id));
  await letGoOf(
    writer,
    leaving.map(({ id }) => id),
  );
  return { documents, leaving };
}

const entriesOf = (given: GivenImages) => Object.entries(given) as [DocumentKind, string | null][];

/** The uploads that were given, each of which this actor may take for this record. */
async function rowsOf(
  { database }: Portal,
  writer: Writer,
  actor: Actor,
  record: OpenedRecord,
  given: GivenImages,
): Promise<ImageRow[]> {
  const ids = Object.values(given)
    .filter((id) => id !== null)
    .filter(isImageId);
  const rows = new Map((await imagesForChange(database, writer, [...new Set(ids)])).map((row) => [row.id, row]));
  const mayTake = (row: ImageRow | undefined) =>
    row !== undefined && (row.candidate_id === record.id || (row.state === "waiting" && mayTakeImage(actor, row)));
  const fields: Record<string, FieldProblem> = {};
  for (const [kind, id] of entriesOf(given)) {
    if (id !== null && !mayTake(rows.get(id))) fields[kind] = "image-gone";
  }
  if (Object.keys(fields).length > 0) throw new PortalError("invalid", { fields });
  return [...rows.values()].filter((row) => row.candidate_id === null);
}

type OpenedImage = { row: ImageRow; key: Buffer; facts: ImageFacts };

function opened(portal: Portal, record: OpenedRecord, row: ImageRow): OpenedImage {
  const isKept = row.candidate_id === record.id;
  const key =
    isKept && row.wrapped_key ? keyUnderRecord(record.key, row.id, row.wrapped_key) : keyOfWaiting(portal, row);
  if (!key || !row.sealed) throw new Error("an image that may be taken has no key");
  return { row, key, facts: unsealJson(key, imageFactsPlace(row.id), row.sealed) as ImageFacts };
}

/** The first image that was made of the same file in the same way; what the record has already comes first. */
function firstOfSameFile(images: readonly OpenedImage[], id: string | null): OpenedImage | undefined {
  const given = images.find(({ row }) => row.id === id);
  return images.find(({ facts }) => facts.sha256 === given?.facts.sha256 && facts.use === given.facts.use);
}

/** From now on the image opens under the record's key. */
async function keep(writer: Writer, record: OpenedRecord, { id }: ImageRow, key: Buffer): Promise<void> {
  const wrapped_key = wrapUnderRecord(record.key, id, key);
  await updateImages(writer, [id], { state: "kept", candidate_id: record.id, key_set: null, wrapped_key });
}
