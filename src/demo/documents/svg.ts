import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { outlines } from "#documents/draw-download.ts";
import { shapedLines } from "#documents/text/shaped-text.ts";

/** Markup whose upper left corner is at 0, 0, and its height. */
export type Drawing = { svg: string; height: number };

type Paint = { fill?: string; stroke?: string; width?: number; radius?: number; dashes?: string };

export const path = (d: string, { fill = "none", stroke = "none", width = 1, dashes = "none" }: Paint): string =>
  `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-dasharray="${dashes}" stroke-linecap="round" stroke-linejoin="round"/>`;

export const box = (x: number, y: number, width: number, height: number, paint: Paint): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${paint.radius ?? 0}" fill="${paint.fill ?? "none"}" stroke="${paint.stroke ?? "none"}" stroke-width="${paint.width ?? 1}"/>`;

export const moved = (svg: string, x: number, y: number): string => `<g transform="translate(${x} ${y})">${svg}</g>`;

export function stack(drawings: readonly Drawing[], gap = 0): Drawing {
  let svg = "";
  let height = 0;
  for (const drawing of drawings) {
    svg += moved(drawing.svg, 0, height);
    height += drawing.height + gap;
  }
  return { svg, height: Math.max(0, height - gap) };
}

export type Style = { size: number; colour: string; bold?: boolean; align?: "start" | "middle" | "end" };

/** The average width of a letter, with room to spare, as a share of the font size. */
const letterWidth = 0.55;

/** One line of text on the base line `y`, in a smaller size if `room` is too narrow. */
export function write(text: string, x: number, y: number, style: Style, room = Infinity): string {
  const size = Math.min(style.size, room / (letterWidth * text.length));
  if (isOfOtherScript.test(text)) return outlined(text, x, y, { ...style, size });
  return `<text x="${x}" y="${y}" font-family="Anek Latin" font-size="${size}" font-weight="${style.bold ? 700 : 400}" fill="${style.colour}" text-anchor="${style.align ?? "start"}">${text}</text>`;
}

const isOfOtherScript = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;

/** The font of the other texts has no letters of these scripts, so they are drawn as shapes. */
function outlined(text: string, x: number, y: number, { size, colour, bold, align = "start" }: Style): string {
  const [line] = shapedLines(text, bold ? 650 : 400, Infinity);
  if (!line) return "";
  const width = (line.width * size) / 1000;
  const left = x - { start: 0, middle: width / 2, end: width }[align];
  return `<g fill="${colour}">${outlines(line, { left, baseline: y, size })}</g>`;
}

export function paragraph(text: string, style: Style, room: number): Drawing {
  const longest = Math.floor(room / (letterWidth * 0.9 * style.size));
  const lines = text.match(new RegExp(`\\S.{0,${longest - 1}}(?=\\s|$)`, "g")) ?? [];
  return stack(lines.map((line) => ({ svg: write(line, 0, style.size, style), height: style.size * 1.45 })));
}

export const ink = "#1e2834";
export const faintInk = "#66707c";
export const rule = "#cdd0d2";

const fonts = fileURLToPath(import.meta.resolve("#documents/card-fonts/fonts.conf"));

/** An SVG that sharp renders in the site's own fonts, `scale` times as large. */
export function svgOf(width: number, height: number, content: string, scale = 1): Buffer {
  // Read once per process, when the first letter is drawn.
  // oxlint-disable-next-line node/no-process-env
  process.env["FONTCONFIG_FILE"] = fonts;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );
}

export const jpegOf = (width: number, height: number, content: string, scale = 1): Promise<Uint8Array> =>
  sharp(svgOf(width, height, content, scale))
    .removeAlpha()
    .jpeg({ quality: 76 })
    .toBuffer();
