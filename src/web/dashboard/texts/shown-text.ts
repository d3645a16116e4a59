import type { FieldProblems } from "#core/errors.ts";
import type { TextLanguage, TextPage } from "#core/texts/page-text.ts";

/** A text as it stands in its form. */
export type ShownText = {
  page: TextPage;
  language: TextLanguage;
  title: string;
  body: string;
  /** Of the settings that it was filled in from. */
  version: string;
};

/** What the form came back for. */
export type TextAnswer = {
  text: ShownText;
  /** A number that grows with each answer. */
  at: number;
} & (
  | { kind: "preview" }
  | { kind: "ask-reset" }
  | { kind: "incomplete"; fields: FieldProblems }
  | { kind: "stale" }
  | { kind: "failed" }
);

/** What each language calls itself. */
export const languageNames: Record<TextLanguage, string> = { en: "English", bn: "বাংলা" };
