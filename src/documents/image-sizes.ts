import { uploadLimits } from "#core/images/upload-limits.ts";
import type { PictureUse } from "./published-file.ts";

/** Widths in pixels, at most. Lists and sheets show the small image, the viewer the large one. */
export const imageWidths: Record<PictureUse, { reading: number; list: number }> = {
  paper: { reading: 2000, list: 480 },
  portrait: { reading: 820, list: 410 },
  logo: { reading: 480, list: 160 },
};

/** Three times what the head of a page has room for. */
export const logoHeight = 120;

/** Width by height of a portrait. */
export const portraitShape = 4 / 5;

/** The tallest image that WebP can hold. */
export const maxHeight = 16_383;

export const maxPhotoPixels = 50_000_000;

/** A rendered PDF page takes four bytes a pixel, twice. */
export const maxPdfPagePixels = 16_000_000;

/** A small card drawn as vectors gains nothing beyond 600 dots an inch; a PDF point is 1/72 inch. */
export const maxPixelsPerPoint = 600 / 72;

export const maxPdfPages = uploadLimits.pagesInDocument;
