import { hash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { isUnavailable } from "#core/errors.ts";
import { pageId } from "#core/images/image-id.ts";
import { imageSizes } from "#core/images/image-links.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { mayUploadImages, authorize } from "#core/accounts/permissions.ts";
import type { DocumentUse, PublishedFile } from "#documents/published-file.ts";
import { neighbourhoodOf } from "#limits/network-of.ts";
import { type DataKey, newDataKey } from "#sealing/data-keys.ts";
import { seal, unseal } from "#sealing/seal.ts";
import type { BlobName } from "#storage/blobs/blob-store.ts";
import { type ImageRow, markArrived } from "#storage/database/records/images.ts";
import { insertRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";
import {
  freeMemoryWhenSent,
  keyOfUpload,
  originalBlob,
  pageBlob,
  type ImageFacts,
  sealedFacts,
} from "./stored-image.ts";
import { discardImage, markDiscarded } from "./remove-images.ts";
import { receiveTempFile, type EncryptedTempFile } from "./encrypted-temp-file.ts";

export type ReceivedImage = { id: string; facts: ImageFacts };

export type Upload = { bytes: AsyncIterable<Uint8Array>; use: DocumentUse; signal?: AbortSignal | undefined };

/** Receives a file and makes its images. Stores all of them sealed, until a record or post uses them. */
export async function receiveImage(portal: Portal, actor: Actor, { bytes, use, signal }: Upload) {
  authorize(mayUploadImages(actor), actor);
  const id = randomBytes(16).toString("hex");
  const dataKey = newDataKey(portal.keyring, id);
  await using file = await receiveTempFile(portal.tempFolder, bytes, dataKey.key, originalBlob(id));
  const published = await portal.imagePipeline.publish(file.read, use, { signal, from: senderOf(actor, file) });
  const facts = factsOf(id, use, file, published);
  await insertImage(portal, actor, id, dataKey, facts);
  try {
    await writeBlobs(portal, id, dataKey.key, file, published);
    await portal.database.write((writer) => markArrived(writer, id, "waiting", portal.documentsMovedAt));
  } catch (error) {
    // A store that takes no writes may also fail to remove. The sweep later deletes what is left. The first error is thrown.
    await (isUnavailable(error) ? markDiscarded : discardImage)(portal, id).catch(() => undefined);
    throw error;
  }
  return { id, facts };
}

/** Stores a file unchanged and sealed, until its use is known. The image has no pages yet. */
export async function storeOriginal(portal: Portal, actor: Actor, bytes: Uint8Array): Promise<string> {
  authorize(mayUploadImages(actor), actor);
  const id = randomBytes(16).toString("hex");
  const dataKey = newDataKey(portal.keyring, id);
  await insertImage(portal, actor, id, dataKey, null);
  const { name, place } = originalBlob(id);
  await portal.blobs.write(name, seal(dataKey.key, place, bytes));
  return id;
}

/** Processes a file again from its original, for another use. Null if the original cannot be opened any more. */
export async function receiveAgain(portal: Portal, actor: Actor, row: ImageRow, use: DocumentUse) {
  const { name, place } = originalBlob(row.id);
  const key = keyOfUpload(portal, row);
  const sealed = await portal.blobs.read(name);
  if (!key || !sealed) return null;
  return receiveImage(portal, actor, { bytes: Readable.from([unseal(key, place, sealed)]), use });
}

/** People in one office share a neighbourhood, and each has turns of their own. */
function senderOf(actor: Actor, { size }: EncryptedTempFile) {
  const name = actorId(actor);
  const address = actor.kind === "account" ? actor.from?.clientAddress : undefined;
  return { name, neighbourhood: address === undefined ? name : neighbourhoodOf(address), size };
}

function factsOf(id: string, use: DocumentUse, file: EncryptedTempFile, published: PublishedFile): ImageFacts {
  return {
    use,
    format: published.format,
    size: file.size,
    sha256: file.sha256.toString("hex"),
    perceptualHash: published.perceptualHash,
    pages: published.pages.map(({ width, height, placeholder }, at) => ({
      image: pageId({ image: id, page: at + 1 }),
      width,
      height,
      placeholder,
    })),
    pageSha256: published.pages.map((page) => ({
      reading: hash("sha256", page.reading),
      list: hash("sha256", page.list),
    })),
  };
}

/** The row is written before the first blob, so that a crash in between leaves no unknown blob. */
async function insertImage(
  { database, keyring, now }: Portal,
  actor: Actor,
  id: string,
  { key, wrapped }: DataKey,
  facts: ImageFacts | null,
): Promise<void> {
  await database.write((writer) =>
    insertRow(writer, "image", {
      id,
      state: "arriving",
      candidate_id: null,
      uploaded_by: actorId(actor),
      uploaded_at: now(),
      published_for: facts?.use ?? "paper",
      page_count: facts?.pages.length ?? 0,
      key_set: keyring.current.id,
      wrapped_key: wrapped,
      sealed: facts && sealedFacts.seal(key, { id }, facts),
    }),
  );
}

async function writeBlobs(
  { blobs }: Portal,
  id: string,
  key: Buffer,
  file: EncryptedTempFile,
  { pages }: PublishedFile,
): Promise<void> {
  const write = async (name: BlobName, sealed: Buffer) => {
    await blobs.write(name, sealed);
    freeMemoryWhenSent(sealed);
  };
  await write(originalBlob(id).name, await file.readSealed());
  for (const [at, page] of pages.entries()) {
    for (const size of imageSizes) {
      const { name, place } = pageBlob({ image: id, page: at + 1 }, size);
      await write(name, seal(key, place, page[size]));
    }
  }
}
