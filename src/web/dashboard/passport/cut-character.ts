import type { Cell } from "./find-lines.ts";
import type { GrayPicture } from "./gray-picture.ts";

export const characterWidth = 20;
export const characterHeight = 24;

/** The size of the area that is cut out, a cell and its surroundings, in character widths. */
const cutAcross = 1.24;
const cutDown = 1.5;

/**
 * Returns the character in a cell, upright, with its brightness normalised to mean 0 and standard deviation 1. A cell
 * without contrast stays nearly flat.
 */
export function cutCharacter(picture: GrayPicture, cell: Cell): Float32Array {
  const character = new Float32Array(characterWidth * characterHeight);
  // If the picture is finer than the cut, several samples are averaged for each pixel.
  const taps = Math.hypot(cell.right.x, cell.right.y) * cutAcross > characterWidth * 1.5 ? [-0.25, 0.25] : [0];
  let [sum, squares] = [0, 0];
  for (let row = 0, at = 0; row < characterHeight; row++)
    for (let column = 0; column < characterWidth; column++, at++) {
      let value = 0;
      for (const shift of taps)
        for (const drop of taps) {
          const u = ((column + 0.5 + shift) / characterWidth - 0.5) * cutAcross;
          const v = ((row + 0.5 + drop) / characterHeight - 0.5) * cutDown;
          const x = cell.middle.x + u * cell.right.x + v * cell.down.x;
          const y = cell.middle.y + u * cell.right.y + v * cell.down.y;
          value += brightnessAt(picture, x, y);
        }
      value /= taps.length ** 2;
      character[at] = value;
      sum += value;
      squares += value * value;
    }
  const mean = sum / character.length;
  const spread = Math.sqrt(Math.max(0, squares / character.length - mean * mean)) + 4;
  return character.map((value) => (value - mean) / spread);
}

/** Interpolates between four pixels. Beyond the edge, the pixels at the edge are repeated. */
function brightnessAt({ width, height, data }: GrayPicture, x: number, y: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const across = Math.min(1, Math.max(0, x - left));
  const down = Math.min(1, Math.max(0, y - top));
  const at = top * width + left;
  const upper = (data[at] ?? 0) * (1 - across) + (data[at + 1] ?? 0) * across;
  const lower = (data[at + width] ?? 0) * (1 - across) + (data[at + width + 1] ?? 0) * across;
  return upper * (1 - down) + lower * down;
}
