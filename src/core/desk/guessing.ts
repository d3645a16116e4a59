import { parseCode, shareCode } from "../holders/codes.ts";
import { guessedName } from "../names/compare-names.ts";
import { canonicalNumber, countedNumber, type NumberForm, secondSpelling } from "../records/numbers.ts";

/**
 * What an organisation asked on one day, with all its people and keys. Other names and misses count since an admin last let
 * it go on.
 */
export type Asked = {
  /** How many different numbers. */
  numbers: number;
  /** How often another name was given for a number that was asked about before. */
  otherNames: number;
  /** How many different pairs of a number and a name showed nothing. */
  misses: number;
};

/** Why an organisation is stopped. */
export const stopReasons = ["misses", "other-names"] as const;
export type StopReason = (typeof stopReasons)[number];

/** For all numbers together: whoever guesses the name of one number has this many tries, and one more. */
export const otherNamesADay = 10;
/** So many that an honest list whose misses come first by chance is not stopped: decision 0062. */
const freeMisses = 30;
const missesAllowed = 0.2;

export type Question = {
  number: string;
  /** The same for the same words in any order, with titles, and in any usual spelling. */
  name: string;
};

type Typed = { number: string; name: string; code: string };

/** Null if the text cannot be a number: no record has it, so it shows nothing to anybody and is not counted. */
export function questionOf(
  { number: typed, name, code }: Typed,
  isByCode: boolean,
  form: NumberForm = null,
): Question | null {
  const spelt = canonicalNumber(typed) ?? secondSpelling(typed, form);
  const words = guessedName(name);
  if (spelt === null) return null;
  // Another code for the same number and name is one more try.
  return { number: countedNumber(spelt), name: isByCode ? `${words}\n${parseCode(code, shareCode) ?? ""}` : words };
}

/** How many more names may be tried for numbers that were asked about before. */
export const otherNamesLeft = ({ otherNames }: Asked): number => Math.max(0, otherNamesADay - otherNames);

/** How many more questions may show nothing before the organisation is stopped. */
export const missesLeft = ({ numbers, misses }: Asked): number =>
  Math.max(0, Math.floor(Math.max(freeMisses, numbers * missesAllowed)) - misses);

/** True if so little is left that the page warns. */
export const isNearLimit = (asked: Asked): boolean => otherNamesLeft(asked) <= 3 || missesLeft(asked) <= 10;

/** True if more than a fifth of what was checked so far showed nothing, apart from the free misses. */
export const hasMissedTooOften = ({ numbers, misses }: Asked): boolean =>
  misses > Math.max(freeMisses, numbers * missesAllowed);

/** How a question is counted: the same question again counts nothing. */
export type QuestionKind = "first-name" | "other-name" | "repeated";

/** Does not depend on what is published, except for the count of misses. */
export const counted = (asked: Asked, kind: QuestionKind, isMiss: boolean): Asked => ({
  numbers: asked.numbers + (kind === "first-name" ? 1 : 0),
  otherNames: asked.otherNames + (kind === "other-name" ? 1 : 0),
  misses: asked.misses + (kind !== "repeated" && isMiss ? 1 : 0),
});
