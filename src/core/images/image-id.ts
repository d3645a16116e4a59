/** An upload: 128 random bits in hex. One of its pages: the upload, a hyphen, the number of the page. */
export type PageId = { image: string; page: number };

const pagePattern = /^([0-9a-f]{32})-([1-9]\d?)$/;

export const isImageId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

export const pageId = ({ image, page }: PageId): string => `${image}-${page}`;

export function parsePageId(text: string): PageId | null {
  const [, image, page] = pagePattern.exec(text) ?? [];
  return image === undefined ? null : { image, page: Number(page) };
}

/** The upload that a page of a document belongs to. */
export const imageOfPage = (text: string): string | null => parsePageId(text)?.image ?? null;
