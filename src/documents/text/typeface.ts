import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as harfbuzz from "harfbuzzjs";
import { unpackedFont } from "./woff.ts";

export type Weight = 400 | 650;

/**
 * A glyph with its width and position, in thousandths of the font size. The first glyph of letters that are drawn
 * together has their text.
 */
export type Glyph = { id: number; text: string; advance: number; width: number; right: number; up: number };

/** Digits of equal width and height: readers compare numbers digit by digit. */
const features = ["tnum", "lnum"].map((tag) => new harfbuzz.Feature(tag));

/** A font file. A PDF embeds only the used glyphs. */
export class Typeface {
  readonly name: string;
  readonly file: Buffer;
  /** The height of its lines, in font sizes. Letters with parts above and below each other need more. */
  readonly spread: number;
  readonly isOwn: boolean;
  readonly #font: harfbuzz.Font;
  readonly #scale: number;
  readonly #widths = new Map<number, number>();

  constructor(name: string, file: Buffer) {
    this.name = name;
    this.file = file;
    const face = new harfbuzz.Face(new harfbuzz.Blob(this.file));
    this.#font = new harfbuzz.Font(face);
    this.#scale = 1000 / face.upem;
    const { ascender, descender } = this.#font.hExtents();
    this.isOwn = name.startsWith("Anek-");
    this.spread = Math.min((ascender - descender) / face.upem, 1.5);
  }

  /** Returns the glyphs from left to right. The apostrophe that is a letter looks like the other one: few fonts have it. */
  shape(text: string, isFromRight: boolean): Glyph[] {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text.replaceAll("\u02bc", "’"));
    buffer.guessSegmentProperties();
    buffer.setDirection(isFromRight ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
    harfbuzz.shape(this.#font, buffer, features);
    const positions = buffer.getGlyphPositions();
    const infos = buffer.getGlyphInfos();
    const textAt = textOfClusters(
      text,
      infos.map(({ cluster }) => cluster),
    );
    return infos.map(({ codepoint: id, cluster }, at) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      return {
        id,
        text: infos[at - 1]?.cluster === cluster ? "" : (textAt.get(cluster) ?? ""),
        advance: xAdvance * this.#scale,
        width: this.width(id),
        right: xOffset * this.#scale,
        up: yOffset * this.#scale,
      };
    });
  }

  has(letter: string): boolean {
    return this.#font.nominalGlyph(letter.codePointAt(0) ?? 0) !== undefined;
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

/** A cluster is where letters begin that are drawn together. */
function textOfClusters(text: string, clusters: readonly number[]): Map<number, string> {
  const starts = [...new Set(clusters)].toSorted((one, other) => one - other);
  return new Map(starts.map((start, at) => [start, text.slice(start, starts[at + 1])]));
}

const read = (path: string) => readFileSync(fileURLToPath(import.meta.resolve(path)));
const ownFace = (script: string, weight: Weight) =>
  new Typeface(`Anek-${script}-${weight}`, read(`#documents/card-fonts/${script}-${weight}.ttf`));

/** The site's own fonts. */
export const faces = {
  400: { latin: ownFace("latin", 400), bangla: ownFace("bangla", 400) },
  650: { latin: ownFace("latin", 650), bangla: ownFace("bangla", 650) },
};

const others = new Map<string, Typeface>();

/** Returns a font of another script, which is loaded when a text first needs it. */
export function scriptFace(name: string, weight: Weight): Typeface {
  const key = `${name}-${weight}`;
  const face = others.get(key) ?? new Typeface(key, unpackedFont(read(`#documents/script-fonts/${key}.woff`)));
  others.set(key, face);
  return face;
}
