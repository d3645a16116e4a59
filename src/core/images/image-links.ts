const boundaryMs = 10 * 60 * 1000;
const shortestMs = 20 * 60 * 1000;

/** When a link made now ends: in 20 to 30 minutes, at a multiple of ten, so that caches can serve it again. */
export const linkEnd = (now: number): number => Math.ceil((now + shortestMs) / boundaryMs) * boundaryMs;

export const imageSizes = ["reading", "list"] as const;
export type ImageSize = (typeof imageSizes)[number];

/** In addresses, sizes are named by their greatest width. */
const widths: Record<ImageSize, string> = { reading: "2000", list: "480" };

export const sizeOfWidth = (width: string): ImageSize | null =>
  imageSizes.find((size) => widths[size] === width) ?? null;

/** The right to see the images of one answer, for a while. */
export type ImageGrant = { until: number; signature: string };

/** The address of one page of a document in one size. Staff need no grant: their session is enough. */
export const imageAddress = (page: string, size: ImageSize, grant: ImageGrant | null): string =>
  `/images/${page}/${widths[size]}${grant ? `?until=${grant.until}&signature=${grant.signature}` : ""}`;
