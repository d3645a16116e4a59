import type { Language } from "#core/settings/languages.ts";
import { hasLettersFromTheRight } from "#core/texts/isolated.ts";
import type { PdfPage } from "./pdf-file.ts";
import { type Line, shapedLines } from "../text/shaped-text.ts";
import type { Weight } from "../text/typeface.ts";

export type Style = { size: number; weight?: Weight; colour: string };

/** Lines that are shaped but not placed yet. */
export type Block = { lines: readonly Line[]; style: Required<Style>; height: number; lineHeight: number };

/** Writes text with every size multiplied by a scale. Bangla needs more room between lines. */
export class Pen {
  readonly #page: PdfPage;
  readonly #spread: number;
  readonly scale: number;

  constructor(page: PdfPage, scale: number, language: Language) {
    this.#page = page;
    this.scale = scale;
    this.#spread = language === "bn" ? 1.42 : 1.32;
  }

  shape(text: string, { size, weight = 400, colour }: Style, width: number): Block {
    const scaled = size * this.scale;
    // On a page from the right, a sentence is from the right also if it begins with a Latin word.
    const directed = this.#page.isFromRight && hasLettersFromTheRight(text) ? `\u200f${text}` : text;
    const lines = shapedLines(directed, weight, (width * 1000) / scaled);
    const lineHeight = scaled * Math.max(this.#spread, neededBy(lines));
    return { lines, style: { size: scaled, weight, colour }, lineHeight, height: lines.length * lineHeight };
  }

  /** Returns the top of the next block. */
  place({ lines, style, height, lineHeight }: Block, { left, top }: { left: number; top: number }): number {
    for (const [at, line] of lines.entries()) {
      const baseline = top + at * lineHeight + (lineHeight - style.size) / 2 + style.size * 0.8;
      this.#page.line(line, { ...style, left, baseline });
    }
    return top + height;
  }

  write(text: string, style: Style, place: { left: number; top: number; width: number }): number {
    return text === "" ? place.top : this.place(this.shape(text, style, place.width), place);
  }
}

/** The pen's own spread is that of the site's fonts. */
const neededBy = (lines: readonly Line[]) =>
  Math.max(0, ...lines.flatMap(({ runs }) => runs.map(({ face }) => (face.isOwn ? 0 : face.spread))));

/** The width of a block, in points. */
export const widthOf = ({ lines, style }: Block): number =>
  (Math.max(0, ...lines.map(({ width }) => width)) * style.size) / 1000;
