import { z } from "zod";
import { type FieldProblem, type FieldProblems, PortalError, fieldProblems } from "./errors.ts";

const problem = (id: FieldProblem) => id;

/** Refuses NUL and unpaired surrogates: no user types them. */
const isText = (text: string) => text.isWellFormed() && !text.includes("\0");

/**
 * Removes characters that are pasted along with a text unnoticed: control characters, soft hyphens, and invisible or
 * direction marks. Keeps U+200C and U+200D, which join Bangla letters.
 */
export const withoutInvisibleCharacters = (text: string): string => text.replaceAll(unseen, "");

const unseen = /(?![\s\0])\p{Cc}|[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;

const cleanText = (longest: number, inLines: (text: string) => string) =>
  z
    .string({ error: problem("not-text") })
    .max(longest * 4, { error: problem("too-long"), abort: true })
    .refine(isText, { error: problem("not-text"), abort: true })
    .transform((text) => inLines(withoutInvisibleCharacters(text.normalize("NFC"))).trim())
    .refine((text) => text.length <= longest, { error: problem("too-long") });

const required = (text: ReturnType<typeof cleanText>) =>
  z
    .string({ error: (issue) => problem(issue.input === undefined ? "required" : "not-text") })
    .pipe(text)
    .refine((words) => words !== "", { error: problem("required") });

/** Text on one line: every run of whitespace becomes one space. */
export const optionalText = (longest: number) => cleanText(longest, (text) => text.replaceAll(/\s+/g, " "));

export const requiredText = (longest: number) => required(optionalText(longest));

/** Text that keeps its line breaks. */
export const optionalParagraph = (longest: number) =>
  cleanText(longest, (text) => text.replaceAll(/[\v\f\u2028\u2029]/g, "\n"));

export const requiredParagraph = (longest: number) => required(optionalParagraph(longest));

export const dateText = z
  .string({ error: problem("date-format") })
  .refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDate(text), { error: problem("date-format") });

/** A local date and time without a time zone: "2026-03-31T18:30". */
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

/**
 * Returns the checked input. Throws an `invalid` error that lists each wrong field once, including the fields in `more`.
 */
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
