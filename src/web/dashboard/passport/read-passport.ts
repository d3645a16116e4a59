import { failedMrzChecks, mrzCheckDigit, type MrzName, mrzName, mrzNumber } from "#core/records/mrz.ts";
import { findPatches } from "./find-patches.ts";
import { type Cell, findLinePairs } from "./find-lines.ts";
import type { GrayPicture } from "./gray-picture.ts";
import { clearScore, type Guess, type ReadLine, readLines, type ReadLines } from "./read-lines.ts";
import type { Weights } from "./character-network.ts";

/** What was read, and in which cells. A value is null if a person has to read it. */
export type PassportReading = {
  number: string | null;
  name: MrzName | null;
  numberAt: Cell[];
  nameAt: Cell[];
};

/** Two lines of anything else score far lower. */
const passportScore = -0.6;
/** No check digit covers the name, so each of its characters must have at least this probability. */
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

const lowestProbability = (places: readonly Guess[][]) => Math.min(...places.map(([first]) => first?.probability ?? 0));

/**
 * Returns the number if its check digit fits. If not, replaces one character by its next guess, provided that all
 * checks of the line then fit. Null if the result is not unique.
 */
function readNumber(line: ReadLine): string | null {
  const text = textOf(line);
  const places = line.places.slice(0, 10);
  if (places.some(checksAlike)) return null;
  const failed = failedMrzChecks(text);
  if (!failed.includes("number") && lowestProbability(places) >= likely) return mrzNumber(text);
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

/** True if another likely character gives the same check digits, as with A, K and U. */
const checksAlike = ([first, ...others]: readonly Guess[]) =>
  first !== undefined &&
  others.some(
    ({ character, probability }) =>
      probability > 0.15 && mrzCheckDigit(character) === mrzCheckDigit(first.character) && character !== "<",
  );

function readName(line: ReadLine): MrzName | null {
  return lowestProbability(line.places.slice(5)) >= certain ? mrzName(textOf(line)) : null;
}
