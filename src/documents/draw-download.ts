import sharp from "sharp";
import { type Line, shapedLines } from "./text/shaped-text.ts";

type Download = { page: Uint8Array; lines: readonly string[] };

const paper = "#f9f4e8";
const ink = "#1b1c1f";
const quiet = "#4b5566";

/** The minimum width of a download in pixels: the strip must stay readable. A narrower page is centred. */
const narrowest = 640;
const quality = 88;

/** Returns the unchanged page with a strip below it, as a JPEG: phones can forward it and every program opens it. */
export async function drawDownload({ page, lines }: Download): Promise<Uint8Array> {
  const { width, height } = await sharp(page).metadata();
  const across = Math.max(width, narrowest);
  const strip = stripOf(lines, across);
  return sharp({ create: { width: across, height: height + strip.height, channels: 3, background: paper } })
    .composite([
      { input: Buffer.from(page), left: (across - width) >> 1, top: 0 },
      { input: Buffer.from(strip.svg), left: 0, top: height },
    ])
    .jpeg({ quality, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

/** Draws the text as outlines. Any SVG renderer then shows the same shaped letters as a slip. */
function stripOf(lines: readonly string[], across: number): { svg: string; height: number } {
  const size = Math.round(Math.max(across * 0.0165, 16));
  const edge = Math.round(size * 1.1);
  const drawn: string[] = [];
  let baseline = edge + size * 0.8;
  for (const [at, text] of lines.entries()) {
    const weight = at === 0 ? 650 : 400;
    for (const line of shapedLines(text, weight, ((across - 2 * edge) * 1000) / size)) {
      drawn.push(`<g fill="${at === 0 ? ink : quiet}">${outlines(line, { left: edge, baseline, size })}</g>`);
      baseline += size * 1.45;
    }
  }
  const height = Math.round(baseline - size * 1.45 + size * 0.4 + edge);
  const rule = `<rect width="${across}" height="${Math.max(2, Math.round(size / 8))}" fill="${ink}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${height}">${rule}${drawn.join("")}</svg>`;
  return { svg, height };
}

type LinePlace = { left: number; baseline: number; size: number };

export function outlines({ runs }: Line, { left, baseline, size }: LinePlace): string {
  const drawn: string[] = [];
  for (const { face, glyphs, left: start } of runs) {
    let at = start;
    for (const { id, advance, right, up } of glyphs) {
      const { path, scale } = face.outline(id);
      const shrunk = (scale * size) / 1000;
      const place = [left + ((at + right) * size) / 1000, baseline - (up * size) / 1000].map((one) => one.toFixed(2));
      if (path !== "")
        drawn.push(`<path transform="translate(${place.join()}) scale(${shrunk},${-shrunk})" d="${path}"/>`);
      at += advance;
    }
  }
  return drawn.join("");
}
