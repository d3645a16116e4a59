import { z } from "zod";
import { checkInput } from "../fields.ts";
import { numberIn } from "./numbers.ts";

const maxNumbers = 500;

/** `canonical` is null if the typed text cannot be a number. */
export type ListedNumber = { typed: string; canonical: string | null };

const listSchema = z.object({
  numbers: z
    .string({ error: (issue) => (issue.input === undefined ? "required" : "not-text") })
    .max(100_000, { error: "too-many-numbers" })
    .transform(numbersIn)
    .refine((numbers) => numbers.length > 0, { error: "required" })
    .refine((numbers) => numbers.length <= maxNumbers, { error: "too-many-numbers" }),
});

/**
 * Parses a list that is separated by line ends, commas, semicolons or tabs. Keeps each number once, as it was typed first.
 */
export const parseNumberList = (input: unknown): ListedNumber[] => checkInput(listSchema, input).numbers;

function numbersIn(text: string): ListedNumber[] {
  const listed = new Map<string, ListedNumber>();
  for (const part of text.split(/[\n\r,;\t،]+/)) {
    const typed = part.trim();
    if (typed === "") continue;
    const canonical = numberIn(typed);
    const key = canonical ?? typed;
    if (!listed.has(key)) listed.set(key, { typed, canonical });
  }
  return [...listed.values()];
}
