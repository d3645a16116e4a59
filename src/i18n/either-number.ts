import type { ReadSecondNumber } from "#core/records/second-number.ts";
import type { Language } from "#core/settings/languages.ts";
import { m } from "#i18n/compiled/messages.js";
import { isolated } from "#core/texts/isolated.ts";
import { getSecondNumber, hasName, named } from "./reader-second-number.ts";

/** The label of a box that takes either number. */
export function eitherNumberLabel({ name, isAbsent }: ReadSecondNumber, language: { locale?: Language } = {}): string {
  if (isAbsent) return m.passport_number({}, language);
  return name === "" ? m.either_number({}, language) : m.own_number_either({ number: isolated(name) }, language);
}

/** Says what the numbers look like. `passport` is an example of a passport's number. */
export function eitherNumberHint(passport: string): string {
  const { name, hint, example, isAbsent } = getSecondNumber();
  if (!isAbsent && hint !== "") return hint;
  if (!isAbsent && example !== "") return m.own_number_hint({ passport, example: `\u2066${example}\u2069` });
  return isAbsent || name !== ""
    ? m.passport_number_hint({ example: passport })
    : m.either_number_hint({ example: passport });
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
