import type { DocumentPage, Documents } from "#core/candidates/candidate.ts";
import type { DocumentKind } from "#core/candidates/document-kinds.ts";
import { type FieldProblem, PortalError } from "#core/errors.ts";
import { imageOfPage } from "#core/images/image-id.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayTakeImage } from "#core/staff/permissions.ts";
import { unsealJson } from "#sealing/sealed-json.ts";
import type { Writer } from "#storage/database/database.ts";
import { type ImageRow, imagesForChange, imagesOfCandidate, updateImages } from "#storage/database/images.ts";
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
  const own = await imagesOfCandidate(writer, record.id);
  const rows = await rowsOf(portal, writer, actor, record, given);
  const distinct = sameFilesOnce([...own, ...rows.values()]);
  const documents: Documents = { ...record.documents };
  const kept = new Set<string>();
  for (const [kind, image] of entriesOf(given)) {
    const row = rows.get(image ?? "");
    const chosen = row && (distinct.get(fileOf(row)) ?? row);
    if (!chosen) delete documents[kind];
    else documents[kind] = await keep(portal, writer, record, chosen, kept);
  }
  const shown = new Set(Object.values(documents).flatMap((pages) => pages.map(({ image }) => imageOfPage(image))));
  const leaving = [...own, ...rows.values()].filter(({ id }) => !shown.has(id));
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
): Promise<Map<string, ImageRow>> {
  const ids = Object.values(given).filter((id) => id !== null);
  const rows = new Map((await imagesForChange(database, writer, [...new Set(ids)])).map((row) => [row.id, row]));
  const mayTake = (row: ImageRow | undefined) =>
    row !== undefined && (row.candidate_id === record.id || (row.state === "waiting" && mayTakeImage(actor, row)));
  const fields: Record<string, FieldProblem> = {};
  for (const [kind, id] of entriesOf(given)) {
    if (id !== null && !mayTake(rows.get(id))) fields[kind] = "image-gone";
  }
  if (Object.keys(fields).length > 0) throw new PortalError("invalid", { fields });
  return rows;
}

/** The same for images that were made of the same file in the same way. */
const fileOf = ({ original_index, published_for }: ImageRow) =>
  `${Buffer.from(original_index).toString("hex")} ${published_for}`;

/** The first image of each file; those that the record has already come first. */
function sameFilesOnce(rows: readonly ImageRow[]): Map<string, ImageRow> {
  const first = new Map<string, ImageRow>();
  for (const row of rows) if (!first.has(fileOf(row))) first.set(fileOf(row), row);
  return first;
}

/** The pages of an image, which from now on opens under the record's key. */
async function keep(
  portal: Portal,
  writer: Writer,
  record: OpenedRecord,
  row: ImageRow,
  kept: Set<string>,
): Promise<DocumentPage[]> {
  const isKept = row.candidate_id === record.id;
  const key =
    isKept && row.wrapped_key ? keyUnderRecord(record.key, row.id, row.wrapped_key) : keyOfWaiting(portal, row);
  if (!key || !row.sealed) throw new Error("an image that may be taken has no key");
  if (!isKept && !kept.has(row.id)) {
    const wrapped_key = wrapUnderRecord(record.key, row.id, key);
    await updateImages(writer, [row.id], { state: "kept", candidate_id: record.id, key_set: null, wrapped_key });
    kept.add(row.id);
  }
  const facts = unsealJson(key, imageFactsPlace(row.id), row.sealed) as ImageFacts;
  return facts.pages;
}
