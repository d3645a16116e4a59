import { isAddedLanguage, type Language, ownLanguages } from "#core/settings/languages.ts";
import { type Locale, getLocale, getTextDirection } from "./compiled/runtime.js";
import { perLocale } from "./per-locale.ts";

/** The specification's own wording: shown in the place of English where an operator wants it, never chosen by a visitor. */
export const specWording = "en-x-spec" satisfies Locale;

/** On every site; the settings may offer visitors more. */
export const offeredLocales = ownLanguages;
export type OfferedLocale = (typeof ownLanguages)[number];

/** The language of the page, whichever wording it has. */
export function spokenLocale(): Language {
  const locale = getLocale();
  return locale === specWording ? "en" : locale;
}

/** "ltr" or "rtl". */
export const textDirection = perLocale(getTextDirection);

/** For a part of a page that is in another language than the page. */
export const inLanguage = (language: Language) =>
  language === spokenLocale() ? {} : { lang: language, dir: textDirection(language) };

export type Say = (language: { locale: Language }) => string;

/** For somebody whose language is not known: once in each, English first. Where they asked in an added one, it comes before. */
export const inBothLanguages = (between: string, say: Say, asked?: Language): string =>
  [...(asked && isAddedLanguage(asked) ? [asked] : []), ...offeredLocales]
    .map((locale) => say({ locale }))
    .join(between);
