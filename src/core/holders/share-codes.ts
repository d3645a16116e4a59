import { z } from "zod";
import type { FieldProblem } from "../errors.ts";
import { checkInput, optionalText } from "../fields.ts";
import { isOwnName, ownAmong } from "../own-fields/own-field.ts";
import { wordsOfName } from "../names/name-words.ts";
import { titlesOfLongNames } from "../names/words-around-names.ts";
import { type AnyKind, isOwnPaper, type OwnPaperId } from "../own-fields/own-paper.ts";
import { type DocumentKind, publicKinds } from "../records/document-kinds.ts";
import { nameWords } from "../records/names.ts";

/**
 * For whom a share code is made. Images made for the code name this audience, but never the words that the holder writes.
 */
export const shareAudiences = ["employer", "authority", "agency", "bank", "landlord", "other"] as const;
export type ShareAudience = (typeof shareAudiences)[number];

/** The numbers of days and of uses that a holder can choose. */
export const shareDays = ["1", "3", "7", "14", "30", "60", "90"] as const;
export const shareUses = ["1", "3", "10", "30", "100"] as const;
export const maxShareCodes = 20;
const maxShareWords = 40;

/**
 * Letters, digits and ordinary punctuation. Refuses links, markup, characters that change the direction of writing, and
 * stacks of combining marks that cover the lines above.
 */
const plainWords = /^(?!.*\p{Mn}{5})(?:[\p{L}\p{M}\p{N} ,'’()&\p{Join_Control}-]|[.!?।](?= |$))*$/u;

const choice = { error: "unknown-choice" satisfies FieldProblem };

const shareSchema = z.object({
  whom: z.enum(shareAudiences, choice),
  words: optionalText(4 * maxShareWords)
    .refine((words) => lettersOf(words) <= maxShareWords, { error: "too-long" satisfies FieldProblem })
    .refine((words) => plainWords.test(words), { error: "plain-words" satisfies FieldProblem })
    .default(""),
  days: z.enum(shareDays, choice).transform(Number),
  uses: z.enum(shareUses, choice).transform(Number),
});

/** `own`: the ids of the operator's own fields and papers. */
export type ShareRequest = z.output<typeof shareSchema> & { kinds: DocumentKind[]; own: string[] };

/** The number of letters as readers count them: one Bangla letter may be several characters. */
const lettersOf = (words: string) => [...new Intl.Segmenter("bn").segment(words)].length;

/** The name of the form field that shares a document of this kind. */
export const sharesField = (kind: AnyKind): string => `shares-${kind}`;

const prefix = sharesField("p1").slice(0, -"p1".length);

/** The own papers that are ticked. */
const papersShared = (names: readonly string[]): OwnPaperId[] =>
  names.flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : [])).filter(isOwnPaper);

const shareFields = new Set(["whom", "words", "days", "uses", ...publicKinds.map(sharesField)]);

/** True for all fields of the form, so that it can be shown again with the typed values. */
export const isShareField = (name: string): boolean =>
  shareFields.has(name) || isOwnName(name) || papersShared([name]).length > 0;

/** Validates the form on which a holder makes a share code. */
export const parseShare = (form: Readonly<Record<string, unknown>>): ShareRequest => ({
  ...checkInput(shareSchema, form),
  kinds: publicKinds.filter((kind) => form[sharesField(kind)] !== undefined),
  own: [...Object.keys(ownAmong(Object.entries(form))), ...papersShared(Object.keys(form))],
});

/** Returns the name that belongs to a code, from a full name or from the typed name: the first word that is no title. */
export const firstName = (name: string): string =>
  wordsOfName(name)?.find(({ kind }) => kind === "name")?.plain ?? firstNameIn11(name);

/** Returns the first names of a typed name: codes that 1.1 made have another one, and "Sai" is a title of long names only. */
export const firstNames = (typed: string): string[] => [
  ...new Set([firstName(typed), firstAfterTitle(typed), firstNameIn11(typed)]),
];

const firstAfterTitle = (typed: string): string =>
  wordsOfName(typed)?.find(({ kind, plain }) => kind === "name" && !titlesOfLongNames.has(plain))?.plain ??
  firstName(typed);

/** The first word of more than two letters if there is one. */
function firstNameIn11(name: string): string {
  const words = nameWords(name);
  return words.find((word) => [...word].length > 2) ?? words[0] ?? "";
}
