import { withoutAccents } from "#core/names/name-words.ts";
import { once } from "#core/once-per.ts";
import { sameText } from "#core/own-fields/own-field.ts";
import { unseenCharacters } from "#core/unseen-characters.ts";
import { m } from "#i18n/compiled/messages.js";
import { locales } from "#i18n/compiled/runtime.js";

/** What the pages of visitors say of a record and of what was signed. */
const said = [
  m.record_name,
  m.passport_number,
  m.number_asked,
  m.check_number,
  m.check_documents,
  m.documents_heading,
  m.check_signed_by,
  m.check_published_on,
  m.check_content_changed_on,
  m.check_signed_on,
  m.check_logged,
  m.check_witnesses,
  m.check_until,
  m.check_stands,
  m.check_withdrawn,
  m.check_too_old,
  m.check_damaged,
] as const;

/** What a reader takes for a verdict, whoever writes it. */
const verdicts =
  "verified|verification|valid|valid until|valid from|invalid|genuine|authentic|original|it stands|still stands|not withdrawn|withdrawn|signed|published|approved|government approved|passport no|checked|confirmed|official|" +
  "যাচাই করা|যাচাইকৃত|সত্যায়িত|বৈধ|মেয়াদ|আসল|অনুমোদিত|सत्यापित|वैध|असली|प्रमाणित|मान्य|تصدیق شدہ|اصلی|درست|منظور شدہ|प्रमाणित गरिएको|सक्कली|موثق|مؤكد|صالح|أصلي|معتمد|صالح حتى";

/** Letters of other scripts that look like Latin ones. */
const lookAlikes: ReadonlyMap<string, string> = new Map([
  ["а", "a"],
  ["е", "e"],
  ["о", "o"],
  ["р", "p"],
  ["с", "c"],
  ["у", "y"],
  ["х", "x"],
  ["і", "i"],
  ["ј", "j"],
  ["ѕ", "s"],
  ["ԁ", "d"],
  ["һ", "h"],
  ["ѵ", "v"],
  ["ɡ", "g"],
  ["ο", "o"],
  ["α", "a"],
  ["ν", "v"],
  ["ρ", "p"],
  ["ι", "i"],
  ["υ", "u"],
  ["κ", "k"],
  ["τ", "t"],
]);

/** The letters and digits of a text as one reads them. */
const asRead = (text: string): string =>
  withoutAccents(sameText(text.replaceAll(unseenCharacters, "")))
    .replaceAll(/[\u0370-\u04ff\u0501\u0261]/gu, (letter) => lookAlikes.get(letter) ?? letter)
    .replaceAll(/[^\p{L}\p{M}\p{Nd}]/gu, "");

const known = once(
  () =>
    new Set(
      [...said.flatMap((words) => locales.map((locale) => words({}, { locale }))), ...verdicts.split("|")].map(asRead),
    ),
);

/** True for a name that says what the program says: readers would take what stands beside it for its word. */
export const saysWhatProgramSays = (label: string): boolean => known().has(asRead(label));
