import { z } from "zod";
import { optionalText, requiredText } from "../fields.ts";
import { type Language, languages } from "../settings/languages.ts";
import {
  type Declared,
  labelsOf,
  maxChoices,
  maxOwnEver,
  maxOwnFields,
  mayBeSearched,
  ownAudiences,
  type OwnField,
  ownFieldTypes,
  sameText,
  usedOf,
} from "./own-field.ts";
import { documentKinds } from "../records/document-kinds.ts";
import { numberSigns } from "../records/numbers.ts";
import type { SecondNumber } from "../records/second-number.ts";
import { isOwnPaper, maxOwnPapers, type OwnPaper, type OwnPaperId, ownPaperPages } from "./own-paper.ts";

const inLanguages = (longest: number) =>
  z.partialRecord(z.enum(languages), optionalText(longest)).transform(withoutEmpty);

function withoutEmpty(texts: Partial<Record<Language, string>>): Partial<Record<Language, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

const labels = inLanguages(80).refine((texts) => Object.keys(texts).length > 0, { error: "required" });

const audience = z.enum(ownAudiences, { error: "unknown-choice" }).default("staff");

const ofBoth = {
  isSearched: z.boolean().optional(),
  isRemoved: z.boolean(),
  isEmptying: z.boolean().optional(),
  emptied: z.object({ at: z.number(), records: z.number() }).optional(),
};

const ownFieldSchema = z.object({
  id: z.string().regex(/^f[1-9]\d{0,3}$/, { error: "unknown-choice" }),
  type: z.enum(ownFieldTypes, { error: "unknown-choice" }),
  audience,
  labels,
  hints: inLanguages(200),
  isNeeded: z.boolean(),
  choices: z.array(requiredText(100)).max(maxChoices, { error: "too-long" }),
  ...ofBoth,
});

const ownPaperSchema = z.object({
  id: z.custom<OwnPaperId>((id) => typeof id === "string" && isOwnPaper(id), { error: "unknown-choice" }),
  audience,
  labels,
  hasLastDay: z.boolean(),
  isForMany: z.boolean().default(false),
  icon: z.enum(documentKinds, { error: "unknown-choice" }).optional(),
  onPages: z.array(z.enum(ownPaperPages, { error: "unknown-choice" })).default(["/"]),
  ...ofBoth,
});

type Problem = { part: string; message: string } | null;

/** So many can be in use. `problemOf`: what is wrong with one of them by itself. */
const declaredSchema = <Own extends Declared>(one: z.ZodType<Own>, most: number, problemOf: (own: Own) => Problem) =>
  z
    .array(one)
    .max(maxOwnEver, { error: "too-long" })
    .superRefine((all, context) => {
      for (const [at, own] of all.entries()) {
        const problem = problemAmong(own, all.slice(0, at), problemOf);
        if (problem) context.addIssue({ code: "custom", path: [at, problem.part], message: problem.message });
      }
      if (usedOf(all).length > most) context.addIssue({ code: "custom", path: [], message: "too-long" });
    });

function problemAmong<Own extends Declared>(own: Own, earlier: readonly Own[], problemOf: (own: Own) => Problem) {
  if (earlier.some(({ id }) => id === own.id)) return { part: "id", message: "sent-twice" };
  if (own.isRemoved) return null;
  const problem = problemOf(own);
  if (problem) return problem;
  if (labelsOf(own).includes("")) return { part: "labels", message: "required" };
  const taken = new Set(usedOf(earlier).flatMap(labelsOf));
  return labelsOf(own).some((label) => taken.has(label)) ? { part: "labels", message: "sent-twice" } : null;
}

function problemOfField({ type, choices, isSearched }: OwnField): Problem {
  if (isSearched && !mayBeSearched(type)) return { part: "isSearched", message: "unknown-choice" };
  if (type === "choice" && choices.length === 0) return { part: "choices", message: "required" };
  return new Set(choices.map(sameText)).size < choices.length ? { part: "choices", message: "sent-twice" } : null;
}

export const ownFieldsSchema: z.ZodType<OwnField[]> = declaredSchema(ownFieldSchema, maxOwnFields, problemOfField);

const problemOfPaper = ({ audience: seenBy, onPages }: OwnPaper): Problem =>
  seenBy === "visitors" && onPages.length === 0 ? { part: "onPages", message: "required" } : null;

export const ownPapersSchema: z.ZodType<OwnPaper[]> = declaredSchema(ownPaperSchema, maxOwnPapers, problemOfPaper);

/** The name and form of the number beside that of the passport. A name is as that of a field. */
export const secondNumberSchema: z.ZodType<SecondNumber> = z.object({
  labels: inLanguages(60).refine((texts) => !labelsOf({ labels: texts }).includes(""), { error: "required" }),
  hints: inLanguages(200),
  example: optionalText(40),
  form: z
    .array(z.enum(numberSigns, { error: "unknown-choice" }))
    .transform((signs) => numberSigns.filter((sign) => signs.includes(sign)))
    .nullable(),
  isAbsent: z.boolean({ error: "unknown-choice" }),
});
