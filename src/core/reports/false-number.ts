import { z } from "zod";
import { checkInput, dateText, requiredText } from "../fields.ts";
import { laterDay } from "../office-clock.ts";
import { type Decoded, shape, text } from "../stored/decoders.ts";

/** How long a mark lasts at most, and unless somebody chooses another day. */
export const longestMarkDays = 366;
const usualMarkDays = 183;

/** The day until which a mark lasts that is made today, that day included. */
export const usualEnd = (today: string): string => laterDay(today, usualMarkDays);
export const latestEnd = (today: string): string => laterDay(today, longestMarkDays - 1);

const markSchema = (today: string) =>
  z.object({
    number: requiredText(100),
    reason: requiredText(200),
    until: dateText
      .refine((day) => day >= today, { error: "day-passed" })
      .refine((day) => day <= latestEnd(today), { error: "day-too-far" }),
  });

/** A number that stands on false papers, as staff typed it. */
export type FalseNumber = z.output<ReturnType<typeof markSchema>>;

/** `today`: the day of the office. */
export const parseFalseNumber = (input: unknown, today: string): FalseNumber => checkInput(markSchema(today), input);

/** `counted` is the spelling by which lookups count a number. */
export const storedFalseNumber = shape({ number: text, counted: text, reason: text, until: text, by: text }, "1.2");
export type StoredFalseNumber = Decoded<typeof storedFalseNumber>;
