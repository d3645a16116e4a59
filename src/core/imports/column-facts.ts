import type { FieldProblem } from "../errors.ts";
import { inLatinDigits } from "../latin-digits.ts";
import { looksLikeIrcc, recordNumber } from "../records/numbers.ts";
import { documentNumberIn, saidIn } from "./cell-text.ts";
import { type DayOrder, numbersOfDay } from "./read-day.ts";
import { givenFirst, isInPlace } from "./given-first.ts";
import type { Cell } from "./table.ts";

/** What the cells of one column have in common. Each is a number of cells. */
export type ColumnFacts = {
  filled: number;
  /** Could be the number of a document. */
  numbers: number;
  passports: number;
  /** Numbers as long as those of passports are. */
  usual: number;
  irccs: number;
  /** Could be numbers at IRCC: such numbers without letters are also those of others. */
  irccLike: number;
  /** Days whose year has two digits, and those of them in which it is no likely year of a last day. */
  shortYears: number;
  unlikelyYears: number;
  lettered: number;
  /** Numbers of digits alone. */
  bare: number;
  /** One to three letters, or a few digits, as before the number of a passport. */
  series: number;
  /** Letters for women and men. */
  sexes: number;
  /** Two names with a comma between them. */
  commas: number;
  /** A comma before a place or a number. */
  inPlaces: number;
  dayFirst: number;
  monthFirst: number;
  /** Days that could be read in both orders. */
  eitherOrder: number;
  /** How many cells have digits alone, by their number. Shorter ones count something. */
  lengths: Map<number, number>;
  /** How many numbers have their letters and digits in these places: A1234567 is one of A9999999. */
  shapes: Map<string, number>;
  /** Numbers that a cell above has as well, and the first ones of all, by which they are told. */
  repeated: number;
  seen: Set<string>;
};

export const newFacts = (): ColumnFacts => ({
  filled: 0,
  numbers: 0,
  passports: 0,
  usual: 0,
  irccs: 0,
  irccLike: 0,
  shortYears: 0,
  unlikelyYears: 0,
  lettered: 0,
  bare: 0,
  series: 0,
  sexes: 0,
  commas: 0,
  inPlaces: 0,
  dayFirst: 0,
  monthFirst: 0,
  eitherOrder: 0,
  lengths: new Map(),
  shapes: new Map(),
  repeated: 0,
  seen: new Set(),
});

const looksLikePassport = /^[A-Z]{1,2}\d{6,8}[A-Z]?$/;
/** With a letter, it is a number of IRCC and of nothing else. */
const isOfIrcc = /^(?:W\d{7,}|[A-Z]\d{9})$/;

/** True for the letters before the digits of a passport number. Some countries have digits there. */
export const isSeries = (text: string): boolean => /^(?:[A-Z]{1,3}|\d{2,4})$/i.test(inLatinDigits(text));

/** Adds what a cell says to the facts of its column. */
export function noteCell(facts: ColumnFacts, cell: Cell | undefined): void {
  const text = saidIn(cell);
  if (text === "" || cell === undefined) return;
  facts.filled += 1;
  if (/\p{L}/u.test(text) && !isDayInWords(text) && !isNoWord.test(text)) facts.lettered += 1;
  const number =
    /\p{Nd}/u.test(text) && !isDayInNumbers.test(inLatinDigits(text)) ? recordNumber(documentNumberIn(text)) : null;
  if (number !== null) facts.numbers += 1;
  if (number !== null) noteSeen(facts, number);
  if (/^\d+$/.test(number ?? "")) facts.bare += 1;
  if (text.length <= 4 && isSeries(text)) facts.series += 1;
  if (text.length === 1 && /^[MF]$/i.test(text)) facts.sexes += 1;
  if (givenFirst(text) !== null) facts.commas += 1;
  if (isInPlace(text)) facts.inPlaces += 1;
  if (isUsualLength(number ?? "")) facts.usual += 1;
  if (looksLikePassport.test(number ?? "")) facts.passports += 1;
  if (isOfIrcc.test(number ?? "")) facts.irccs += 1;
  if (looksLikeIrcc(number ?? "")) facts.irccLike += 1;
  if (typeof cell === "string") noteDay(facts, text);
  const digits = typeof cell !== "string" && "number" in cell ? inLatinDigits(cell.number) : (number ?? "");
  if (/^\d{4,}$/.test(digits)) tally(facts.lengths, digits.length);
  if (number !== null && number.length <= mostOfShape) tally(facts.shapes, shapeOf(number));
}

/** More are not kept: of so many different numbers, none stands for all. */
const mostSeen = 2000;
function noteSeen(facts: ColumnFacts, number: string): void {
  if (facts.seen.has(number)) facts.repeated += 1;
  else if (facts.seen.size < mostSeen) facts.seen.add(number);
}

/** "21-10-2024" is no number of a document. */
const isDayInNumbers = /^\d{1,4}([-./])\d{1,2}\1\d{1,4}$/;

/** A telephone number that a spreadsheet made an amount, and the address of a mailbox: their letters are no words. */
const isNoWord = /^[\d.,]+e\+?\d+$|@/i;

/** "12-Mar-2027": its letters are no words. */
const isDayInWords = (text: string) => /^\p{Nd}{1,2}[\s./-]*[\p{L}\p{M}]+[\s./,-]*\p{Nd}{2,4}$/u.test(text);

const mostOfShape = 12;
const shapeOf = (number: string) => number.replaceAll(/[A-Z]/g, "A").replaceAll(/\d/g, "9");

function tally<Key>(counted: Map<Key, number>, key: Key, more = 1): void {
  counted.set(key, (counted.get(key) ?? 0) + more);
}

function noteDay(facts: ColumnFacts, text: string): void {
  const { order = null, shortYear = null } = numbersOfDay(text) ?? {};
  if (shortYear !== null) facts.shortYears += 1;
  if (shortYear !== null && (shortYear < 20 || shortYear > 45)) facts.unlikelyYears += 1;
  if (order === "day-first") facts.dayFirst += 1;
  if (order === "month-first") facts.monthFirst += 1;
  if (order === "either") facts.eitherOrder += 1;
}

type Counts = Omit<ColumnFacts, "lengths" | "shapes" | "seen">;
const notCounted = ["lengths", "shapes", "seen"];
const counts = Object.keys(newFacts()).filter((name): name is keyof Counts => !notCounted.includes(name));

/** Adds what another sheet says about the same column. */
export function addFacts(sum: ColumnFacts, more: ColumnFacts): void {
  for (const name of counts) sum[name] += more[name];
  for (const [length, cells] of more.lengths) tally(sum.lengths, length, cells);
  for (const [shape, cells] of more.shapes) tally(sum.shapes, shape, cells);
}

/** The facts of a column without its cells above and in the headings. */
export function factsWithout(facts: ColumnFacts, cells: readonly (Cell | undefined)[]): ColumnFacts {
  const above = newFacts();
  for (const cell of cells) noteCell(above, cell);
  return { ...facts, ...Object.fromEntries(counts.map((name) => [name, facts[name] - above[name]])) };
}

/** A few slips of the pen do not change the order of a column. */
const slips = 0.1;

/** Null if the column has days that could be read in both orders, and nothing tells which is meant. */
export function dayOrderOf({ dayFirst, monthFirst, eitherOrder, ...years }: ColumnFacts): DayOrder | null {
  if (years.unlikelyYears > slips * years.shortYears) return "year-first";
  if (dayFirst === 0 && monthFirst === 0) return eitherOrder === 0 ? "day-first" : null;
  if (Math.min(dayFirst, monthFirst) > slips * Math.max(dayFirst, monthFirst)) return "both";
  return dayFirst > monthFirst ? "day-first" : "month-first";
}

const fewest = 4;

/** Passports have numbers of at most nine characters (ICAO 9303). Where some have more, they begin with a letter. */
const [shortest, longest] = [6, 9];
const isUsualLength = (number: string): boolean => number.length >= shortest && number.length <= longest;
const isLettered = ([shape]: readonly [string, number]) => shape.startsWith("A") && shape.length === longest + 1;

/** Fewer numbers do not tell what is usual. */
const fewestOfUsual = 20;
/** So many numbers of a length or shape are no slips of the pen. */
const isOften = (cells: number, all: number) => cells >= 2 && cells >= Math.min(20, 0.05 * all);
const lettersWithin = /9A+9/;

/** What nearly all passport numbers of a column look like. Others are cut off, mistyped, or numbers of something else. */
export type UsualNumbers = { lengths: readonly number[]; shapes: readonly string[] };

/** Null if the numbers of a column do not tell. If many have a shape of their own, only the lengths tell. */
export function usualNumbers({ usual, numbers, shapes }: ColumnFacts): UsualNumbers | null {
  if (numbers < fewestOfUsual || usual < 0.8 * numbers) return null;
  const byLength = Map.groupBy(shapes, ([shape]) => shape.length);
  const often = [...byLength].filter(
    ([length, all]) => length >= shortest && isOften(sumOf(length > longest ? all.filter(isLettered) : all), numbers),
  );
  const among = often.flatMap(([, all]) => all);
  const known = among.filter(([shape, cells]) => (lettersWithin.test(shape) ? isOften(cells, numbers) : cells >= 2));
  const areAlike = sumOf(known) >= 0.9 * sumOf(among);
  return { lengths: often.map(([length]) => length), shapes: areAlike ? known.map(([shape]) => shape) : [] };
}

const sumOf = (cells: readonly (readonly [unknown, number])[]) => cells.reduce((sum, [, more]) => sum + more, 0);

/** What is unusual about a passport number, beside the others of its column. */
export function unusualIn({ lengths, shapes }: UsualNumbers, typed: string): FieldProblem | null {
  const number = recordNumber(typed);
  if (number === null || lengths.length === 0) return null;
  if (!lengths.includes(number.length)) return number.length > Math.max(...lengths) ? "number-long" : "number-short";
  if (number.length > longest && !/^[A-Z]/.test(number)) return "number-long";
  // Passports of several countries have letters in different places.
  if (shapes.length > 2 && looksLikePassport.test(number)) return null;
  return shapes.length === 0 || shapes.includes(shapeOf(number)) ? null : "number-letters";
}

/**
 * The length that most numbers of a column have: none of these can have lost a zero at its beginning. Shorter ones may have,
 * and longer ones are numbers of something else. Null if there is no such length.
 */
export function commonLength({ lengths }: ColumnFacts): number | null {
  const [[length, cells] = [0, 0], ...others] = [...lengths].toSorted(([, one], [, other]) => other - one);
  const [shorter, longer] = [
    sumOf(others.filter(([more]) => more < length)),
    sumOf(others.filter(([more]) => more > length)),
  ];
  return length >= 7 && length <= 15 && cells >= Math.max(fewest, 3 * shorter, 19 * longer) ? length : null;
}

const share = (count: number, { filled }: ColumnFacts) => (filled === 0 ? 0 : count / filled);

/** True if nearly all cells look like the numbers of passports, or like those of IRCC. */
export const isPassports = (facts: ColumnFacts): boolean => share(facts.passports, facts) >= 0.8;
/** True if nearly all cells are as long as the numbers of passports. */
export const areUsual = (facts: ColumnFacts): boolean => share(facts.usual, facts) >= 0.8;
export const isIrccLike = (facts: ColumnFacts): boolean => share(facts.irccLike, facts) >= 0.8;
export const isIrccs = (facts: ColumnFacts): boolean => share(facts.irccs, facts) >= 0.8;
/** True if nearly all cells look like the letters before the digits of passport numbers. */
export const isOfSeries = (facts: ColumnFacts): boolean =>
  share(facts.series, facts) >= 0.8 && share(facts.sexes, facts) < 0.8;
/** True if the numbers have digits alone: their letters may be elsewhere. */
export const areBare = ({ numbers, bare }: ColumnFacts): boolean => numbers > 0 && bare >= 0.8 * numbers;
export const areNumbers = (facts: ColumnFacts): boolean => share(facts.numbers, facts) >= 0.8;
/** True for numbers that are hardly ever the same for two people. That of a visa for many people is. */
export const areOfOne = ({ numbers, repeated }: ColumnFacts): boolean => repeated <= 0.05 * numbers;
/** True for numbers that follow each other, such as those that an agency gives to people. */
export const areInARow = ({ seen }: ColumnFacts): boolean => {
  const counted = [...seen].map((number) => number.replaceAll(/\D/g, "")).filter((digits) => digits.length <= 15);
  const all = new Set(counted.map(Number));
  return counted.filter((digits) => all.has(Number(digits) + 1)).length >= 0.3 * counted.length;
};
/** True for numbers that are too long to count something. */
export const areLong = (facts: ColumnFacts): boolean =>
  areNumbers(facts) && sumOf([...facts.lengths].filter(([length]) => length >= 8)) >= 0.8 * facts.filled;
/** True for numbers with letters, such as those of applications. Those of an agency are shorter: "L-3381". */
export const areLettered = (facts: ColumnFacts): boolean =>
  areNumbers(facts) &&
  share(facts.lettered, facts) >= 0.8 &&
  sumOf([...facts.shapes].filter(([shape]) => shape.length < shortest)) <= 0.2 * facts.filled;
/** True for names of places and the like. */
export const isWordy = (facts: ColumnFacts): boolean => facts.filled >= fewest && share(facts.lettered, facts) >= 0.6;
/** An empty column holds what its heading says. */
export const holdsNumbers = (facts: ColumnFacts): boolean => facts.filled === 0 || share(facts.numbers, facts) >= 0.5;
export const holdsWords = (facts: ColumnFacts): boolean => facts.filled < fewest || share(facts.lettered, facts) >= 0.2;
