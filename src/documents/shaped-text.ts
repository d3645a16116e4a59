import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as harfbuzz from "harfbuzzjs";

export type Weight = 400 | 650;
type Script = "latin" | "bangla";

/** A glyph with its width and position, in thousandths of the font size. */
export type Glyph = { id: number; advance: number; width: number; right: number; up: number };

/** Consecutive letters of one script in one font. */
export type Run = { face: Typeface; glyphs: readonly Glyph[]; text: string };

/** Text that is never broken across lines. Its width is in thousandths of the font size. */
export type Word = { runs: readonly Run[]; width: number };

/** Digits of equal width and height: readers compare numbers digit by digit. */
const features = ["tnum", "lnum"].map((tag) => new harfbuzz.Feature(tag));

/** One of the site's own fonts. The file is the whole font; a PDF embeds only the used glyphs. */
export class Typeface {
  readonly name: string;
  readonly script: Script;
  readonly file: Buffer;
  readonly #font: harfbuzz.Font;
  readonly #scale: number;
  readonly #widths = new Map<number, number>();

  constructor(script: Script, weight: Weight) {
    this.script = script;
    this.name = `Anek-${script}-${weight}`;
    this.file = readFileSync(fileURLToPath(import.meta.resolve(`#documents/card-fonts/${script}-${weight}.ttf`)));
    const face = new harfbuzz.Face(new harfbuzz.Blob(this.file));
    this.#font = new harfbuzz.Font(face);
    this.#scale = 1000 / face.upem;
  }

  shape(text: string): Glyph[] {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfbuzz.shape(this.#font, buffer, features);
    const positions = buffer.getGlyphPositions();
    return buffer.getGlyphInfos().map(({ codepoint: id }, at) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      return {
        id,
        advance: xAdvance * this.#scale,
        width: this.width(id),
        right: xOffset * this.#scale,
        up: yOffset * this.#scale,
      };
    });
  }

  /** Returns a glyph as an SVG path with the y axis upwards. `scale` converts it to thousandths of the font size. */
  outline(glyph: number): { path: string; scale: number } {
    return { path: this.#font.glyphToPath(glyph), scale: this.#scale };
  }

  width(glyph: number): number {
    const known = this.#widths.get(glyph) ?? this.#font.glyphHAdvance(glyph) * this.#scale;
    this.#widths.set(glyph, known);
    return known;
  }
}

const faces = {
  400: { latin: new Typeface("latin", 400), bangla: new Typeface("bangla", 400) },
  650: { latin: new Typeface("latin", 650), bangla: new Typeface("bangla", 650) },
};

const bangla = /((?:\p{Script_Extensions=Bengali}|\p{Join_Control}|[₹◌])+)/u;

function shapedWord(text: string, weight: Weight): Word {
  const runs = text
    .split(bangla)
    .filter((part) => part !== "")
    .map((part) => {
      const face = faces[weight][bangla.test(part) ? "bangla" : "latin"];
      return { face, text: part, glyphs: face.shape(part) };
    });
  return { runs, width: sum(runs.flatMap(({ glyphs }) => glyphs.map(({ advance }) => advance))) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export type Line = { words: readonly Word[]; width: number };

/** Wraps text at a width in thousandths of the font size. A word that is too wide is broken between its letters. */
export function shapedLines(text: string, weight: Weight, across: number): Line[] {
  const space = spaceOf(weight);
  const lines: { words: Word[]; width: number }[] = [];
  for (const word of text.split(/[ \n]+/u).flatMap((one) => fitting(one, weight, across))) {
    const last = lines.at(-1);
    if (last && last.width + space + word.width <= across) {
      last.words.push(word);
      last.width += space + word.width;
    } else lines.push({ words: [word], width: word.width });
  }
  return lines;
}

const letters = new Intl.Segmenter("bn", { granularity: "grapheme" });

function fitting(text: string, weight: Weight, across: number): Word[] {
  const whole = shapedWord(text, weight);
  if (whole.width <= across) return [whole];
  const parts: string[] = [""];
  for (const { segment } of letters.segment(text)) {
    const longer = (parts.at(-1) ?? "") + segment;
    if (shapedWord(longer, weight).width <= across) parts[parts.length - 1] = longer;
    else parts.push(segment);
  }
  return parts.map((part) => shapedWord(part, weight));
}

export const spaceOf = (weight: Weight): number => shapedWord(" ", weight).width;
