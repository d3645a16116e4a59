import sharp from "sharp";
import { outlines } from "./draw-download.ts";
import { shapedLines } from "./text/shaped-text.ts";

type SharedPage = { page: Uint8Array; lines: readonly string[] };

const quality = 84;
const weight = 650;
/** Dark letters for white pages, with a light edge for dark photos. */
const look = 'fill="#8a1c12" fill-opacity="0.3" stroke="#fff" stroke-opacity="0.45"';

/** Returns the page in its own size, covered with rows of the lines: any part that is cut out shows some of them. */
export async function drawShared({ page, lines }: SharedPage): Promise<Uint8Array> {
  const { width, height } = await sharp(page).metadata();
  return sharp(page)
    .composite([{ input: Buffer.from(rowsAcross(lines, { width, height })), left: 0, top: 0 }])
    .jpeg({ quality, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

function rowsAcross(lines: readonly string[], { width, height }: { width: number; height: number }): string {
  const size = Math.max(Math.min(width, height) * 0.03, 9);
  const drawn = lines.flatMap((text) => shapedLines(text, weight, Infinity));
  const marks = drawn.map((line, at) => `<g id="line${at}">${outlines(line, { left: 0, baseline: 0, size })}</g>`);
  // The rows are rotated around the centre, so they are as long as the diagonal.
  const reach = Math.hypot(width, height) / 2;
  const uses: string[] = [];
  for (let down = -reach, row = 0; down < reach; down += size * 5, row += 1) {
    const at = row % drawn.length;
    const step = ((drawn[at]?.width ?? 1000) * size) / 1000 + size * 3;
    for (let right = -reach - (((row * step) / 3) % step); right < reach; right += step)
      uses.push(`<use href="#line${at}" x="${right.toFixed(1)}" y="${down.toFixed(1)}"/>`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${marks.join("")}</defs>
    <g transform="translate(${width / 2},${height / 2}) rotate(-30)" ${look} stroke-width="${size / 24}">${uses.join("")}</g></svg>`;
}
