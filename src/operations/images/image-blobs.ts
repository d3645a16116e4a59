import { type ImageSize, imageSizes } from "#core/images/image-links.ts";
import type { PageId } from "#core/images/image-id.ts";
import { type BlobName, blobName } from "#storage/blobs/blob-store.ts";

/** Where the bytes of an image are kept, and the place that they are sealed for. */
export type ImageBlob = { name: BlobName; place: string };

const blob = (name: string): ImageBlob => ({ name: blobName(name), place: `image/${name}` });

export const originalBlob = (image: string): ImageBlob => blob(`${image}.original`);

export const pageBlob = ({ image, page }: PageId, size: ImageSize): ImageBlob => blob(`${image}.${page}.${size}`);

export function everyBlob(image: string, pageCount: number): ImageBlob[] {
  const pages = Array.from({ length: pageCount }, (_, at) => at + 1);
  return [originalBlob(image), ...pages.flatMap((page) => imageSizes.map((size) => pageBlob({ image, page }, size)))];
}
