import type { Language } from "../settings/languages.ts";

const boundaryMs = 10 * 60 * 1000;
const minLifetimeMs = 20 * 60 * 1000;

/**
 * Returns the end of a link that is made now: in 20 to 30 minutes, at a multiple of ten, so that caches can serve it again.
 */
export const linkEnd = (now: number): number => Math.ceil((now + minLifetimeMs) / boundaryMs) * boundaryMs;

export const imageSizes = ["reading", "list"] as const;
export type ImageSize = (typeof imageSizes)[number];

/** Addresses name a size by its greatest width. */
const widths: Record<ImageSize, string> = { reading: "2000", list: "480" };

export const sizeOfWidth = (width: string): ImageSize | null =>
  imageSizes.find((size) => widths[size] === width) ?? null;

/**
 * Takes the place of a width in an address. Requests the large image with a strip below that says who published it, and
 * when.
 */
export const downloadSize = "download";

/** The right to load the images of one answer, and the files that are made from it, for a limited time. */
export type ImageGrant = {
  until: number;
  signature: string;
  /** Set if the grant belongs to a share code. Its images are marked. */
  ofCode?: true;
};

/** Returns the address of one page of a document in one size. Staff need no grant: their session is enough. */
export const imageAddress = (page: string, size: ImageSize, grant: ImageGrant | null): string =>
  `/images/${page}/${widths[size]}${grant ? `?${grantQuery(grant)}` : ""}`;

/** Returns the download address for the address of a page. Without a grant, it is the address of the image itself. */
export const downloadAddress = (image: string): string => image.replace(`/${widths.reading}?`, `/${downloadSize}?`);

/** Returns the address of the checksums of everything that is published of a record. */
export const checksumsAddress = (record: string, grant: ImageGrant): string =>
  `/published/${record}/checksums?${grantQuery(grant)}`;

/** Returns the address of the saved proof: with it a visitor can prove later what was published. */
export const proofAddress = (record: string, grant: ImageGrant): string =>
  `/published/${record}/proof?${grantQuery(grant)}`;

/** The number that a slip shows: the one on the visitor's document. */
export const slipNumbers = ["passport", "ircc"] as const;
export type SlipOptions = { language: Language; number: (typeof slipNumbers)[number] };

/** Returns the address of a record's slip, a PDF. The address contains no number. */
export const slipAddress = (record: string, grant: ImageGrant, { language, number }: SlipOptions): string =>
  `/published/${record}/slip?language=${language}&number=${number}&${grantQuery(grant)}`;

/** Parses a grant as an address contains it. */
export const grantFromQuery = (until: string, signature: string): ImageGrant => ({
  until: /^\d{1,15}$/.test(until) ? Number(until) : 0,
  signature,
});

const grantQuery = ({ until, signature, ofCode }: ImageGrant) =>
  ofCode ? `share=${signature}` : `until=${until}&signature=${signature}`;
