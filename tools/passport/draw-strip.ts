import sharp from "sharp";
import { between, pick, type Random } from "../../src/demo/random.ts";
import type { Cell } from "../../src/web/dashboard/passport/find-lines.ts";
import type { GrayPicture } from "../../src/web/dashboard/passport/gray-picture.ts";
import { characters } from "../../src/web/dashboard/passport/character-network.ts";
import { outlined } from "../../test/support/passports/outlined.ts";
import ocrBSharp from "./ocr-b-sharp.json" with { type: "json" };

/** A line of characters to train with, and the place of each character. */
export type Strip = { picture: GrayPicture; cells: { cell: Cell; character: string }[] };

/** The width of a character, and the height of its middle above the baseline, as shares of the font size. */
const pitchOfSize = 0.7234;
const middleOfSize = 0.355;
const length = 30;
const everyCharacter = characters.split("");

export async function drawStrip(random: Random): Promise<Strip> {
  const pitch = 11 + 30 * random() ** 1.6;
  const text = Array.from({ length }, () => (random() < 0.12 ? "<" : pick(everyCharacter, random)));
  const slant = (random() - 0.5) * 0.3;
  const [turn, stretch] = [(random() - 0.5) * 0.3, 0.86 + random() * 0.28];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const right = { x: pitch * cos, y: pitch * sin };
  const down = { x: pitch * stretch * (slant * cos - sin), y: pitch * stretch * (slant * sin + cos) };
  const [width, height] = [Math.ceil(pitch * (length + 4)), Math.ceil(pitch * 9)];
  const start = { x: pitch * 2.5, y: height / 2 - (right.y * length) / 2 };
  const matrix = [right.x, right.y, down.x, down.y, start.x, start.y].map((value, at) =>
    at < 4 ? value / pitch : value,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground(width, height, random)}<g transform="matrix(${matrix.join(" ")})">${ruled(pitch, random)}${letters(text, pitch, random)}${edges(pitch, random)}</g>${shadows(width, height, random)}</svg>`;
  const picture = await developed(svg, width, height, pitch, random);
  const cells = text.map((character, at) => ({
    character,
    cell: { middle: { x: start.x + right.x * at, y: start.y + right.y * at }, right, down },
  }));
  return { picture, cells };
}

const gray = (value: number) => `rgb(${value},${value},${value})`;

function letters(text: readonly string[], pitch: number, random: Random): string {
  const size = pitch / pitchOfSize;
  const ink = gray(between(0, 110, random));
  const weight = random() < 0.7 ? random() * 0.07 * pitch : 0;
  // Shifted left by half a character: the middle of the first character is at 0.
  const place = `translate(${-pitch / 2} ${size * middleOfSize})`;
  return `<g transform="${place}" fill="${ink}" stroke="${ink}" stroke-width="${(weight * 1000) / size}" stroke-linejoin="round">${outlined(ocrBSharp, text.join(""), size)}</g>`;
}

/** Fine printed lines below the characters. */
function ruled(pitch: number, random: Random): string {
  const step = pitch * (0.3 + random());
  const colour = gray(between(120, 240, random));
  const tilt = (random() - 0.5) * pitch * 30;
  return Array.from({ length: 14 }, (_, at) => {
    const y = (at - 7) * step;
    return `<path d="M${-pitch * 3} ${y}q${pitch * 8} ${tilt} ${pitch * 16} 0t${pitch * 20} 0" fill="none" stroke="${colour}" stroke-width="${(0.02 + random() * 0.12) * pitch}"/>`;
  }).join("");
}

function ground(width: number, height: number, random: Random): string {
  const shades = [between(120, 255, random), between(120, 255, random)].map(gray);
  return `<linearGradient id="g" x2="${random()}" y2="${random()}"><stop stop-color="${shades[0]}"/><stop offset="1" stop-color="${shades[1]}"/></linearGradient><rect width="${width}" height="${height}" fill="url(#g)"/>`;
}

/** Edges of the page: beside the first or the last character, above or below the line. */
function edges(pitch: number, random: Random): string {
  const colour = gray(between(0, 255, random));
  const far = pitch * 200;
  const [left, right] = [-pitch * (0.8 + random() * 1.4), pitch * (length - 0.2 + random() * 1.4)];
  const [top, bottom] = [-pitch * (0.9 + random() * 3), pitch * (0.9 + random() * 3)];
  const rects = [
    [left - far, -far, far, 2 * far],
    [right, -far, far, 2 * far],
    [-far, top - far, 2 * far, far],
    [-far, bottom, 2 * far, far],
  ];
  return rects
    .filter(() => random() < 0.25)
    .map(([x, y, width, height]) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}"/>`)
    .join("");
}

/** Folds: dark soft lines, with a darker page behind them. Lamps: white soft spots. */
function shadows(width: number, height: number, random: Random): string {
  const folds = Array.from({ length: pick([0, 0, 1, 1, 2], random) }, () => {
    const isUpright = random() < 0.5;
    const [from, to] = isUpright
      ? [random() * width, random() * width]
      : [0.3 + random() * 0.4, 0.3 + random() * 0.4].map((share) => share * height);
    const line = isUpright ? `M${from} 0L${to} ${height}` : `M0 ${from}L${width} ${to}`;
    const side = `${line}${isUpright ? `H${width}V0` : `V${height}H0`}z`;
    const strength = random() * 0.28;
    const breadth = (0.02 + random() * 0.06) * height;
    const soft = [4, 2.5, 1].map(
      (times) => `<path d="${line}" stroke="#000" stroke-opacity="${strength}" stroke-width="${times * breadth}"/>`,
    );
    return `<path d="${side}" fill="#000" fill-opacity="${random() * 0.2}"/>${soft.join("")}`;
  });
  const lamps = Array.from({ length: pick([0, 0, 1, 1, 2], random) }, () => {
    const [x, y, strength] = [random() * width, height * (0.2 + random() * 0.6), random() * 0.38];
    const [rx, ry] = [(0.06 + random() * 0.25) * width, (0.15 + random() * 0.6) * height];
    return [1, 0.8, 0.6, 0.4]
      .map(
        (share) =>
          `<ellipse cx="${x}" cy="${y}" rx="${share * rx}" ry="${share * ry}" fill="#fff" fill-opacity="${strength}"/>`,
      )
      .join("");
  });
  return folds.join("") + lamps.join("");
}

async function developed(
  svg: string,
  width: number,
  height: number,
  pitch: number,
  random: Random,
): Promise<GrayPicture> {
  const blurred = await sharp(Buffer.from(svg))
    .greyscale()
    .blur(0.3 + random() * 0.11 * pitch)
    .raw()
    .toBuffer();
  const [noise, contrast] = [random() * 22, 0.35 + random() * 0.65];
  const bright = random() * 255 * (1 - contrast);
  const grainy = blurred.map((value) =>
    Math.min(255, Math.max(0, bright + value * contrast + (random() + random() - 1) * noise)),
  );
  const jpeg = await sharp(grainy, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: between(30, 95, random) })
    .toBuffer();
  const data = await sharp(jpeg).greyscale().raw().toBuffer();
  return { width, height, data };
}
