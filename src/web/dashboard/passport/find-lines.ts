import { mrzLineLength } from "#core/records/mrz.ts";
import type { Patch } from "./find-patches.ts";
import type { Point } from "./gray-picture.ts";

/**
 * The place of a possible character. `right` and `down` are one character width long: to the next character, and
 * towards the lower line.
 */
export type Cell = { middle: Point; right: Point; down: Point };

/** Two lines of cells, one below the other. At both ends they have more cells than characters. */
export type LinePair = { upper: Cell[]; lower: Cell[] };

/** The distance between the lines, in character widths: 6.35 mm divided by 2.54 mm. */
const lineStep = 2.5;
/** The number of cells without a patch that a line may skip. */
const maxGap = 4;
/** The minimum number of characters that must be seen in a line before the rest is guessed. */
const minSeen = 22;
/** The maximum numbers of patches, rows and pairs that are examined. */
const maxSeeds = 600;
const maxRows = 8;
const maxPairs = 6;

/** Finds pairs of long lines of evenly spaced patches, at any angle. The darkest pairs come first. */
export function findLinePairs(patches: readonly Patch[]): LinePair[] {
  const near = neighbourhood(patches);
  return findRows(patches, near)
    .flatMap((row) => [1, -1].map((side) => ({ row, ...besideRow(row, side, near) })))
    .filter(({ seen }) => seen >= minSeen / 2)
    .toSorted((one, other) => darknessOf(other.row) + other.darkness - darknessOf(one.row) - one.darkness)
    .slice(0, maxPairs)
    .map(({ row, offset, side }) => {
      const middles = fitted(row, Math.max(2, mrzLineLength + 2 - row.length));
      const snapped = (away: Point) =>
        fitted(
          patchesAlong(middles, near, 0.42, sizeOf(row), () => away),
          0,
        );
      const [own, beside] = [snapped({ x: 0, y: 0 }), snapped(offset)];
      return side > 0 ? pairOf(own, beside) : pairOf(beside, own);
    });
}

type PatchNear = (spot: Point, reach: number) => Patch | null;

/** Returns a function that finds the patch nearest to a spot, within `reach`. */
function neighbourhood(patches: readonly Patch[]): PatchNear {
  const edge = 24;
  const squares = new Map<number, Patch[]>();
  const keyOf = (x: number, y: number) => Math.floor(x / edge) + 4096 * Math.floor(y / edge);
  for (const patch of patches) {
    const key = keyOf(patch.x, patch.y);
    const list = squares.get(key);
    if (list) list.push(patch);
    else squares.set(key, [patch]);
  }
  return ({ x, y }, reach) => {
    let [best, least]: [Patch | null, number] = [null, reach];
    const steps = Math.ceil(reach / edge);
    for (let down = -steps; down <= steps; down++)
      for (let across = -steps; across <= steps; across++)
        for (const patch of squares.get(keyOf(x + across * edge, y + down * edge)) ?? []) {
          const distance = Math.hypot(patch.x - x, patch.y - y);
          if (distance < least) [best, least] = [patch, distance];
        }
    return best;
  };
}

/** One patch per cell; null if none was seen. */
type Row = (Patch | null)[];

function findRows(patches: readonly Patch[], near: PatchNear): Row[] {
  const taken = new Set<Patch>();
  const rows: Row[] = [];
  // The darkest patches come first: print is darker than noise, and there may be a lot of noise.
  const seeds = patches.toSorted((one, other) => other.darkness - one.darkness).slice(0, maxSeeds);
  for (const seed of seeds) {
    if (taken.has(seed)) continue;
    const [best] = rowsThrough(seed, near).toSorted((one, other) => seenIn(other) - seenIn(one));
    if (!best || seenIn(best) < minSeen) continue;
    for (const patch of best) if (patch) taken.add(patch);
    rows.push(best);
  }
  return rows.toSorted((one, other) => darknessOf(other) - darknessOf(one)).slice(0, maxRows);
}

/** The total darkness of a row. Noise also makes rows, but faint ones. */
const darknessOf = (row: Row) => row.reduce((sum, patch) => sum + (patch?.darkness ?? 0), 0);

const seenIn = (row: Row) => row.filter((patch) => patch !== null).length;

/** Finds rows through a patch. A neighbouring letter is about as large, and about one letter height away. */
function rowsThrough(seed: Patch, near: PatchNear): Row[] {
  const rows: Row[] = [];
  const tried = new Set<Patch>([seed]);
  for (let turn = 0; turn < 16; turn++) {
    const angle = (turn * Math.PI) / 16;
    for (const distance of [0.95, 1.25, 1.6]) {
      const spot = along(seed, { x: Math.cos(angle), y: Math.sin(angle) }, seed.size * distance);
      const next = near(spot, seed.size * 0.25);
      if (!next || tried.has(next) || next.size > seed.size * 2 || next.size < seed.size / 2) continue;
      tried.add(next);
      const step = { x: next.x - seed.x, y: next.y - seed.y };
      const after = walk(next, step, near);
      if (after.length < 3) continue;
      const before = walk(seed, { x: -step.x, y: -step.y }, near);
      rows.push([...before.toReversed(), seed, next, ...after]);
    }
  }
  return rows;
}

/** Follows the patches in one direction, as long as they continue evenly. */
function walk(from: Patch, step: Point, near: PatchNear): Row {
  const found: Row = [];
  let [last, stride, gap]: [Patch, Point, number] = [from, step, 0];
  while (gap <= maxGap && found.length < 70) {
    gap++;
    const length = Math.hypot(stride.x, stride.y);
    const next = near(along(last, stride, gap), length * 0.32);
    const isLike = next && next !== last && next.size < length * 1.5 && areAlike(next.darkness, last.darkness);
    found.push(isLike ? next : null);
    if (!isLike) continue;
    const weight = 0.3 / gap;
    stride = {
      x: stride.x * (1 - weight) + ((next.x - last.x) / gap) * weight,
      y: stride.y * (1 - weight) + ((next.y - last.y) / gap) * weight,
    };
    [last, gap] = [next, 0];
  }
  while (found.at(-1) === null) found.pop();
  return found;
}

/** The light changes from letter to letter, but not much. */
const areAlike = (one: number, other: number) => one < other * 3 && other < one * 3;

const along = (from: Point, step: Point, times: number): Point => ({
  x: from.x + step.x * times,
  y: from.y + step.y * times,
});

/** Examines the line on one side of a row: its distance, and how many of its patches are seen. */
function besideRow(row: Row, side: number, near: PatchNear) {
  const middles = fitted(row, 0);
  const across = (step: Point): Point => ({ x: -step.y * lineStep * side, y: step.x * lineStep * side });
  const patches = patchesAlong(middles, near, 0.55, sizeOf(row), across);
  const ways = patches.flatMap((patch, at) => {
    const middle = middles[at];
    return patch && middle ? [{ x: patch.x - middle.x, y: patch.y - middle.y }] : [];
  });
  return {
    side,
    seen: ways.length,
    darkness: darknessOf(patches),
    offset: { x: median(ways.map(({ x }) => x)), y: median(ways.map(({ y }) => y)) },
  };
}

const sizeOf = (row: Row) => median(row.flatMap((patch) => (patch ? [patch.size] : [])));

/**
 * Returns one patch for each cell of a line that lies at distance `away` from the given line. `reach` is in character
 * widths.
 */
const patchesAlong = (
  line: readonly Point[],
  near: PatchNear,
  reach: number,
  size: number,
  away: (step: Point) => Point,
): Row =>
  line.map((middle, at) => {
    const step = stepIn(line, at);
    const patch = near(along(middle, away(step), 1), Math.hypot(step.x, step.y) * reach);
    return patch && patch.size > size * 0.5 && patch.size < size * 1.6 ? patch : null;
  });

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

const stepIn = (line: readonly Point[], at: number): Point => {
  const [low, high] = [Math.max(0, at - 2), Math.min(line.length - 1, at + 2)];
  const [from, to] = [line[low], line[high]];
  if (!from || !to || low === high) return { x: 1, y: 0 };
  return { x: (to.x - from.x) / (high - low), y: (to.y - from.y) / (high - low) };
};

/**
 * Returns the middles of all cells of a row, and of `beyond` more cells at each end. Each middle lies on a straight line
 * that is fitted to the patches around it, without outliers.
 */
function fitted(row: Row, beyond: number): Point[] {
  const rough = throughPatches(row, beyond);
  const step = stepIn(rough, rough.length >> 1);
  const length = Math.hypot(step.x, step.y);
  const kept = row.map((patch, at) => {
    const middle = rough[at + beyond];
    return patch && middle && Math.hypot(patch.x - middle.x, patch.y - middle.y) < length * 0.22 ? patch : null;
  });
  return throughPatches(kept, beyond);
}

/** How many cells on both sides are searched for patches. The next number is used if there are too few patches. */
const reaches = [4, 8, 16, 70];
const minPatches = 5;

const throughPatches = (row: Row, beyond: number): Point[] =>
  Array.from({ length: row.length + 2 * beyond }, (_, index) => {
    const at = index - beyond;
    for (const reach of reaches) {
      const from = Math.max(0, at - reach);
      const around = row
        .slice(from, Math.max(0, at + reach + 1))
        .flatMap((patch, place) => (patch ? [{ patch, at: from + place - at }] : []));
      if (around.length >= minPatches) return throughZero(around, reach);
    }
    return { x: 0, y: 0 };
  });

/** Weighted least squares: nearer patches have more weight. Returns the point where `at` is 0. */
function throughZero(around: readonly { patch: Point; at: number }[], reach: number): Point {
  let [weights, places, squares, x, y, xPlaces, yPlaces] = [0, 0, 0, 0, 0, 0, 0];
  for (const { patch, at } of around) {
    const weight = 1 - Math.abs(at) / (reach + 1);
    weights += weight;
    places += weight * at;
    squares += weight * at * at;
    x += weight * patch.x;
    y += weight * patch.y;
    xPlaces += weight * at * patch.x;
    yPlaces += weight * at * patch.y;
  }
  const below = weights * squares - places * places;
  return { x: (squares * x - places * xPlaces) / below, y: (squares * y - places * yPlaces) / below };
}

function pairOf(upper: readonly Point[], lower: readonly Point[]): LinePair {
  const cells = (line: readonly Point[]) =>
    line.map((middle, at): Cell => {
      const [above, below] = [upper[at] ?? middle, lower[at] ?? middle];
      return {
        middle,
        right: stepIn(line, at),
        down: { x: (below.x - above.x) / lineStep, y: (below.y - above.y) / lineStep },
      };
    });
  return { upper: cells(upper), lower: cells(lower) };
}
