import { type InLanguages, textIn } from "../own-fields/own-field.ts";
import { oncePer } from "../once-per.ts";
import type { Language } from "../settings/languages.ts";
import type { NumberForm } from "./numbers.ts";

/** The number that records have beside that of the passport: IRCC's, or another one that the operator names. */
export type SecondNumber = {
  /** Empty for the IRCC number. The first of them is shown in languages that have none. */
  labels: InLanguages;
  hints: InLanguages;
  example: string;
  form: NumberForm;
  /** True if nobody is asked for it, and it is shown nowhere. Records keep theirs. */
  isAbsent: boolean;
};

export const irccNumber: SecondNumber = { labels: {}, hints: {}, example: "", form: null, isAbsent: false };

export const hasOwnName = ({ labels }: Pick<SecondNumber, "labels">): boolean => Object.keys(labels).length > 0;

/** The second number as a reader of one language gets it. */
export type ReadSecondNumber = Pick<SecondNumber, "example" | "form" | "isAbsent"> & {
  /** "" for the IRCC number. */
  name: string;
  hint: string;
};

const inLanguagesOf: (second: SecondNumber) => Map<Language, ReadSecondNumber> = oncePer(() => new Map());

export const readSecondNumber = (second: SecondNumber, language: Language): ReadSecondNumber =>
  inLanguagesOf(second).getOrInsertComputed(language, () => ({
    name: textIn(second.labels, language),
    hint: textIn(second.hints, language),
    example: second.example,
    form: second.form,
    isAbsent: second.isAbsent,
  }));

type PartsOfSecond = Pick<SecondNumber, "labels" | "form" | "isAbsent"> &
  Partial<SecondNumber> & { isOptional?: boolean | undefined };

/** The number, or what of it waits, by the names of its parts in the audit log. A text in one language is a part of its own. */
export const partsOfSecond = ({ labels, hints = {}, form, ...second }: PartsOfSecond): SecondDetails => ({
  ...byName("labels", labels),
  ...byName("hints", hints),
  ...byName("", { ...second, form: form === null ? "plain" : ["signs", ...form].join(" ") }),
});

export type SecondDetails = { [part: `secondNumber.${string}`]: string | boolean };

const byName = (of: string, parts: object): SecondDetails =>
  Object.fromEntries(
    Object.entries(parts).map(([part, value]) => [["secondNumber", of, part].filter(Boolean).join("."), value]),
  );
