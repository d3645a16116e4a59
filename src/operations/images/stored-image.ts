import type { PageId } from "#core/images/image-id.ts";
import { type ImageSize, imageSizes } from "#core/images/image-links.ts";
import { documentPages } from "#core/records/record-details.ts";
import { type Decoded, listOf, number, oneOf, optional, shape, text } from "#core/stored/decoders.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { openedOrNull, seal, unseal } from "#sealing/seal.ts";
import { sealedContent } from "#sealing/sealed-content.ts";
import { type BlobName, blobName, type BlobStore } from "#storage/blobs/blob-store.ts";
import type { ImageRow } from "#storage/database/records/images.ts";
import type { Portal } from "../portal/portal.ts";

/** The name of a blob of an image, and the place for which the blob is sealed. */
export type ImageBlob = { name: BlobName; place: string };

const blob = (name: string): ImageBlob => ({ name: blobName(name), place: `image/${name}` });

export const originalBlob = (image: string): ImageBlob => blob(`${image}.original`);

export const pageBlob = ({ image, page }: PageId, size: ImageSize): ImageBlob => blob(`${image}.${page}.${size}`);

export function everyBlob(image: string, pageCount: number): ImageBlob[] {
  const pages = Array.from({ length: pageCount }, (_, at) => at + 1);
  return [originalBlob(image), ...pages.flatMap((page) => imageSizes.map((size) => pageBlob({ image, page }, size)))];
}

/** Null if the blob is missing or cannot be opened. */
export async function openBlob(blobs: BlobStore, key: Uint8Array, { name, place }: ImageBlob): Promise<Buffer | null> {
  const sealed = await blobs.read(name);
  return sealed && openedOrNull(() => unseal(key, place, sealed));
}

/** What is known about an upload. Sealed under the upload's key. */
export const sealedFacts = sealedContent({
  table: "image",
  place: ({ id }: { id: string }) => `image/${id}`,
  decode: shape({
    use: oneOf("paper", "portrait"),
    format: oneOf("jpeg", "png", "webp", "pdf"),
    size: number,
    sha256: text,
    perceptualHash: text,
    pages: documentPages,
    /** The SHA-256 of each page in each size. Absent for the download of a page. */
    pageSha256: optional(listOf(shape({ reading: text, list: text }))),
    /** Set for an image that was not uploaded but is the download of this page. Its only blob is the original. */
    downloadOf: optional(text),
  }),
});
export type ImageFacts = Decoded<typeof sealedFacts.decode>;

export type OpenedImage = { row: ImageRow; key: Buffer; facts: ImageFacts };

export function openImageFacts(row: ImageRow, key: Buffer | null): OpenedImage {
  if (!key || !row.sealed) throw new Error("the key of this image was deleted");
  return { row, key, facts: sealedFacts.open(key, { id: row.id, sealed: row.sealed }) };
}

/** Null if the facts cannot be opened, or the columns of the row differ from them. */
export function factsAsInRow(row: ImageRow, key: Buffer): ImageFacts | null {
  const { facts } = openedOrNull(() => openImageFacts(row, key)) ?? {};
  return facts?.use === row.published_for && facts.pages.length === row.page_count ? facts : null;
}

const keyPlace = (id: string) => `image-key/${id}`;

/** Wraps the key of an image under the key of its record or post. The image can be opened for as long as that key exists. */
export const wrapUnderOwner = (ownerKey: Uint8Array, id: string, key: Uint8Array): Buffer =>
  seal(ownerKey, keyPlace(id), key);

export const keyUnderOwner = (ownerKey: Uint8Array, id: string, wrapped: Uint8Array): Buffer =>
  unseal(ownerKey, keyPlace(id), wrapped);

/** The images of a record, without those that cannot be opened: `verify` reports them. */
export const openedImages = (rows: readonly ImageRow[], ownerKey: Uint8Array): OpenedImage[] =>
  rows.flatMap(
    (row) =>
      openedOrNull(() => openImageFacts(row, row.wrapped_key && keyUnderOwner(ownerKey, row.id, row.wrapped_key))) ??
      [],
  );

/** The key of an image without a record or post. Null once the image is marked as deleted. */
export const keyOfUpload = ({ keyring }: Portal, { id, wrapped_key }: ImageRow): Buffer | null =>
  wrapped_key && unwrapKey(keyring, id, wrapped_key);

/**
 * Frees the memory of bytes that nobody uses any more. Otherwise the garbage collector would walk through the whole
 * heap for a few dozen images. Bytes that share their memory with others are left to the garbage collector.
 */
export function freeMemoryWhenSent({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
