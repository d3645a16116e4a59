import { failedMrzChecks, mrzCheckDigit, type MrzName, mrzName, mrzNumber } from "#core/records/mrz.ts";
import { findPatches } from "./find-patches.ts";
import { type Cell, findLinePairs } from "./find-lines.ts";
import type { GrayPicture } from "./gray-picture.ts";
import { clearScore, type Guess, type ReadLine, readLines, type ReadLines } from "./read-lines.ts";
import type { Weights } from "./character-network.ts";

/** What was read, and where; null is what a person has to read. */
export type PassportReading = {
  number: string | null;
  name: MrzName | null;
  numberAt: Cell[];
  nameAt: Cell[];
};

/** Two lines of something else are far below. */
const passportScore = -0.6;
/** No check digit covers the name, so each of its characters has to be as good as certain. */
const certain = 0.9;
const likely = 0.5;

/** Null if no machine-readable zone was found. */
export function readPassport(picture: GrayPicture, weights: Weights): PassportReading | null {
  let best: ReadLines | null = null;
  for (const pair of findLinePairs(findPatches(picture))) {
    const read = readLines({ picture, weights }, pair);
    if (read && (!best || read.score > best.score)) best = read;
    if (best && best.score > clearScore) break;
  }
  if (!best || best.score < passportScore) return null;
  const { upper, lower } = best;
  const nameEnd = textOf(upper).replace(/<+$/, "").length;
  return {
    number: readNumber(lower),
    name: readName(upper),
    numberAt: lower.cells.slice(0, 9),
    nameAt: upper.cells.slice(5, Math.max(7, nameEnd + 1)),
  };
}

const textOf = (line: ReadLine) => line.places.map(([first]) => first?.character ?? "<").join("");

const leastOf = (places: readonly Guess[][]) => Math.min(...places.map(([first]) => first?.probability ?? 0));

/** With its check digit; if that does not fit, with one character's second guess, if then the check over the whole line fits as well. */
function readNumber(line: ReadLine): string | null {
  const text = textOf(line);
  const places = line.places.slice(0, 10);
  if (places.some(checksAlike)) return null;
  const failed = failedMrzChecks(text);
  if (!failed.includes("number") && leastOf(places) >= likely) return mrzNumber(text);
  const mended = places.flatMap((guesses, place) =>
    guesses
      .slice(1)
      .filter(({ probability }) => probability > 0.02)
      .map(({ character }) => text.slice(0, place) + character + text.slice(place + 1))
      .filter((other) => failedMrzChecks(other).length === 0),
  );
  const [only, another] = failed.length === 0 ? [text] : mended;
  return only !== undefined && another === undefined ? mrzNumber(only) : null;
}

/** Whether it may be another character for which every check digit is the same, as with A, K and U. */
const checksAlike = ([first, ...others]: readonly Guess[]) =>
  first !== undefined &&
  others.some(
    ({ character, probability }) =>
      probability > 0.15 && mrzCheckDigit(character) === mrzCheckDigit(first.character) && character !== "<",
  );

function readName(line: ReadLine): MrzName | null {
  return leastOf(line.places.slice(5)) >= certain ? mrzName(textOf(line)) : null;
}
