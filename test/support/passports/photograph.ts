import sharp from "sharp";
import { between, pick, type Random } from "#demo/random.ts";
import { spread, type Raster } from "./draw-page.ts";

const { width: spreadWidth, height: spreadHeight } = spread;

/** How a photo is taken. Photos are deliberately bad. */
export type Shot = { width: number; height: number; degrees: number; quality: number };

export async function photograph(page: Raster, random: Random): Promise<{ jpeg: Buffer; shot: Shot }> {
  const shot = chooseShot(random);
  const light = chooseLight(shot, random);
  const spreadAt = bentSpread(random);
  const toSpread = placed(shot, random);
  const table = [between(40, 190, random), between(40, 180, random), between(40, 170, random)];
  const picture = new Uint8Array(shot.width * shot.height * 3);
  for (let y = 0, to = 0; y < shot.height; y++)
    for (let x = 0; x < shot.width; x++, to += 3) {
      const spot = spreadAt(...toSpread(x, y));
      const lit = light(x, y);
      for (let channel = 0; channel < 3; channel++) {
        const printed = sample(page, spot.x, spot.y, channel);
        const colour = printed === null ? (table[channel] ?? 0) : printed * spot.shade;
        picture[to + channel] = Math.min(255, Math.max(0, colour * lit.share + lit.glare));
      }
    }
  const pitch = (shot.width * 0.8) / 49;
  return { jpeg: await developed(picture, shot, pitch, random), shot };
}

const sizes = [
  [1024, 768],
  [1280, 960],
  [1600, 1200],
  [1200, 1600],
  [2048, 1536],
  [1536, 2048],
  [2592, 1944],
] as const;

function chooseShot(random: Random): Shot {
  const [width, height] = pick(sizes, random);
  return { width, height, degrees: (random() * 2 - 1) * 15, quality: pick([40, 40, 55, 70, 85], random) };
}

type Point = [x: number, y: number];

/**
 * Maps a pixel of the photo to a point of the passport, in millimetres. The data page is rotated, seen at an angle, and
 * completely in the photo.
 */
function placed({ width, height, degrees }: Shot, random: Random): (x: number, y: number) => Point {
  const turn = (degrees * Math.PI) / 180;
  const corners: Point[] = [
    [0, 32],
    [125, 32],
    [125, 120],
    [0, 120],
  ];
  const seen = corners.map(([x, y]): Point => {
    const [across, down] = [x - 62.5 + (random() - 0.5) * 12, y - 76 + (random() - 0.5) * 9];
    return [across * Math.cos(turn) - down * Math.sin(turn), across * Math.sin(turn) + down * Math.cos(turn)];
  });
  const [left, right] = [Math.min(...seen.map(([x]) => x)), Math.max(...seen.map(([x]) => x))];
  const [top, bottom] = [Math.min(...seen.map(([, y]) => y)), Math.max(...seen.map(([, y]) => y))];
  const scale = Math.min(width / (right - left), height / (bottom - top)) * (0.86 + random() * 0.11);
  const [dx, dy] = [(width - (left + right) * scale) / 2, (height - (top + bottom) * scale) / 2];
  return projection(
    seen.map(([x, y]): Point => [x * scale + dx, y * scale + dy]),
    corners,
  );
}

/** The projective map that takes each of four points to its counterpart. */
function projection(from: readonly Point[], to: readonly Point[]): (x: number, y: number) => Point {
  const rows = from.flatMap(([x, y], at) => {
    const [u, v] = to[at] ?? [0, 0];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const [a, b, c, d, e, f, g, h] = solved(rows) as [number, number, number, number, number, number, number, number];
  return (x, y) => {
    const depth = g * x + h * y + 1;
    return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
  };
}

/** Gauss-Jordan elimination, with the largest pivot. */
function solved(rows: number[][]): number[] {
  for (let at = 0; at < rows.length; at++) {
    const best = rows.slice(at).reduce((top, row) => (Math.abs(row[at] ?? 0) > Math.abs(top[at] ?? 0) ? row : top));
    rows.splice(rows.indexOf(best), 1);
    const pivot = best.map((value) => value / (best[at] ?? 1));
    rows.forEach(
      (row, index) => (rows[index] = row.map((value, column) => value - (row[at] ?? 0) * (pivot[column] ?? 0))),
    );
    rows.splice(at, 0, pivot);
  }
  return rows.map((row) => row.at(-1) ?? 0);
}

/** A page that bends and has been folded once. */
function bentSpread(random: Random) {
  const bend = (random() - 0.5) * 2.4;
  const isUpright = random() < 0.5;
  const fold = isUpright ? 20 + random() * 85 : 45 + random() * 70;
  const [slope, squeeze, slide] = [(random() - 0.5) * 0.2, (random() - 0.5) * 0.05, (random() - 0.5) * 0.03];
  const [depth, breadth, beyond] = [random() * 0.45, 0.3 + random() * 1.2, 0.88 + random() * 0.2];
  return (x: number, y: number) => {
    const past = isUpright ? x - fold - slope * y : y - fold - slope * x;
    const moved = Math.max(0, past);
    const shade = (past > 0 ? beyond : 1) * (1 - depth * Math.exp(-((past / breadth) ** 2)));
    const [across, down] = isUpright ? [squeeze * moved, slide * moved] : [slide * moved, squeeze * moved];
    return { x: x + across, y: y + down + bend * Math.sin((Math.PI * x) / spreadWidth), shade };
  };
}

function sample({ width, height, data }: Raster, x: number, y: number, channel: number): number | null {
  const [left, top] = [(x / spreadWidth) * width - 0.5, (y / spreadHeight) * height - 0.5];
  const [column, row] = [Math.floor(left), Math.floor(top)];
  if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) return null;
  const [across, down] = [left - column, top - row];
  const at = (row * width + column) * 3 + channel;
  const below = at + width * 3;
  const upper = (data[at] ?? 0) * (1 - across) + (data[at + 3] ?? 0) * across;
  return upper * (1 - down) + ((data[below] ?? 0) * (1 - across) + (data[below + 3] ?? 0) * across) * down;
}

/** Light from one side, and up to two lamps that the page reflects. */
function chooseLight({ width, height }: Shot, random: Random) {
  const direction = random() * 2 * Math.PI;
  const [bright, fall] = [0.75 + random() * 0.3, random() * 0.45];
  const lamps = Array.from({ length: pick([0, 1, 1, 2], random) }, () => ({
    x: random() * width,
    y: random() * height,
    wide: (0.05 + random() * 0.16) * width,
    high: (0.04 + random() * 0.12) * width,
    strength: 40 + random() * 120,
  }));
  return (x: number, y: number) => {
    const along = (x / width - 0.5) * Math.cos(direction) + (y / height - 0.5) * Math.sin(direction);
    const glare = lamps.reduce(
      (sum, lamp) =>
        sum + lamp.strength * Math.exp(-(((x - lamp.x) / lamp.wide) ** 2) - ((y - lamp.y) / lamp.high) ** 2),
      0,
    );
    return { share: bright - fall * (along + 0.5), glare };
  };
}

/** Adds blur and noise, and encodes the photo as a JPEG. */
async function developed(
  picture: Uint8Array,
  { width, height, quality }: Shot,
  pitch: number,
  random: Random,
): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const;
  const blurred = await sharp(picture, { raw })
    .blur(0.3 + random() * 0.085 * pitch)
    .raw()
    .toBuffer();
  const noise = 1 + random() * 9;
  for (let at = 0; at < blurred.length; at += 3) {
    const shift = (random() + random() + random() + random() - 2) * 1.73 * noise;
    for (let channel = 0; channel < 3; channel++)
      blurred[at + channel] = Math.min(255, Math.max(0, Math.round((blurred[at + channel] ?? 0) + shift)));
  }
  return sharp(blurred, { raw }).jpeg({ quality }).toBuffer();
}
