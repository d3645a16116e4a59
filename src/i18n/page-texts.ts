import type { PageText, TextLanguage, TextPage, Texts } from "#core/texts/page-text.ts";
import { bangla } from "./delivered-texts/bn.ts";
import { english } from "./delivered-texts/en.ts";

const delivered: Record<TextLanguage, Readonly<Record<TextPage, PageText>>> = { en: english, bn: bangla };

export const deliveredText = (page: TextPage, language: TextLanguage): PageText => delivered[language][page];

/** As the operator has it; until they say it differently, as it came, so that later versions may say it better. */
export const pageText = (texts: Texts, page: TextPage, language: TextLanguage): PageText =>
  texts[page]?.[language] ?? deliveredText(page, language);
