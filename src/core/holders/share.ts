import { z } from "zod";
import type { FieldProblem } from "../errors.ts";
import { checkInput, optionalText } from "../fields.ts";
import { type DocumentKind, documentKinds } from "../records/document-kinds.ts";
import { nameWords } from "../records/names.ts";

/** For whom a share code is. Pictures say so; what the holder writes is never on them. */
export const shareAudiences = ["employer", "authority", "agency", "bank", "landlord", "other"] as const;
export type ShareAudience = (typeof shareAudiences)[number];

/** For how many days, and how often. */
export const shareDays = ["1", "3", "7", "14", "30", "60", "90"] as const;
export const shareUses = ["1", "3", "10", "30", "100"] as const;
export const mostShareCodes = 20;
const mostShareWords = 40;

/**
 * Letters, digits and what stands between words: no links, no markup, nothing that turns the direction of writing, no marks in piles
 * that cover the lines above.
 */
const plainWords = /^(?!.*\p{Mn}{5})(?:[\p{L}\p{M}\p{N} ,'’()&\p{Join_Control}-]|[.!?।](?= |$))*$/u;

const choice = { error: "unknown-choice" satisfies FieldProblem };

const shareSchema = z.object({
  whom: z.enum(shareAudiences, choice),
  words: optionalText(4 * mostShareWords)
    .refine((words) => lettersOf(words) <= mostShareWords, { error: "too-long" satisfies FieldProblem })
    .refine((words) => plainWords.test(words), { error: "plain-words" satisfies FieldProblem })
    .default(""),
  days: z.enum(shareDays, choice).transform(Number),
  uses: z.enum(shareUses, choice).transform(Number),
});

export type ShareWish = z.output<typeof shareSchema> & { kinds: DocumentKind[] };

/** As readers count them: a letter of Bangla may be several characters. */
const lettersOf = (words: string) => [...new Intl.Segmenter("bn").segment(words)].length;

/** The field of a document on the form. */
export const sharesField = (kind: DocumentKind): string => `shares-${kind}`;

/** All fields of the form, for when it comes back. */
export const shareFields: readonly string[] = ["whom", "words", "days", "uses", ...documentKinds.map(sharesField)];

/** The form on which the holder makes a code. */
export const parseShare = (form: Readonly<Record<string, unknown>>): ShareWish => ({
  ...checkInput(shareSchema, form),
  kinds: documentKinds.filter((kind) => form[sharesField(kind)] !== undefined),
});

/**
 * The name that goes with a code, from a whole one or from what somebody typed: its first word of more than two letters, as many names
 * begin with "Md".
 */
export function firstName(name: string): string {
  const words = nameWords(name);
  return words.find((word) => [...word].length > 2) ?? words[0] ?? "";
}
