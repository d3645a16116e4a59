import { z } from "zod";
import { type FieldProblem, type FieldProblems, PortalError, fieldProblems } from "./errors.ts";

const problem = (id: FieldProblem) => id;

// NUL and other controls, and halves of surrogate pairs, are never part of a name or an address.
// So are marks that turn the direction of writing or hide; those that join Bangla letters (U+200C, U+200D) are.
const isPlainText = (text: string) =>
  text.isWellFormed() && !/[\p{Cc}\p{Cs}\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/u.test(text);
const isPlainParagraph = (text: string) => isPlainText(text.replaceAll(/[\n\r\t]/g, " "));

export const optionalText = (longest: number) =>
  z
    .string({ error: problem("not-text") })
    .max(longest * 4, { error: problem("too-long"), abort: true })
    .refine(isPlainText, { error: problem("not-text"), abort: true })
    .transform((text) => text.normalize("NFC").trim().replaceAll(/\s+/g, " "))
    .refine((text) => text.length <= longest, { error: problem("too-long") });

export const requiredText = (longest: number) =>
  z
    .string({ error: (issue) => problem(issue.input === undefined ? "required" : "not-text") })
    .pipe(optionalText(longest))
    .refine((text) => text.length > 0, { error: problem("required") });

export const paragraphText = (longest: number) =>
  z
    .string({ error: problem("not-text") })
    .max(longest, { error: problem("too-long"), abort: true })
    .refine(isPlainParagraph, { error: problem("not-text") })
    .transform((text) => text.normalize("NFC").trim());

export const dateText = z
  .string({ error: problem("date-format") })
  .refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDate(text), { error: problem("date-format") });

/** As on a clock on the wall, without a zone: "2026-03-31T18:30". */
export const dateTimeText = z
  .string({ error: problem("time-format") })
  .refine((text) => /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text) && isRealDate(text.slice(0, 10)), {
    error: problem("time-format"),
  });

export const wholeNumber = (least: number, most: number) =>
  z
    .int({ error: problem("whole-number") })
    .min(least, { error: problem("whole-number") })
    .max(most, { error: problem("whole-number") });

function isRealDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The checked input, or an `invalid` error that names each field once: also those in which `more` was found. */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  more: FieldProblems = {},
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success && Object.keys(more).length === 0) return result.data;
  throw new PortalError("invalid", { fields: { ...more, ...problemsByField(result.error?.issues ?? []) } });
}

function problemsByField(issues: readonly z.core.$ZodIssue[]): FieldProblems {
  const fields = new Map<string, FieldProblem>();
  for (const { path, message } of issues) {
    const field = path.join(".") || "body";
    if (!fields.has(field)) fields.set(field, isFieldProblem(message) ? message : "unknown-choice");
  }
  return Object.fromEntries(fields);
}

const isFieldProblem = (text: string): text is FieldProblem => Object.hasOwn(fieldProblems, text);
