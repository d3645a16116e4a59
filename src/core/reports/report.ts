import { z } from "zod";
import { checkInput, optionalText, requiredParagraph, requiredText } from "../fields.ts";
import { clearAlphabet } from "../holders/codes.ts";
import type { Language } from "../settings/languages.ts";
import { canonicalEmail } from "../staff/email.ts";

/** What a report is about: a mistake on a record, a record to be removed, or anything else. */
export const reportKinds = ["mistake", "removal", "other"] as const;
export type ReportKind = (typeof reportKinds)[number];

const reportSchema = z.object({
  kind: z.enum(reportKinds, { error: "unknown-choice" }),
  /** The number or name that it is about, as typed; it is never looked up for the one who writes. */
  about: requiredText(200),
  message: requiredParagraph(3000),
  /** A telephone number or address, if they want to be answered. */
  contact: optionalText(200).default(""),
});

export type Report = z.output<typeof reportSchema>;

export const parseReport = (input: unknown): Report => checkInput(reportSchema, input);

const holderReportSchema = reportSchema.pick({ kind: true, message: true });

/** Of the holder, who need not say which record it is about. */
export const parseHolderReport = (input: unknown): z.output<typeof holderReportSchema> =>
  checkInput(holderReportSchema, input);

export type ReportHandling = {
  answers: readonly { text: string; at: number; by: string }[];
  /** What came of it; "" while it is open. */
  outcome: string;
};

/** As it is kept. */
export type StoredReport = Report & {
  /** Of the page on which it was written, for its answer. */
  language?: Language;
  /** Written on the page of the record's holder, who reads the answer there. */
  isFromHolder?: true;
};

export type ReceivedReport = StoredReport &
  ReportHandling & {
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

/** Where an answer can be mailed to, if the contact is a mail address and nothing else. */
export const mailAddressOf = ({ contact }: Pick<Report, "contact">): string | null => canonicalEmail(contact);

/** What the person is given to name the report by, made of random bytes: "R-7K3F-9Q2M". */
export function referenceOf(bytes: Uint8Array): string {
  const signs = [...bytes].slice(0, 8).map((byte) => clearAlphabet[byte % clearAlphabet.length]);
  return `R-${signs.slice(0, 4).join("")}-${signs.slice(4).join("")}`;
}

export const isReference = (text: string): boolean =>
  new RegExp(`^R-[${clearAlphabet}]{4}-[${clearAlphabet}]{4}$`).test(text);
