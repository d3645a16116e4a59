import { z } from "zod";
import { checkInput, optionalText, requiredParagraph, requiredText } from "../fields.ts";
import { clearAlphabet } from "../holders/codes.ts";
import { languages } from "../settings/languages.ts";
import { type Decoded, listOf, number, oneOf, optional, shape, text, withDefault } from "../stored/decoders.ts";
import { canonicalEmail } from "../accounts/email.ts";

/** Of somebody who holds a paper, and may be about to pay for it: staff read these first. */
export const urgentKinds = ["differs", "money"] as const;

/** A mistake in a record, the removal of a record, or anything else. */
const otherKinds = ["mistake", "removal", "other"] as const;

export const reportKinds = [...urgentKinds, ...otherKinds] as const;
export type ReportKind = (typeof reportKinds)[number];
export type UrgentKind = (typeof urgentKinds)[number];

export const isUrgent = (kind: string): kind is UrgentKind => urgentKinds.some((one) => one === kind);

const reportSchema = z.object({
  kind: z.enum(reportKinds, { error: "unknown-choice" }),
  /**
   * The number or name that the report is about, as typed. The site never looks it up for the person who writes the report.
   */
  about: requiredText(200),
  message: requiredParagraph(3000),
  /** A telephone number or address. Empty if the person needs no answer. */
  contact: optionalText(200).default(""),
});

export type Report = z.output<typeof reportSchema>;

export const parseReport = (input: unknown): Report => checkInput(reportSchema, input);

const holderReportSchema = reportSchema
  .pick({ message: true })
  .extend({ kind: z.enum(otherKinds, { error: "unknown-choice" }) });

/** Validates a report from a holder's page. The holder does not have to name the record. */
export const parseHolderReport = (input: unknown): z.output<typeof holderReportSchema> =>
  checkInput(holderReportSchema, input);

/**
 * The report as it was received, and what staff have written since. An urgent kind is in a column of its own, which sorts:
 * programs of 1.1, which do not know it, show such a report as `other`.
 */
export const storedReport = shape({
  kind: oneOf(...otherKinds),
  about: text,
  message: text,
  contact: text,
  /** The language of the page on which the report was written. The answer uses it. */
  language: optional(oneOf(...languages)),
  /** Set if the report was written on the holder's page, where the holder reads the answer. */
  isFromHolder: optional(oneOf(true)),
  answers: withDefault([], listOf(shape({ text, at: number, by: text }))),
  /** The result of the report. Empty while the report is open. */
  outcome: withDefault("", text),
});
export type StoredReport = Decoded<typeof storedReport>;

export type ReceivedReport = Omit<StoredReport, "kind"> & {
  kind: ReportKind;
  id: string;
  reference: string;
  receivedAt: number;
  closedAt: number | null;
  closedBy: string | null;
};

const answerSchema = z.object({ answer: requiredParagraph(3000) });
const outcomeSchema = z.object({ outcome: requiredParagraph(1000) });

export const parseAnswer = (input: unknown): string => checkInput(answerSchema, input).answer;
export const parseOutcome = (input: unknown): string => checkInput(outcomeSchema, input).outcome;

/** Returns the address for a mailed answer, if the contact is a mail address and nothing else. */
export const mailAddressOf = ({ contact }: Pick<Report, "contact">): string | null => canonicalEmail(contact);

/** Returns the reference of a report for the person who wrote it, made from random bytes: "R-7K3F-9Q2M". */
export function referenceOf(bytes: Uint8Array): string {
  const signs = [...bytes].slice(0, 8).map((byte) => clearAlphabet[byte % clearAlphabet.length]);
  return `R-${signs.slice(0, 4).join("")}-${signs.slice(4).join("")}`;
}

export const isReference = (typed: string): boolean =>
  new RegExp(`^R-[${clearAlphabet}]{4}-[${clearAlphabet}]{4}$`).test(typed);
