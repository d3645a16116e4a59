import { hasOwnName, irccNumber, type ReadSecondNumber, readSecondNumber } from "#core/records/second-number.ts";
import { numberSigns } from "#core/records/numbers.ts";
import { flag, listOf, oneOf, orNull, shape, text } from "#core/stored/decoders.ts";
import type { Settings } from "#core/settings/settings.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Language } from "#core/settings/languages.ts";

let numberOfReader = (): ReadSecondNumber => readSecondNumber(irccNumber, "en");

/** Returns what the second number is on the site of the present page. Works as getLocale does. */
export const getSecondNumber = (): ReadSecondNumber => numberOfReader();

export function overwriteGetSecondNumber(get: () => ReadSecondNumber): void {
  numberOfReader = get;
}

const isIrccs = ({ name, hint, example, form, isAbsent }: ReadSecondNumber) =>
  name + hint + example === "" && form === null && !isAbsent;

/** For the document, from which its scripts read it. Undefined for the IRCC number. */
export function writtenSecondNumber(): string | undefined {
  const second = getSecondNumber();
  return isIrccs(second) ? undefined : JSON.stringify(second);
}

const written = shape({
  name: text,
  hint: text,
  example: text,
  form: orNull(listOf(oneOf(...numberSigns))),
  isAbsent: flag,
});

export const secondNumberIn = (document: string | undefined): ReadSecondNumber =>
  document === undefined ? readSecondNumber(irccNumber, "en") : written(JSON.parse(document));

/** True if the site has IRCC's number: only then its form tells something. */
export function hasIrccNumber(): boolean {
  const { name, form, isAbsent } = getSecondNumber();
  return name === "" && form === null && !isAbsent;
}

/** The operator's name for the number does not change the direction of the sentence around it. */
const isolated = (name: string) => `\u2068${name}\u2069`;
const named = () => ({ number: isolated(getSecondNumber().name) });
const hasName = () => getSecondNumber().name !== "";

/** What the second number is called. */
export const secondTitle = (): string => (hasName() ? getSecondNumber().name : m.ircc_number());

/** The same as a part of a sentence. */
export const secondInSentence = (): { number: string } => (hasName() ? named() : { number: m.ircc_number() });

/** The label of a box that takes either number. */
export function eitherNumberLabel({ name, isAbsent }: ReadSecondNumber, language: { locale?: Language } = {}): string {
  if (isAbsent) return m.passport_number({}, language);
  return name === "" ? m.either_number({}, language) : m.own_number_either({ number: isolated(name) }, language);
}

export function eitherNumberWords(): { label: string; hint: string } {
  const second = getSecondNumber();
  return { label: eitherNumberLabel(second), hint: second.isAbsent ? m.passport_number_hint() : hintOf(second) };
}

function hintOf({ name, hint, example }: ReadSecondNumber): string {
  if (hint !== "") return hint;
  if (example !== "") return m.own_number_hint({ example: `\u2066${example}\u2069` });
  return name === "" ? m.either_number_hint() : m.passport_number_hint();
}

/** Says that a typed text can be no number of either kind. */
export const eitherNumberUnusable = (): string =>
  getSecondNumber().form === null ? m.number_unusable() : m.own_number_unusable();

/** The words of the box in the header. */
export function boxWords(): { label: string; example: string } {
  if (getSecondNumber().isAbsent) return { label: m.passport_number(), example: m.check_visa_title() };
  if (!hasName()) return { label: m.ircc_box(), example: m.ircc_box_example() };
  return { label: getSecondNumber().name, example: m.own_number_check(named()) };
}

/** What Check_Visa is for. */
export function eitherNumberWelcome(facts: { operator: string }): string {
  if (getSecondNumber().isAbsent) return m.home_welcome(facts);
  return hasName() ? m.own_number_welcome({ ...facts, ...named() }) : m.check_visa_welcome(facts);
}

/** Says that a text cannot be a second number. */
export const secondFormatWords = (): string =>
  getSecondNumber().form === null ? m.number_format() : m.own_number_format();

/** Says that no column has a number. */
export function noNumberColumnWords(): string {
  if (getSecondNumber().isAbsent) return m.passport_no_column();
  return hasName() ? m.own_number_no_column(named()) : m.import_no_number_column();
}

/** Which columns an import reads, and which ones a list of an organisation has. */
export const importColumnsWords = (): string =>
  getSecondNumber().isAbsent ? m.import_columns_passport() : m.import_columns_text(secondInSentence());
export const deskColumnsWords = (): string =>
  getSecondNumber().isAbsent ? m.desk_columns_passport() : m.desk_columns(secondInSentence());

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
