import { z } from "zod";
import { optionalText, requiredText } from "../fields.ts";
import { type Language, languages } from "../settings/languages.ts";

/** The ids are stored. */
export const ownFieldTypes = ["text", "long-text", "number", "day", "choice", "yes-no", "country", "phone"] as const;
export type OwnFieldType = (typeof ownFieldTypes)[number];

/** So many fields can be in use at the same time. */
export const maxOwnFields = 24;
export const maxChoices = 500;
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
  /** The first of them is shown in languages that have none. */
  labels: inLanguages(80).refine((labels) => Object.keys(labels).length > 0, { error: "required" }),
  hints: inLanguages(200),
  /** True if the form for a new record must be filled in here. */
  isNeeded: z.boolean(),
  /** Only a choice has some. */
  choices: z.array(requiredText(100)).max(maxChoices, { error: "too-long" }),
  /** True if an admin removed it: it is shown nowhere, and records keep their values. */
  isRemoved: z.boolean(),
});

/** A field that the operator has added to records. Only staff see it. */
export type OwnField = z.output<typeof ownFieldSchema>;

/** The values of own fields, by field id. Empty values are left out. */
export type OwnValues = Readonly<Record<string, string>>;

/** What a page needs to name own fields. */
export type OwnLabels = readonly Pick<OwnField, "id" | "labels">[];

export const labelsIn = (fields: readonly OwnField[]): OwnLabels => fields.map(({ id, labels }) => ({ id, labels }));

export const ownFieldsSchema = z
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
  if (field.type === "choice" && field.choices.length === 0) return { part: "choices", message: "required" };
  if (new Set(field.choices.map(sameText)).size < field.choices.length)
    return { part: "choices", message: "sent-twice" };
  const labels = new Set(usedOf(earlier).flatMap(labelsOf));
  return labelsOf(field).some((label) => labels.has(label)) ? { part: "labels", message: "sent-twice" } : null;
}

/** Texts that differ in case and spaces only are the same. */
export const sameText = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "");

const labelsOf = ({ labels }: OwnField): string[] => Object.values(labels).map(sameText);

export const usedOf = (fields: readonly OwnField[]): readonly OwnField[] =>
  fields.filter(({ isRemoved }) => !isRemoved);

export const newOwnFieldId = (fields: readonly OwnField[]): string =>
  `f${1 + Math.max(0, ...fields.map(({ id }) => Number(id.slice(1))))}`;

/** The text in this language, or else the first that there is. */
export const textIn = (texts: Partial<Record<Language, string>>, language: string): string =>
  languages.flatMap((one) => (one === language ? (texts[one] ?? []) : []))[0] ??
  languages.flatMap((one) => texts[one] ?? [])[0] ??
  "";

/** The name of an own field in forms and revisions, and among the problems of fields. */
export type OwnName = `own.${string}`;
export const ownName = (id: string): OwnName => `own.${id}`;
export const isOwnName = (name: string): name is OwnName => /^own\.f[1-9]\d{0,3}$/.test(name);
export const idOfOwn = (name: OwnName): string => name.slice("own.".length);

/** Replaces the field with this id, or adds it as the last one. */
export const withOwnField = (fields: readonly OwnField[], field: OwnField): OwnField[] =>
  fields.some(({ id }) => id === field.id)
    ? fields.map((one) => (one.id === field.id ? field : one))
    : [...fields, field];

/** Moves a field before the one above it. Removed fields between them stay where they are. */
export function withOwnFieldUp(fields: readonly OwnField[], id: string): OwnField[] {
  const used = usedOf(fields);
  const at = used.findIndex((field) => field.id === id);
  const [field, above] = [used[at], used[at - 1]];
  if (!field || !above) return [...fields];
  return fields.map((one) => (one === above ? field : one === field ? above : one));
}

/** True if each field stays in the settings, under its id and with its type: records have values of it. */
export const keepsOwnFields = (before: readonly OwnField[], after: readonly OwnField[]): boolean =>
  before.every(({ id, type }) => after.some((field) => field.id === id && field.type === type));
