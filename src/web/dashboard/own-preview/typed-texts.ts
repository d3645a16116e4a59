import type { Language } from "#core/settings/languages.ts";
import type { FormValues } from "#design/form/form-result.ts";

/** Texts in several languages as the boxes of a form, such as "label.en". */
export const textBoxes = (name: string, texts: Partial<Record<Language, string>>): FormValues =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [`${name}.${language}`, text]));

/** A box that stays empty says nothing: the text of another language stands there, and no name has changed. */
export const textsIn = (form: FormValues, name: string): Partial<Record<Language, string>> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([box, text]) =>
      box.startsWith(`${name}.`) && text.trim() !== "" ? [[box.slice(name.length + 1), text]] : [],
    ),
  );
