import { z } from "zod";
import { checkInput, dateText, optionalText, requiredText, wholeNumber } from "../fields.ts";
import { latestDay } from "../office-clock.ts";
import { highestAmount } from "./training-class.ts";

export const paymentMethods = ["cash", "bank", "mobile", "card", "other"] as const;

const paymentSchema = z.object({
  /** In the smallest unit of the enrolment's currency. */
  amount: wholeNumber(1, highestAmount),
  paidOn: dateText,
  method: z.enum(paymentMethods, { error: "unknown-choice" }),
  /** The reference that the bank or the telephone company gave the payment. */
  reference: optionalText(200).default(""),
});

export type PaymentFacts = z.output<typeof paymentSchema>;

/** Validates a payment. Its day must have begun in some time zone. */
export function parsePayment(input: unknown, now: number): PaymentFacts {
  const begun = dateText.refine((day) => day <= latestDay(now), { error: "day-to-come" });
  return checkInput(paymentSchema.extend({ paidOn: begun }), input);
}

export type Payment = PaymentFacts & {
  id: string;
  /** The receipt number. No number is given twice. */
  receipt: string;
  currency: string;
  recordedAt: number;
  /** When the payment was voided: it was recorded by mistake and no longer counts. Null if it counts. */
  voidedAt: number | null;
};

/** The price of a class for a student, in the smallest unit. */
export type Price = { fee: number; currency: string };

export const amountLeft = ({ fee, paid }: { fee: number; paid: number }): number => Math.max(0, fee - paid);

const voidSchema = z.object({ reason: requiredText(500) });

export const parseVoid = (input: unknown): { reason: string } => checkInput(voidSchema, input);

/** Such as "000042". All receipts have the same length until there are a million. */
export const receiptNumber = (count: number): string => String(count).padStart(6, "0");
