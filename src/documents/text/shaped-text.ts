import { bidiLevels, fromLeftToRight } from "./bidi-levels.ts";
import { hasLettersFromTheRight } from "./isolated.ts";
import { banglaAndLatin, fontOfLetter, hasBangla, isInOwnFonts, lettersWithoutFont } from "./fonts-of-letters.ts";
import { faces, type Glyph, scriptFace, type Typeface, type Weight } from "./typeface.ts";

/** Consecutive letters in one font and one direction. An odd level is written from the right. */
type Run = { face: Typeface; glyphs: readonly Glyph[]; text: string; level: number; width: number; endsWord: boolean };

/** A run and the distance of its left edge from that of the line. Widths are in thousandths of the font size. */
export type PlacedRun = Run & { left: number };

/** The runs of a line from left to right. */
export type Line = { runs: readonly PlacedRun[]; width: number };

/** The height that the fonts of a line need, in font sizes. */
export const spreadOf = ({ runs }: Line): number => Math.max(0, ...runs.map(({ face }) => face.spread));

/** Text that is never broken across lines, and the level of each of its letters and of the space before it. */
type Piece = { text: string; levels: readonly number[]; levelBefore: number };
type Word = { runs: readonly Run[]; width: number; levelBefore: number };

/** Wraps text at a width in thousandths of the font size. A word that is too wide is broken between its letters. */
export function shapedLines(text: string, weight: Weight, across: number): Line[] {
  const space = spaceOf(weight);
  const lines: { words: Word[]; width: number }[] = [];
  for (const word of piecesOf(text).flatMap((piece) => fitting(piece, weight, across))) {
    const last = lines.at(-1);
    if (last && last.width + space + word.width <= across) {
      last.words.push(word);
      last.width += space + word.width;
    } else lines.push({ words: [word], width: word.width });
  }
  return lines.map(({ words, width }) => ({ runs: placedRuns(words, space), width }));
}

function piecesOf(given: string): Piece[] {
  const text = isInOwnFonts(given) ? given : withBoxes(given.normalize("NFC"));
  const levels = hasLettersFromTheRight(text) ? bidiLevels(text) : [];
  let at = 0;
  return text.split(/[ \n]/u).flatMap((word) => {
    const start = at;
    at += word.length + 1;
    return word === "" ? [] : { text: word, levels: levels.slice(start, at - 1), levelBefore: levels[start - 1] ?? 0 };
  });
}

/** Replaces each letter that no font has. */
function withBoxes(text: string): string {
  const missing = new Set(lettersWithoutFont(text));
  return missing.size === 0 ? text : Array.from(text, (letter) => (missing.has(letter) ? "□" : letter)).join("");
}

/** Places the runs side by side, from left to right. */
function placedRuns(words: readonly Word[], space: number): PlacedRun[] {
  const parts = words.flatMap(({ runs, levelBefore }, at) => [
    ...(at === 0 ? [] : [{ level: levelBefore, width: space, run: null }]),
    ...runs.map((run) => ({ level: run.level, width: run.width, run })),
  ]);
  let left = 0;
  return fromLeftToRight(parts).flatMap(({ width, run }) => {
    const at = left;
    left += width;
    return run ? { ...run, left: at } : [];
  });
}

function shapedWord({ text, levels, levelBefore }: Piece, weight: Weight): Word {
  const parts = partsOf(text, levels, weight);
  const runs = parts.map(({ face, text: part, level }, at) => {
    const glyphs = face.shape(part, level % 2 === 1);
    const width = sum(glyphs.map(({ advance }) => advance));
    return { face, glyphs, text: part, level, width, endsWord: at === parts.length - 1 };
  });
  return { runs, width: sum(runs.map(({ width }) => width)), levelBefore };
}

type Part = { face: Typeface; text: string; level: number };

function partsOf(text: string, levels: readonly number[], weight: Weight): Part[] {
  // Most texts.
  if (levels.length === 0 && isInOwnFonts(text))
    return banglaAndLatin(text).map((part) => ({ text: part, level: 0, face: faceOf(part, weight) }));
  const parts: Part[] = [];
  let at = 0;
  for (const letter of text) {
    const level = levels[at] ?? 0;
    at += letter.length;
    if (ordering.test(letter)) continue;
    const last = parts.at(-1);
    const face = last && staysIn(last.face, letter) ? last.face : faceOf(letter, weight);
    if (last?.face === face && last.level === level) last.text += letter;
    else parts.push({ face, text: letter, level });
  }
  return parts;
}

/** Marks that only say in which order text is written. They have no picture. */
const ordering = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Marks and signs are of the same font as the letters before them, if it has them. */
const staysIn = (face: Typeface, letter: string) => letter > "~" && !isLetter.test(letter) && face.has(letter);
const isLetter = /[\p{L}\p{N}]/u;

function faceOf(letter: string, weight: Weight): Typeface {
  if (hasBangla(letter)) return faces[weight].bangla;
  const name = isInOwnFonts(letter) ? null : fontOfLetter(letter);
  return name === null ? faces[weight].latin : scriptFace(name, weight);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const letters = new Intl.Segmenter("bn", { granularity: "grapheme" });
const wordsWithoutSpaces = new Intl.Segmenter("th", { granularity: "word" });

function fitting(piece: Piece, weight: Weight, across: number): Word[] {
  const whole = shapedWord(piece, weight);
  if (whole.width <= across) return [whole];
  const parts: { text: string; from: number }[] = [{ text: "", from: 0 }];
  for (const { segment, index } of breakable(piece.text)) {
    const last = parts.at(-1);
    const longer = last && { text: last.text + segment, from: last.from };
    if (longer && shapedWord(within(piece, longer), weight).width <= across) parts[parts.length - 1] = longer;
    else parts.push({ text: segment, from: index });
  }
  return parts.map((part) => shapedWord(within(piece, part), weight));
}

/** Letters, and words of scripts without spaces. */
const breakable = (text: string) =>
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(text)
    ? Array.from(wordsWithoutSpaces.segment(text))
    : Array.from(letters.segment(text));

const within = ({ levels, levelBefore }: Piece, { text, from }: { text: string; from: number }): Piece => ({
  text,
  levels: levels.slice(from, from + text.length),
  levelBefore: from === 0 ? levelBefore : (levels[from] ?? 0),
});

const spaceOf = (weight: Weight): number =>
  faces[weight].latin.width(faces[weight].latin.shape(" ", false)[0]?.id ?? 0);
