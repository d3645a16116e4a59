import type { Language } from "#core/settings/languages.ts";
import type { PageText, TextPage, Texts } from "#core/texts/page-text.ts";
import { arabic } from "./delivered-texts/ar.ts";
import { bangla } from "./delivered-texts/bn.ts";
import { english } from "./delivered-texts/en.ts";
import { hindi } from "./delivered-texts/hi.ts";
import { nepali } from "./delivered-texts/ne.ts";
import { urdu } from "./delivered-texts/ur.ts";

const delivered: Record<Language, Readonly<Record<TextPage, PageText>>> = {
  en: english,
  bn: bangla,
  hi: hindi,
  ur: urdu,
  ne: nepali,
  ar: arabic,
};

export const deliveredText = (page: TextPage, language: Language): PageText => delivered[language][page];

/**
 * Returns the operator's own text, or else the delivered one. Delivered texts are not copied, so later versions can improve
 * them.
 */
export const pageText = (texts: Texts, page: TextPage, language: Language): PageText =>
  texts[page]?.[language] ?? deliveredText(page, language);
