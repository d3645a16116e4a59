import type { Language } from "#core/settings/languages.ts";
import type { FormValues } from "#design/form/form-result.ts";

/** Texts in several languages as the boxes of a form, such as "label.en". */
export const textBoxes = (name: string, texts: Partial<Record<Language, string>>): FormValues =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [`${name}.${language}`, text]));

type Texts = Partial<Record<Language, string>>;

/**
 * A box that stays empty says nothing: the text of another language stands there, and no name has changed. A language that
 * is off has no box, and keeps its text of before while there is another.
 */
export function textsIn(form: FormValues, name: string, before: Texts = {}): Texts {
  const typed = Object.entries(form).flatMap(([box, text]) =>
    box.startsWith(`${name}.`) && text.trim() !== "" ? [[box.slice(name.length + 1), text] as const] : [],
  );
  const kept = Object.entries(before).filter(([language]) => typed.length > 0 && !(`${name}.${language}` in form));
  return Object.fromEntries([...kept, ...typed]);
}
