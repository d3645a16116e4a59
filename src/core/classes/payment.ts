import { z } from "zod";
import { checkInput, dateText, optionalText, requiredText, wholeNumber } from "../fields.ts";
import { highestAmount } from "./training-class.ts";

export const paymentMethods = ["cash", "bank", "mobile", "card", "other"] as const;

const paymentSchema = z.object({
  /** In the smallest unit of the currency of the enrolment. */
  amount: wholeNumber(1, highestAmount),
  paidOn: dateText,
  method: z.enum(paymentMethods, { error: "unknown-choice" }),
  /** What the bank or the telephone company calls it. */
  reference: optionalText(200).default(""),
});

/** What an admin writes down of a payment. */
export type PaymentFacts = z.output<typeof paymentSchema>;

export const parsePayment = (input: unknown): PaymentFacts => checkInput(paymentSchema, input);

export type Payment = PaymentFacts & {
  id: string;
  /** Given once, and to nobody else ever after. */
  receipt: string;
  currency: string;
  recordedAt: number;
  /** It was written down by mistake, and counts no more. */
  voidedAt: number | null;
};

const voidSchema = z.object({ reason: requiredText(500) });

export const parseVoid = (input: unknown): { reason: string } => checkInput(voidSchema, input);

/** "000042": all of one length, for as long as a million lasts. */
export const receiptNumber = (count: number): string => String(count).padStart(6, "0");
