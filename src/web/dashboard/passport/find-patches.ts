import type { GrayPicture, Point } from "./gray-picture.ts";

/**
 * A dark patch of the size of a letter. `x` and `y` are the middle of its bounding box; `darkness` is how much darker
 * it is than its surroundings.
 */
export type Patch = Point & { size: number; darkness: number };

/** Letters are smaller than this share of the longer side of the picture. */
const largest = 1 / 25;
const smallest = 6;

export function findPatches(picture: GrayPicture): Patch[] {
  const ink = darkerThanAround(picture);
  const { width, height } = picture;
  const most = Math.max(width, height) * largest;
  const stack: number[] = [];
  const patches: Patch[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] === 0) continue;
    const box = fill(ink, width, start, stack);
    const [across, down] = [box.right - box.left + 1, box.bottom - box.top + 1];
    const size = Math.max(across, down);
    if (size < smallest || size > most || box.count < size) continue;
    const darkness = box.darkness / box.count;
    patches.push({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, size, darkness });
  }
  return patches;
}

/**
 * Removes a patch from `ink` by a flood fill. Returns its bounding box, its number of pixels and their total darkness.
 */
function fill(ink: Uint8Array, width: number, start: number, stack: number[]) {
  const box = { left: width, right: 0, top: Infinity, bottom: 0, count: 0, darkness: 0 };
  const take = (at: number) => {
    box.darkness += ink[at] ?? 0;
    ink[at] = 0;
    stack.push(at);
  };
  take(start);
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    box.count++;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
    for (const next of [at - 1, at + 1, at - width, at + width]) if (ink[next] !== 0) take(next);
  }
  return box;
}

/**
 * Returns for each pixel of ink how much darker it is than its surroundings, and 0 for all others. The threshold rises
 * with the contrast. The outermost pixels are never ink.
 */
function darkerThanAround(picture: GrayPicture): Uint8Array {
  const { width, height } = picture;
  const smooth = smoothed(picture);
  const { sums, squares } = sumsOf(smooth, width, height);
  const reach = Math.max(8, Math.round(Math.max(width, height) / 70));
  const ink = new Uint8Array(width * height);
  const row = width + 1;
  for (let y = 1; y < height - 1; y++) {
    const [top, bottom] = [Math.max(0, y - reach) * row, Math.min(height, y + reach + 1) * row];
    for (let x = 1; x < width - 1; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const count = ((bottom - top) / row) * (right - left);
      const sum = (table: Uint32Array) =>
        ((table[bottom + right] ?? 0) -
          (table[bottom + left] ?? 0) -
          (table[top + right] ?? 0) +
          (table[top + left] ?? 0)) >>>
        0;
      const mean = sum(sums) / count;
      const spread = Math.sqrt(Math.max(0, sum(squares) / count - mean * mean));
      const darker = mean - (smooth[y * width + x] ?? 0);
      if (darker > Math.max(5, spread * 0.45)) ink[y * width + x] = darker;
    }
  }
  return ink;
}

/** Averages each pixel with its neighbours, to remove noise. */
function smoothed({ width, height, data }: GrayPicture): Uint8Array {
  const smooth = data.slice();
  for (let y = 1; y < height - 1; y++)
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const beside = (data[at - 1] ?? 0) + (data[at + 1] ?? 0) + (data[at - width] ?? 0) + (data[at + width] ?? 0);
      smooth[at] = ((data[at] ?? 0) * 4 + beside * 2 + 6) / 12;
    }
  return smooth;
}

/**
 * Sums over all pixels above and to the left. Four of these sums give the sum of any box, even though the largest sums
 * overflow 32 bits.
 */
function sumsOf(data: Uint8Array, width: number, height: number) {
  const row = width + 1;
  const sums = new Uint32Array(row * (height + 1));
  const squares = new Uint32Array(row * (height + 1));
  for (let y = 0; y < height; y++) {
    let [sum, square] = [0, 0];
    for (let x = 0; x < width; x++) {
      const value = data[y * width + x] ?? 0;
      sum += value;
      square += value * value;
      const at = (y + 1) * row + x + 1;
      sums[at] = (sums[at - row] ?? 0) + sum;
      squares[at] = (squares[at - row] ?? 0) + square;
    }
  }
  return { sums, squares };
}
