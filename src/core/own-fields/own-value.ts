import { z } from "zod";
import { type FieldProblem, isFieldProblem } from "../errors.ts";
import { dateText, optionalParagraph, optionalText } from "../fields.ts";
import { inLatinDigits } from "../latin-digits.ts";
import { oncePer } from "../once-per.ts";
import { earliestLastDay, latestLastDay } from "../records/last-days.ts";
import { countryNamed } from "./countries.ts";
import {
  longestOwn,
  type OwnField,
  type OwnFieldType,
  type OwnName,
  ownName,
  type OwnValues,
  sameText,
  usedOf,
} from "./own-field.ts";

/** What is stored for the text that somebody typed, or that stands in a table. "" for none. */
type Reading = (typed: string, field: OwnField) => string | { problem: FieldProblem };

const problem = (id: FieldProblem) => ({ problem: id });

/** "1,20,000" and "1,200.50" with the commas that people write, or without. */
const amount = /^[-+]?(?:\d{1,15}|\d{1,3}(?:,\d{2,3}){1,6})(?:\.\d{1,6})?$/;

function readNumber(typed: string): ReturnType<Reading> {
  const written = inLatinDigits(typed).replaceAll(/\s/g, "");
  if (!amount.test(written)) return problem("amount-format");
  const [, sign, whole = "", rest = ""] = /^([-+]?)([\d,]+)(?:\.(\d+))?$/.exec(written) ?? [];
  const digits = whole.replaceAll(",", "").replace(/^0+(?=\d)/, "");
  const decimals = rest.replace(/0+$/, "");
  const value = decimals === "" ? digits : `${digits}.${decimals}`;
  return sign === "-" && /[1-9]/.test(value) ? `-${value}` : value;
}

function readPhone(typed: string): ReturnType<Reading> {
  const written = inLatinDigits(typed).replaceAll(/[\s().\-–/]/g, "");
  return /^(?:\+|00)?\d{5,15}$/.test(written) ? written.replace(/^00/, "+") : problem("phone-format");
}

const isDay = (text: string) => dateText.safeParse(text).success && earliestLastDay <= text && text <= latestLastDay;

const yesWords = new Set("yes|y|true|1|✓|✔|হ্যাঁ|হ্যা|জি|हाँ|हां|जी|छ|हो|ہاں|جی|نعم|ya|ndiyo|oui|oo".split("|").map(sameText));
const noWords = new Set("no|n|false|0|✗|✘|না|नहीं|ना|छैन|होइन|نہیں|لا|tidak|hapana|non".split("|").map(sameText));

const readings: Record<OwnFieldType, Reading> = {
  text: (typed) => typed,
  "long-text": (typed) => typed.replaceAll(/\r\n?/g, "\n"),
  number: readNumber,
  day: (typed) => (isDay(typed) ? typed : problem("date-format")),
  choice: (typed, { choices }) =>
    choices.find((choice) => sameText(choice) === sameText(typed)) ?? problem("unknown-choice"),
  "yes-no": (typed) => {
    const text = sameText(typed);
    if (yesWords.has(text)) return "yes";
    return noWords.has(text) ? "no" : problem("unknown-choice");
  },
  country: (typed) => countryNamed(typed) ?? problem("unknown-choice"),
  phone: readPhone,
};

/**
 * A text is cleaned first, as all that people type. Making a schema takes longer than what it checks, and an import checks
 * each field of each row.
 */
const schemaOf = oncePer((field: OwnField): z.ZodType<string> => {
  const { type } = field;
  const cleaned = type === "long-text" ? optionalParagraph(longestOwn[type]) : optionalText(longestOwn.text);
  return cleaned.transform((text, context) => {
    const value = text === "" ? "" : readings[type](text, field);
    if (typeof value === "string") return value;
    context.issues.push({ code: "custom", message: value.problem, input: text });
    return z.NEVER;
  });
});

/** Reads one text, such as that of a cell. */
export function readOwnValue(field: OwnField, typed: string): { value: string } | { problem: FieldProblem } {
  const { data, error } = schemaOf(field).safeParse(typed);
  if (data !== undefined) return { value: data };
  const message = error?.issues[0]?.message ?? "";
  return { problem: isFieldProblem(message) ? message : "not-text" };
}

/**
 * Values as they are sent, by field id, for the fields of the settings. A field that is not sent keeps its value. ""
 * empties it.
 */
export const sentOwnValues = oncePer((fields: readonly OwnField[]) =>
  z.object(Object.fromEntries(usedOf(fields).map((field) => [field.id, schemaOf(field).exactOptional()]))).default({}),
);

/** The values in one order, without empty ones: values that are the same compare as equal. */
export const ownValuesIn = (values: Readonly<Record<string, string | undefined>>): OwnValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter((entry): entry is [string, string] => Boolean(entry[1]))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** Returns the values after a change. Those of removed fields stay. */
export const ownValuesAfter = (before: OwnValues, sent: Readonly<Record<string, string | undefined>>): OwnValues =>
  ownValuesIn({ ...before, ...sent });

/** The problems of sent values as a whole: fields that there are not, and needed ones that a new record is without. */
export function problemsOfSentOwn(
  fields: readonly OwnField[],
  sent: Readonly<Record<string, string>>,
  { areNeeded }: { areNeeded: boolean },
): Record<OwnName, FieldProblem> {
  const unknown = Object.keys(sent).filter((id) => !fields.some((field) => field.id === id));
  const missing = fields.filter(({ id, isNeeded }) => areNeeded && isNeeded && (sent[id] ?? "").trim() === "");
  return Object.fromEntries<FieldProblem>([
    ...unknown.map((id) => [ownName(id), "unknown-choice"] as const),
    ...missing.map(({ id }) => [ownName(id), "required"] as const),
  ]);
}
