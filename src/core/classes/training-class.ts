import { z } from "zod";
import { isCurrency } from "./money.ts";
import { checkInput, dateTimeText, requiredText, wholeNumber } from "../fields.ts";

const maxSeats = 10_000;
/** In the smallest unit of a currency. */
export const highestAmount = 1_000_000_000_000;

const currency = z.string({ error: "unknown-choice" }).refine(isCurrency, { error: "unknown-choice" });

const classSchema = z.object({
  title: requiredText(150),
  place: requiredText(200),
  /** The local time at the place of the class: "2026-03-31T18:30". */
  startsAt: dateTimeText,
  seats: wholeNumber(1, maxSeats),
  /** In the smallest unit: paisa, cents. */
  fee: wholeNumber(0, highestAmount),
  currency,
});

export type ClassFacts = z.output<typeof classSchema>;

export const parseClass = (input: unknown): ClassFacts => checkInput(classSchema, input);

/** Validates a new class. It must not have begun, because nobody could enrol. */
export function parseNewClass(input: unknown, clock: string): ClassFacts {
  const toCome = dateTimeText.refine((startsAt) => !hasBegun({ startsAt }, clock), { error: "start-past" });
  return checkInput(classSchema.extend({ startsAt: toCome }), input);
}

/** `clock` is the time in the office's zone, such as "2026-03-31T18:30". */
export const hasBegun = ({ startsAt }: Pick<ClassFacts, "startsAt">, clock: string): boolean => startsAt <= clock;

export type TrainingClass = ClassFacts & {
  id: string;
  /** The number of enrolled students. */
  taken: number;
  /** From this time on, nobody can enrol. Null while the class is open. */
  closedAt: number | null;
  addedAt: number;
  version: number;
};
