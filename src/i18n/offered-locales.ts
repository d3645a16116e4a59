import { isAddedLanguage, type Language, ownLanguages } from "#core/settings/languages.ts";
import { type Locale, getLocale, getTextDirection } from "#i18n/compiled/runtime.js";
import { perLocale } from "./per-locale.ts";

/** The specification's own wording. It replaces English where an operator wants it. Visitors cannot choose it. */
export const specWording = "en-x-spec" satisfies Locale;

/** The languages of every site. The settings may offer visitors more. */
export const offeredLocales = ownLanguages;
export type OfferedLocale = (typeof ownLanguages)[number];

/** Returns the language of the page. The specification's own wording is English. */
export function spokenLocale(): Language {
  const locale = getLocale();
  return locale === specWording ? "en" : locale;
}

export const textDirection = perLocale(getTextDirection);

/** Returns the attributes for a part of a page that is in another language than the page. */
export const inLanguage = (language: Language) =>
  language === spokenLocale() ? {} : { lang: language, dir: textDirection(language) };

export type Say = (language: { locale: Language }) => string;

/**
 * Returns a text for a person whose language is not known: in English, then in Bangla. If the person used an added
 * language, the text in that language is first.
 */
export const inBothLanguages = (between: string, say: Say, first?: Language): string =>
  [...(first && isAddedLanguage(first) ? [first] : []), ...offeredLocales]
    .map((locale) => say({ locale }))
    .join(between);
