/** Brightness from 0 to 255, row by row. */
export type GrayPicture = { width: number; height: number; data: Uint8Array };

export type Point = { x: number; y: number };

/** Converts the pixels of a canvas, four bytes each, to brightness. */
export function grayOf(width: number, height: number, rgba: Uint8ClampedArray): GrayPicture {
  const data = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < data.length; at++, from += 4)
    data[at] = ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29) >> 8;
  return { width, height, data };
}
