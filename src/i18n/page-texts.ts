import type { Language } from "#core/settings/languages.ts";
import type { PageText, TextPage, Texts } from "#core/texts/page-text.ts";
import { deliveredTexts } from "#i18n/compiled/page-texts.js";

export const deliveredText = (page: TextPage, language: Language): PageText => deliveredTexts[language][page];

/**
 * Returns the operator's own text, or else the delivered one. Delivered texts are not copied, so later versions can improve
 * them.
 */
export const pageText = (texts: Texts, page: TextPage, language: Language): PageText =>
  texts[page]?.[language] ?? deliveredText(page, language);
