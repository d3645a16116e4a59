import type { Glyph, Typeface } from "../text/typeface.ts";

/** A part of a letter that is drawn as a shape, and where: thousandths of the font size from the left edge of its run. */
type Mark = { id: number; left: number; up: number };

/**
 * Arabic fonts draw many letters as a stroke and its dots. Returns one glyph for each letter, which has all of its
 * width, and its other parts. Readers of a PDF take each glyph for a letter, so they must not find the dots as text.
 */
export function withoutMarks(glyphs: readonly Glyph[]): { letters: Glyph[]; marks: Mark[] } {
  const letters: Glyph[] = [];
  const marks: Mark[] = [];
  let left = 0;
  for (const parts of lettersOf(glyphs)) {
    const widest = Math.max(...parts.map(({ advance }) => advance));
    const main = parts.find(({ advance }) => advance === widest);
    let at = 0;
    for (const part of parts) {
      if (part !== main) marks.push({ id: part.id, left: left + at + part.right, up: part.up });
      else letters.push({ ...part, text: asDrawn(parts[0]?.text ?? ""), right: at + part.right });
      at += part.advance;
    }
    const last = letters.at(-1);
    if (last) last.advance = at;
    left += at;
  }
  return { letters, marks };
}

const mirrored = new Map(
  ["()", "[]", "{}", "<>", "«»"].flatMap(([open = "", close = ""]) => [
    [open, close],
    [close, open],
  ]),
);

/** A bracket in text from the right looks like the other one. Readers expect the one that is drawn. */
const asDrawn = (text: string) => mirrored.get(text) ?? text;

/** The first glyph of a letter has its text. */
function lettersOf(glyphs: readonly Glyph[]): Glyph[][] {
  const groups: Glyph[][] = [];
  for (const glyph of glyphs) {
    if (glyph.text === "" && groups.length > 0) groups.at(-1)?.push(glyph);
    else groups.push([glyph]);
  }
  return groups;
}

type Place = { left: number; up: number; size: number };

/** Returns the shape of a mark in the operators of a PDF. */
export function drawnMark(face: Typeface, mark: Mark, { left, up, size }: Place): string {
  const { path, scale } = face.outline(mark.id);
  const em = size / 1000;
  const place = [em * scale, 0, 0, em * scale, left + mark.left * em, up + mark.up * em];
  return path === "" ? "" : `q ${place.map((one) => Number(one.toFixed(4))).join(" ")} cm ${operatorsOf(path)} f Q`;
}

function operatorsOf(path: string): string {
  let from: readonly number[] = [];
  const operators = Array.from(path.matchAll(/([MLQCZ])([^MLQCZ]*)/g), ([, name = "", text = ""]) => {
    const points = text.match(/-?[\d.]+/g)?.map(Number) ?? [];
    const drawn = name === "Q" ? asCubic([...from, ...points]) : points;
    from = points.slice(-2);
    return [...drawn.map(Math.round), names[name] ?? ""].join(" ");
  });
  return operators.join(" ");
}

const names: Readonly<Record<string, string>> = { M: "m", L: "l", Q: "c", C: "c", Z: "h" };

/** A PDF has no curves with one control point. */
function asCubic([x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): number[] {
  const third = (end: number, control: number) => end + ((control - end) * 2) / 3;
  return [third(x0, x1), third(y0, y1), third(x2, x1), third(y2, y1), x2, y2];
}
