import { uploadLimits } from "#core/images/upload-limits.ts";
import type { PictureUse } from "./published-file.ts";

/** Maximum widths in pixels. Lists and sheets show the image `list`; the viewer shows the image `reading`. */
export const imageWidths: Record<PictureUse, { reading: number; list: number }> = {
  paper: { reading: 2000, list: 480 },
  portrait: { reading: 820, list: 410 },
  logo: { reading: 480, list: 160 },
  // Three times its place in the drawer.
  avatar: { reading: 168, list: 56 },
};

/** The maximum height of a logo in pixels: three times the room for it in a page header. */
export const logoHeight = 120;

/** The width of a portrait divided by its height. */
export const portraitShape = 4 / 5;

/** The maximum height of a WebP image. */
export const maxHeight = 16_383;

export const maxPhotoPixels = 50_000_000;

/** A rendered PDF page needs four bytes per pixel, twice. */
export const maxPdfPagePixels = 16_000_000;

/** A small vector drawing gains nothing beyond 600 dots per inch. A PDF point is 1/72 inch. */
export const maxPixelsPerPoint = 600 / 72;

export const maxPdfPages = uploadLimits.pagesInDocument;
