import { type Locale, getLocale, locales } from "./compiled/runtime.js";

/** The specification's own wording: shown in the place of English where an operator wants it, never chosen by a visitor. */
export const specWording = "en-x-spec" satisfies Locale;

export type OfferedLocale = Exclude<Locale, typeof specWording>;

const isOffered = (locale: Locale): locale is OfferedLocale => locale !== specWording;

export const offeredLocales: readonly OfferedLocale[] = locales.filter(isOffered);

/** The language of the page, whichever wording it has. */
export function spokenLocale(): OfferedLocale {
  const locale = getLocale();
  return isOffered(locale) ? locale : "en";
}

/** The language that a text names, if visitors may have it. */
export const offeredLocale = (text: string): OfferedLocale | undefined =>
  offeredLocales.find((locale) => locale === text);

export type Say = (language: { locale: OfferedLocale }) => string;

/** For somebody whose language is not known: once in each, English first. */
export const inBothLanguages = (between: string, say: Say): string =>
  offeredLocales.map((locale) => say({ locale })).join(between);
