import { isAddedLanguage } from "#core/settings/languages.ts";
import type { PageText, TextLanguage, TextPage, Texts } from "#core/texts/page-text.ts";
import { bangla } from "./delivered-texts/bn.ts";
import { english } from "./delivered-texts/en.ts";

/** In English where it is not delivered in that language. */
export const deliveredText = (page: TextPage, language: TextLanguage): PageText =>
  (language === "bn" ? bangla : english)[page];

/** The language that a reader meets it in. */
export const languageOfText = (texts: Texts, page: TextPage, language: TextLanguage): TextLanguage =>
  isAddedLanguage(language) && !texts[page]?.[language] ? "en" : language;

/** As the operator has it; until they say it differently, as it came, so that later versions may say it better. */
export const pageText = (texts: Texts, page: TextPage, language: TextLanguage): PageText =>
  texts[page]?.[language] ?? deliveredText(page, language);
