import type { TextLanguage, TextPage } from "#core/texts/page-text.ts";
import type { FormResult } from "#design/form/form-result.ts";

/** A text as it is shown in its form. */
export type ShownText = {
  page: TextPage;
  language: TextLanguage;
  title: string;
  body: string;
  /** Of the settings that it was filled in from. */
  version: string;
};

/** A text that was sent and not saved; where nothing is wrong, because only `asked` was asked for. */
export type TextResult = FormResult<ShownText> & { asked: "save" | "reset" | "preview" | "ask-reset" };

/** What each language calls itself. */
export const languageNames: Record<TextLanguage, string> = { en: "English", bn: "বাংলা" };
