import { z } from "zod";
import { optionalText, requiredText } from "../fields.ts";
import { type Language, languages } from "../settings/languages.ts";
import {
  labelsOf,
  maxChoices,
  maxOwnFields,
  mayBeSearched,
  ownAudiences,
  type OwnField,
  ownFieldTypes,
  sameText,
  usedOf,
} from "./own-field.ts";

/** With those that were removed. Their ids are never given again. */
const maxEver = 500;

const inLanguages = (longest: number) =>
  z.partialRecord(z.enum(languages), optionalText(longest)).transform(withoutEmpty);

function withoutEmpty(texts: Partial<Record<Language, string>>): Partial<Record<Language, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

const ownFieldSchema = z.object({
  id: z.string().regex(/^f[1-9]\d{0,3}$/, { error: "unknown-choice" }),
  type: z.enum(ownFieldTypes, { error: "unknown-choice" }),
  audience: z.enum(ownAudiences, { error: "unknown-choice" }).default("staff"),
  labels: inLanguages(80).refine((labels) => Object.keys(labels).length > 0, { error: "required" }),
  hints: inLanguages(200),
  isNeeded: z.boolean(),
  isSearched: z.boolean().optional(),
  choices: z.array(requiredText(100)).max(maxChoices, { error: "too-long" }),
  isRemoved: z.boolean(),
  isEmptying: z.boolean().optional(),
  emptied: z.object({ at: z.number(), records: z.number() }).optional(),
});

export const ownFieldsSchema: z.ZodType<OwnField[]> = z
  .array(ownFieldSchema)
  .max(maxEver, { error: "too-long" })
  .superRefine((fields, context) => {
    for (const [at, field] of fields.entries()) {
      const problem = problemOf(field, fields.slice(0, at));
      if (problem) context.addIssue({ code: "custom", path: [at, problem.part], message: problem.message });
    }
    if (usedOf(fields).length > maxOwnFields) context.addIssue({ code: "custom", path: [], message: "too-long" });
  });

function problemOf(field: OwnField, earlier: readonly OwnField[]): { part: string; message: string } | null {
  if (earlier.some(({ id }) => id === field.id)) return { part: "id", message: "sent-twice" };
  if (field.isRemoved) return null;
  if (field.isSearched && !mayBeSearched(field.type)) return { part: "isSearched", message: "unknown-choice" };
  if (field.type === "choice" && field.choices.length === 0) return { part: "choices", message: "required" };
  if (new Set(field.choices.map(sameText)).size < field.choices.length)
    return { part: "choices", message: "sent-twice" };
  if (labelsOf(field).includes("")) return { part: "labels", message: "required" };
  const labels = new Set(usedOf(earlier).flatMap(labelsOf));
  return labelsOf(field).some((label) => labels.has(label)) ? { part: "labels", message: "sent-twice" } : null;
}
