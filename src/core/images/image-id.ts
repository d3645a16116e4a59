/** The id of an upload is 128 random bits in hex. The id of a page is the upload's id, a hyphen and the page number. */
export type PageId = { image: string; page: number };

const pagePattern = /^([0-9a-f]{32})-([1-9]\d?)$/;

export const isImageId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

export const pageId = ({ image, page }: PageId): string => `${image}-${page}`;

export function parsePageId(text: string): PageId | null {
  const [, image, page] = pagePattern.exec(text) ?? [];
  return image === undefined ? null : { image, page: Number(page) };
}

/** Returns the id of the upload that a page of a document belongs to. */
export const imageOfPage = (text: string): string | null => parsePageId(text)?.image ?? null;
