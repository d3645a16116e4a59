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

/** As the operator has it; until they say it differently, as it came, so that later versions may say it better. */
export const pageText = (texts: Texts, page: TextPage, language: Language): PageText =>
  texts[page]?.[language] ?? deliveredText(page, language);
