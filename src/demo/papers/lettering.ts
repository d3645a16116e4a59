import { alphabet, capitalHeight, type Mail } from "./alphabet.ts";

/** How heavy the pen is, in the alphabet's own units. */
const pens = { light: 1.3, plain: 2, bold: 3 } as const;

export type Style = {
  /** Height of a capital in pixels. */
  size: number;
  colour: string;
  pen?: keyof typeof pens;
  align?: "left" | "middle" | "right";
  /** Extra space between letters, as a share of the capital height. */
  tracking?: number;
};

/** Between the strokes of two letters, on top of the pen's own width. */
const letterGap = 3.3;

/** One line of text whose base line begins at (x, y), or ends or is centred there. */
export function write(text: string, x: number, y: number, style: Style): string {
  const scale = style.size / capitalHeight;
  const left = x - alignedShare[style.align ?? "left"] * widthOf(text, style);
  const place = `translate(${round(left)} ${round(y - style.size)}) scale(${round(scale)})`;
  return `<path transform="${place}" fill="none" stroke="${style.colour}" stroke-width="${penOf(style)}" stroke-linecap="round" stroke-linejoin="round" d="${strokesOf(text, gapOf(style))}"/>`;
}

const alignedShare = { left: 0, middle: 0.5, right: 1 } as const;

/** How wide the text is, in pixels. */
export function widthOf(text: string, style: Style): number {
  const gap = gapOf(style);
  const advances = Array.from(text, (character) => letter(character)[0] + gap);
  return (Math.max(0, advances.reduce((sum, advance) => sum + advance, 0) - gap) * style.size) / capitalHeight;
}

/** The style, made as much smaller as the text needs to stay within `width`. */
export function fitted(text: string, width: number, style: Style): Style {
  return { ...style, size: Math.min(style.size, (style.size * width) / widthOf(text, style)) };
}

/** The text broken between words into lines no wider than `width`. */
export function wrap(text: string, width: number, style: Style): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const extended = `${lines.at(-1) ?? ""} ${word}`.trimStart();
    if (lines.length > 0 && widthOf(extended, style) <= width) lines[lines.length - 1] = extended;
    else lines.push(word);
  }
  return lines;
}

function strokesOf(text: string, gap: number): string {
  let path = "";
  let pen = 0;
  for (const character of text) {
    const [width, ...strokes] = letter(character);
    for (const stroke of strokes) path += movedBy(pen, stroke);
    pen += width + gap;
  }
  return path;
}

function movedBy(distance: number, stroke: string): string {
  const space = stroke.indexOf(" ");
  return `M${round(distance + Number(stroke.slice(0, space)))}${stroke.slice(space)}`;
}

function letter(character: string): Mail {
  const found = alphabet[character];
  if (found === undefined) throw new RangeError(`The papers' alphabet has no ${JSON.stringify(character)}.`);
  return found;
}

const penOf = (style: Style) => pens[style.pen ?? "plain"];
const gapOf = (style: Style) => letterGap + penOf(style) + (style.tracking ?? 0) * capitalHeight;

const round = (value: number) => Math.round(value * 100) / 100;
