import sharp from "sharp";
import type { SiteCard } from "#core/settings/site-card.ts";
import { outlines } from "./draw-download.ts";
import { shapedLines, spreadOf } from "./text/shaped-text.ts";
import type { Weight } from "./text/typeface.ts";

const width = 1200;
const height = 630;
const margin = 80;
const column = width - 2 * margin;

const markTop = 64;

/** The sheet from the site's icon. Drawn when the operator has no logo. */
const sheet = `<g transform="translate(${margin} ${markTop}) scale(3)">
    <path d="M0 0h24l10 10v34H0z" fill="#f9f4e8"/>
    <path d="M8 16h18M8 24h18M8 32h12" stroke="#1b1c1f" stroke-width="4"/>
  </g>`;

/** The dark background, and the text as outlines: no words of a user are in it. */
const background = (
  mark: string,
  text: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width}" height="${height}" fill="#0f1012"/>
  ${mark}
  <rect x="${margin}" y="474" width="${column}" height="2" fill="#354357"/>
  ${text}
</svg>`;

const ink = "#eceff4";
const quiet = "#b4bfce";

type Line = {
  text: string;
  size: number;
  colour: string;
  isStrong?: boolean;
  left?: number;
  top: number;
  room: number;
};

export async function drawCard({ name, logo, licence, claims, statements }: SiteCard): Promise<Uint8Array> {
  const plate = logo && (await onPlate(Buffer.from(logo, "base64")));
  const left = margin + (plate ? plate.width + 36 : 140);
  const lines: Line[] = [
    ...claims.map((text, at) => ({ text, size: 36, colour: quiet, left, top: 74 + at * 62, room: 54 })),
    { text: name, size: sizeOf(name), colour: ink, isStrong: true, top: 228, room: 168 },
    ...(licence ? [{ text: licence, size: 32, colour: quiet, top: 408, room: 48 }] : []),
    ...statements.map((text, at) => ({ text, size: 32, colour: ink, top: 494 + at * 58, room: 50 })),
  ];
  return sharp(Buffer.from(background(plate ? plate.ground : sheet, lines.map(written).join(""))))
    .composite(plate ? plate.overlays : [])
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

const plateHeight = 132;
const plateEdge = 16;

/** Returns the logo on a white plate, as web pages show it. */
async function onPlate(logo: Buffer) {
  const room = { width: 320, height: plateHeight - 2 * plateEdge };
  const { data, info } = await sharp(logo)
    .resize({ ...room, fit: "inside" })
    .png()
    .toBuffer({ resolveWithObject: true });
  const plateWidth = info.width + 2 * plateEdge;
  const down = markTop + Math.floor((plateHeight - info.height) / 2);
  return {
    width: plateWidth,
    ground: `<rect x="${margin}" y="${markTop}" width="${plateWidth}" height="${plateHeight}" rx="8" fill="#ffffff"/>`,
    overlays: [{ input: data, left: margin + plateEdge, top: down }],
  };
}

const sizeOf = (name: string) => (name.length <= 24 ? 72 : name.length <= 60 ? 56 : 44);

/** Draws a text in its size, or smaller if it does not fit into its room. */
function written({ text, size: wanted, colour, isStrong = false, left = margin, top, room }: Line): string {
  const weight = isStrong ? 650 : 400;
  const across = width - margin - left;
  let [size, block] = [wanted, blockOf(text, weight, { size: wanted, across })];
  while (block.lineHeight * block.lines.length > room && size > 8) {
    size *= 0.95;
    block = blockOf(text, weight, { size, across });
  }
  const { lines, lineHeight } = block;
  const begin = top + Math.max(0, room - lines.length * lineHeight) / 2 + (lineHeight - size) / 2 + size * 0.8;
  const drawn = lines.map((line, at) => outlines(line, { left, baseline: begin + at * lineHeight, size }));
  return `<g fill="${colour}">${drawn.join("")}</g>`;
}

function blockOf(text: string, weight: Weight, { size, across }: { size: number; across: number }) {
  const lines = shapedLines(text, weight, (across * 1000) / size);
  return { lines, lineHeight: size * Math.max(1, ...lines.map(spreadOf)) };
}
