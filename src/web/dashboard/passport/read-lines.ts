import { mrzCharactersAt, mrzLineLength } from "#core/records/mrz.ts";
import { characters, classify, noCharacter, type Weights } from "./character-network.ts";
import { cutCharacter } from "./cut-character.ts";
import type { Cell, LinePair } from "./find-lines.ts";
import type { GrayPicture } from "./gray-picture.ts";

/** One of the two lines: for each of its 44 places the possible characters, the most likely first. */
export type ReadLine = { places: Guess[][]; cells: Cell[] };
export type Guess = { character: string; probability: number };

/** `score` is the mean logarithm of the probabilities of the characters. */
export type ReadLines = { upper: ReadLine; lower: ReadLine; score: number };

/** The picture to read, and the weights of the network that reads it. */
export type ReaderInput = { picture: GrayPicture; weights: Weights };

/** A pair with a higher score than this needs no comparison with others. */
export const clearScore = -0.1;

/** Reads a pair of lines, upright or upside down. Null if there is no room for 44 characters. */
export function readLines(input: ReaderInput, pair: LinePair): ReadLines | null {
  const upright = bestWindows(input, isUpright(pair) ? pair : turned(pair));
  if (!upright) return null;
  const other = upright.score > clearScore ? null : bestWindows(input, isUpright(pair) ? turned(pair) : pair);
  const { upper, lower, score } = other && other.score > upright.score ? other : upright;
  return { upper: readLine(input, upper, 0), lower: readLine(input, lower, 1), score };
}

/** True if the lines run from left to right, as in most photos: that direction is tried first. */
const isUpright = ({ upper: [cell] }: LinePair) => cell !== undefined && cell.right.x > 0;

const turned = ({ upper, lower }: LinePair): LinePair => ({ upper: upsideDown(lower), lower: upsideDown(upper) });

const upsideDown = (cells: readonly Cell[]): Cell[] =>
  cells.toReversed().map(({ middle, right, down }) => ({ middle, right: opposite(right), down: opposite(down) }));
const opposite = ({ x, y }: { x: number; y: number }) => ({ x: -x, y: -y });

/** 44 cells, and the probabilities from the first look at each of them. */
type Window = { start: number; cells: Cell[]; seen: Float32Array[]; score: number };

/**
 * Returns the windows where both lines fit best. The lines begin one below the other, or one cell apart if the page is
 * seen at an angle.
 */
function bestWindows(input: ReaderInput, pair: LinePair) {
  const lowers = windowsIn(input, pair.lower, 1);
  const [best] = windowsIn(input, pair.upper, 0)
    .flatMap((upper) =>
      lowers.filter(({ start }) => Math.abs(start - upper.start) <= 1).map((lower) => ({ upper, lower })),
    )
    .map(({ upper, lower }) => ({ upper, lower, score: (upper.score + lower.score) / (2 * mrzLineLength) }))
    .toSorted((one, other) => other.score - one.score);
  return best;
}

/**
 * Scores each window of 44 cells: how well the cells fit the characters allowed at each place, with no characters
 * beside the window.
 */
function windowsIn(input: ReaderInput, cells: readonly Cell[], line: 0 | 1): Window[] {
  const seen = cells.map((cell) => look(input, cell, [0, 0]));
  const none = seen.map((shares) => Math.log(Math.max(0.01, shares[noCharacter] ?? 0)));
  const allowed = Array.from({ length: mrzLineLength }, (_, place) => indexesOf(mrzCharactersAt(line, place)));
  return Array.from({ length: Math.max(0, cells.length - mrzLineLength + 1) }, (_, start) => {
    let score = 0;
    for (let at = 0; at < cells.length; at++) {
      const shares = seen[at];
      const here = allowed[at - start]?.map((index) => shares?.[index] ?? 0);
      score += here ? Math.log(Math.max(1e-5, ...here)) : (none[at] ?? 0);
    }
    const end = start + mrzLineLength;
    return { start, cells: cells.slice(start, end), seen: seen.slice(start, end), score };
  });
}

const indexesOf = (text: string) => [...text].map((character) => characters.indexOf(character));

/** The offsets of further looks at a cell from its middle, in character widths. */
const looks = [
  [-0.08, 0.06],
  [0.08, -0.06],
] as const;

const readLine = (input: ReaderInput, { cells, seen }: Window, line: 0 | 1): ReadLine => ({
  cells,
  places: cells.map((cell, place) => {
    const first = seen[place];
    const all = [...(first ? [first] : []), ...looks.map((shift) => look(input, cell, shift))];
    return guessesAt(all, mrzCharactersAt(line, place));
  }),
});

function look(
  { picture, weights }: ReaderInput,
  { middle, right, down }: Cell,
  [u, v]: readonly [number, number],
): Float32Array {
  const moved = { x: middle.x + u * right.x + v * down.x, y: middle.y + u * right.y + v * down.y };
  return classify(cutCharacter(picture, { middle: moved, right, down }), weights);
}

/**
 * Probabilities are relative to the other allowed characters, not to an empty cell; but most looks must see a
 * character.
 */
function guessesAt(seen: readonly Float32Array[], allowed: string): Guess[] {
  const guesses = [...allowed].map((character) => {
    const index = characters.indexOf(character);
    return { character, probability: seen.reduce((sum, shares) => sum + (shares[index] ?? 0), 0) / seen.length };
  });
  const all = Math.max(
    0.5,
    guesses.reduce((sum, { probability }) => sum + probability, 0),
  );
  return guesses
    .map(({ character, probability }) => ({ character, probability: probability / all }))
    .toSorted((one, other) => other.probability - one.probability)
    .slice(0, 3);
}
