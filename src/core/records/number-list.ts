import { z } from "zod";
import { checkInput } from "../fields.ts";
import { inLatinDigits } from "../latin-digits.ts";
import { nameWords } from "./names.ts";
import { numberIn } from "./number-in-text.ts";
import { irccNumber, type SecondNumber } from "./second-number.ts";

const maxNumbers = 500;

/** `canonical` is null if the typed text cannot be a number. `name` is "" if none is beside the number. */
export type ListedNumber = { typed: string; canonical: string | null; name: string };

type Sought = Pick<SecondNumber, "form" | "labels">;

const listSchema = (second: Sought) =>
  z.object({
    numbers: z
      .string({ error: (issue) => (issue.input === undefined ? "required" : "not-text") })
      .max(100_000, { error: "too-many-numbers" })
      .transform((text) => numbersIn(text, second))
      .refine((numbers) => numbers.length > 0, { error: "required" })
      .refine((numbers) => numbers.length <= maxNumbers, { error: "too-many-numbers" }),
  });

/**
 * Parses a list that is separated by line ends, commas, semicolons or tabs. A line with one or two numbers is a person: its
 * words are the name. Keeps each number once, as it was typed first.
 */
export const parseNumberList = (input: unknown, second: Sought = irccNumber): ListedNumber[] =>
  checkInput(listSchema(second), input).numbers;

function numbersIn(text: string, second: Sought): ListedNumber[] {
  const listed = new Map<string, ListedNumber>();
  for (const one of text.split(/[\n\r]+/).flatMap((line) => numbersOfLine(line, second))) {
    const key = one.canonical ?? one.typed;
    if (!listed.has(key)) listed.set(key, one);
  }
  return [...listed.values()];
}

function numbersOfLine(line: string, second: Sought): ListedNumber[] {
  const typed = line.split(/[,;\t،]+/).map((part) => part.trim());
  const all = typed.filter((part) => part !== "").map((cell) => cellOf(cell, second));
  const others = all.some(isDocument) ? all.filter((cell) => cell.canonical !== null && !isDocument(cell)) : [];
  const cells = all.filter((cell) => !others.includes(cell));
  const name = nameIn(cells);
  const numbers = cells.filter(({ canonical }) => canonical !== null);
  const long = numbers.filter(({ canonical }) => !/^\d{4,5}$/.test(canonical ?? ""));
  // A short number beside a longer one and a name counts the lines.
  const ofPerson = name !== "" && long.length > 0 ? long : numbers;
  const isPerson = ofPerson.length === 1 || (ofPerson.length === 2 && name !== "");
  return isPerson ? ofPerson.map((number) => ({ ...number, name: number.name || name })) : cells;
}

/** Reads "A12345678 Rahim Uddin", too. A last group of one or two letters belongs to the number. */
function cellOf(typed: string, second: Sought): ListedNumber {
  const [, number = "", name = ""] = (typed.length <= 200 && /^(.*\p{Nd}\S*)\s+(\P{Nd}+)$/u.exec(typed)) || [];
  const canonical = /[\p{L}\p{M}]{3}/u.test(name) ? numberIn(number, second) : null;
  return canonical === null
    ? { typed, canonical: numberIn(typed, second), name: "" }
    : { typed: number, canonical, name };
}

const date =
  /^(?:\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./ ]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-./ ]*\d{2,4})$/i;

/** False for dates, phone numbers and addresses, which can be read as numbers of documents, too. */
const isDocument = ({ typed, canonical }: ListedNumber): boolean =>
  canonical !== null &&
  !date.test(inLatinDigits(typed)) &&
  !typed.startsWith("+") &&
  !/^0\d{9}$|^\d{11,}$|[A-Z]{4}/.test(canonical);

/** Takes words until there are two, because family and given names may be in two columns. Then come other things. */
function nameIn(cells: readonly ListedNumber[]): string {
  const words = cells.filter(({ typed, canonical }) => canonical === null && /\p{L}/u.test(typed));
  const [first, second] = words.map(({ typed }) => typed);
  if (first === undefined) return "";
  return second === undefined || nameWords(first).length > 1 ? first : `${first} ${second}`;
}
