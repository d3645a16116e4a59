const boundaryMs = 10 * 60 * 1000;
const shortestMs = 20 * 60 * 1000;

/**
 * When a link that is made now ends: 20 to 30 minutes on, at the same moment for everyone, so that all who look within
 * ten minutes share one address and caches can serve it again.
 */
export const linkEnd = (now: number): number => Math.ceil((now + shortestMs) / boundaryMs) * boundaryMs;

/** The two sizes in which a page is published. */
export const imageSizes = ["reading", "list"] as const;
export type ImageSize = (typeof imageSizes)[number];

/** As addresses name them: the greatest width that each may have. */
const widths: Record<ImageSize, string> = { reading: "2000", list: "480" };

const widthOf = (size: ImageSize): string => widths[size];

export const sizeOfWidth = (width: string): ImageSize | null =>
  imageSizes.find((size) => widths[size] === width) ?? null;

/** The right to see the images of one answer, for a while. */
export type ImageGrant = { until: number; signature: string };

/** The address of one page of a paper in one size; without a grant, for staff, who are known by themselves. */
export const imageAddress = (page: string, size: ImageSize, grant: ImageGrant | null): string =>
  `/images/${page}/${widthOf(size)}${grant ? `?until=${grant.until}&signature=${grant.signature}` : ""}`;
