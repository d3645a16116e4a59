import { hasOwnName, readSecondNumber } from "#core/records/second-number.ts";
import type { Settings } from "#core/settings/settings.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Language } from "#core/settings/languages.ts";
import { getSecondNumber, hasIrccNumber, hasName, named } from "./reader-second-number.ts";

/** What the second number is called. */
export const secondTitle = (): string => (hasName() ? getSecondNumber().name : m.ircc_number());

/** The same as a part of a sentence. */
export const secondInSentence = (): { number: string } => (hasName() ? named() : { number: m.ircc_number() });

/** Says that a text cannot be a second number. */
export const secondFormatWords = (): string =>
  getSecondNumber().form === null ? m.number_format() : m.own_number_format();

/** Says that no column has a number. */
export function noNumberColumnWords(): string {
  if (getSecondNumber().isAbsent) return m.passport_no_column();
  return hasName() ? m.own_number_no_column(named()) : m.import_no_number_column();
}

/** An invented number. */
export const secondExample = (): string => getSecondNumber().example || (hasIrccNumber() ? "W12345678" : "");

/** The name for a file or mail that is written outside of a page. */
export const secondTitleOf = ({ secondNumber }: Pick<Settings, "secondNumber">, language: Language): string =>
  hasOwnName(secondNumber)
    ? readSecondNumber(secondNumber, language).name
    : m.slip_ircc_number({}, { locale: language });

/** The fields of records that this site asks for. */
export const fieldsHere = <Name extends string>(names: readonly Name[]): readonly Name[] =>
  getSecondNumber().isAbsent ? names.filter((name) => name !== "irccNumber") : names;
