import { z } from "zod";
import { checkInput } from "../fields.ts";
import { numberIn } from "./numbers.ts";

const maxNumbers = 500;

/** `canonical` is null if the typed text cannot be a number. `name` is "" if none is beside the number. */
export type ListedNumber = { typed: string; canonical: string | null; name: string };

const listSchema = z.object({
  numbers: z
    .string({ error: (issue) => (issue.input === undefined ? "required" : "not-text") })
    .max(100_000, { error: "too-many-numbers" })
    .transform(numbersIn)
    .refine((numbers) => numbers.length > 0, { error: "required" })
    .refine((numbers) => numbers.length <= maxNumbers, { error: "too-many-numbers" }),
});

/**
 * Parses a list that is separated by line ends, commas, semicolons or tabs. What is beside the only number of a line is its
 * name. Keeps each number once, as it was typed first.
 */
export const parseNumberList = (input: unknown): ListedNumber[] => checkInput(listSchema, input).numbers;

function numbersIn(text: string): ListedNumber[] {
  const listed = new Map<string, ListedNumber>();
  for (const one of text.split(/[\n\r]+/).flatMap(numbersOfLine)) {
    const key = one.canonical ?? one.typed;
    if (!listed.has(key)) listed.set(key, one);
  }
  return [...listed.values()];
}

function numbersOfLine(line: string): ListedNumber[] {
  const parts = line
    .split(/[,;\t،]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const listed = parts.map((typed) => ({ typed, canonical: numberIn(typed), name: "" }));
  const [only, another] = listed.filter(({ canonical }) => canonical !== null);
  if (!only || another) return listed;
  const beside = listed.filter((one) => one !== only && /\p{L}/u.test(one.typed)).map(({ typed }) => typed);
  return [{ ...only, name: beside.join(" ") }];
}
