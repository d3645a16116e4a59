import { z } from "zod";
import { dayMs } from "../durations.ts";
import { emailAddress } from "../accounts/email.ts";
import type { FieldProblem } from "../errors.ts";
import { checkInput, optionalParagraph, requiredText } from "../fields.ts";
import { inLatinDigits } from "../latin-digits.ts";
import { nameMatchesExactly } from "../names/compare-names.ts";
import type { CandidateRecord } from "../records/candidate-record.ts";
import { canonicalNumber } from "../records/numbers.ts";

/**
 * `none`: the record has neither a card nor a holder's page. `offered`: a card waits to be used. `bound`: the holder has
 * the page.
 */
export const holderStates = ["none", "offered", "bound"] as const;
export type HolderState = (typeof holderStates)[number];

export const linkLifetimeMs = 14 * dayMs;
/** A new link for a bound record works only after this time. Until then the present holder may refuse to be replaced. */
export const takeOverAfterMs = 3 * dayMs;
export const holderSessionMs = 30 * 60_000;

const pinText = requiredText(40).transform((typed) => inLatinDigits(typed).replaceAll(/\s/g, ""));

const newPin = pinText
  .refine((pin) => /^\d{6}$/.test(pin), { error: "pin-format" satisfies FieldProblem, abort: true })
  .refine((pin) => !isEasy(pin), { error: "pin-easy" satisfies FieldProblem });

/** True if the PIN repeats one digit, or counts up or down by one. */
function isEasy(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]));
  return new Set(steps).size === 1 && Math.abs(steps[0] ?? 0) <= 1;
}

const bindingSchema = z
  .object({ card: requiredText(60), fact: requiredText(200), pin: newPin, pin2: pinText })
  .refine(({ pin, pin2 }) => pin === pin2, { path: ["pin2"], error: "pin-differs" satisfies FieldProblem });

/** Validates the form on which a holder uses a card. */
export const parseBinding = (form: unknown): z.output<typeof bindingSchema> => checkInput(bindingSchema, form);

const pinSchema = z.object({ pin: pinText });
export const parsePin = (form: unknown): string => checkInput(pinSchema, form).pin;

const reason = optionalParagraph(500).default("");

const offerSchema = z.object({
  reason,
  /** When the link that the page showed was made. */
  seen: z.string().optional(),
  email: z.preprocess((typed) => (typed === "" ? undefined : typed), emailAddress.optional()),
});

/** Validates the form on which staff make a link. */
export const parseOffer = (form: unknown): z.output<typeof offerSchema> => checkInput(offerSchema, form);

export const parseReason = (form: unknown): string => checkInput(z.object({ reason }), form).reason;

type HolderFacts = Pick<CandidateRecord, "fatherName" | "motherName" | "passportNumber">;

/**
 * True if the person knows a fact that is not on the card: a parent's name, or the passport number if the record has no
 * parent.
 */
export function knowsHolder(fact: string, { fatherName, motherName, passportNumber }: HolderFacts): boolean {
  const parents = [fatherName, motherName].filter((name) => name !== "");
  if (parents.length > 0) return parents.some((name) => nameMatchesExactly(fact, name));
  return passportNumber !== "" && canonicalNumber(fact) === passportNumber;
}
