import { numberIn } from "#core/records/number-in-text.ts";
import { canonicalNumber, secondSpelling } from "#core/records/numbers.ts";
import { irccNumber, type SecondNumber } from "#core/records/second-number.ts";
import type { Portal } from "./portal.ts";

type Known = Pick<Portal, "settingsCache">;

/** Returns what this site's second number is. As officeZone, it is not read from the database. */
export const secondNumberOf = ({ settingsCache }: Known): SecondNumber =>
  settingsCache.last?.settings.secondNumber ?? irccNumber;

/** Returns the number in a text that may be of either kind, in the spelling of a second number. */
export const eitherNumberIn = (portal: Known, typed: string): string | null => numberIn(typed, secondNumberOf(portal));

/** A typed number in the spelling of each kind. Null where it cannot be one, or where nobody is asked for the second. */
export function spellings(portal: Known, typed: string): Record<"passport" | "ircc", string | null> {
  const { form, isAbsent } = secondNumberOf(portal);
  const passport = canonicalNumber(typed);
  // In the form of the IRCC number, both are spelt alike.
  const second = form === null ? passport : secondSpelling(typed, form);
  return { passport, ircc: isAbsent ? null : second };
}
