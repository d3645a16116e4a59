import { type OfferedLocale, spokenLocale } from "#i18n/offered-locales.ts";

/** In which language a post is written, as its letters tell: posts come in one, and pages in both. */
export function languageOf(text: string): OfferedLocale {
  if (/\p{Script=Bengali}/u.test(text)) return "bn";
  return /\p{Script=Latin}/u.test(text) ? "en" : spokenLocale();
}
