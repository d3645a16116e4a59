import { ownLanguages } from "../settings/languages.ts";

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

/** What is asked for in the place of a width: the large image with a strip below it that says who published it, and when. */
export const downloadSize = "download";

/** The right to see the images of one answer, and to have what is made of it, for a while. */
export type ImageGrant = {
  until: number;
  signature: string;
  /** It is of a share code, whose images are marked. */
  ofCode?: true;
};

/** The address of one page of a document in one size. Staff need no grant: their session is enough. */
export const imageAddress = (page: string, size: ImageSize, grant: ImageGrant | null): string =>
  `/images/${page}/${widths[size]}${grant ? `?${grantQuery(grant)}` : ""}`;

/** The download of an image, from the address of its page; where there is no grant, it is the image itself. */
export const downloadAddress = (image: string): string => image.replace(`/${widths.reading}?`, `/${downloadSize}?`);

/** Where the checksums of all that is published of a record are. */
export const checksumsAddress = (record: string, grant: ImageGrant): string =>
  `/published/${record}/checksums?${grantQuery(grant)}`;

/** What a visitor saves to prove later what was published. */
export const proofAddress = (record: string, grant: ImageGrant): string =>
  `/published/${record}/proof?${grantQuery(grant)}`;

/** Which number of a record a slip says: the one on the visitor's paper. */
export const slipNumbers = ["passport", "ircc"] as const;
export const slipLanguages = ownLanguages;
export type SlipWish = { language: (typeof slipLanguages)[number]; number: (typeof slipNumbers)[number] };

/** The slip of a record, a PDF. There is no number in the address. */
export const slipAddress = (record: string, grant: ImageGrant, { language, number }: SlipWish): string =>
  `/published/${record}/slip?language=${language}&number=${number}&${grantQuery(grant)}`;

/** As it stands in an address. */
export const grantSent = (until: string, signature: string): ImageGrant => ({
  until: /^\d{1,15}$/.test(until) ? Number(until) : 0,
  signature,
});

const grantQuery = ({ until, signature, ofCode }: ImageGrant) =>
  ofCode ? `share=${signature}` : `until=${until}&signature=${signature}`;
