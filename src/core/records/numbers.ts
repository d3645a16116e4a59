import { inLatinDigits } from "../latin-digits.ts";
import { unseenCharacters } from "../unseen-characters.ts";

/** Spaces of every kind, hyphens, and the dashes that phones insert instead of hyphens. */
const separators = /[\s\p{Pd}]/gu;

/** Returns the canonical spelling. Null if the text cannot be a number. Refuses letters that only look Latin. */
export function canonicalNumber(typed: string): string | null {
  // Fast path: most numbers are typed in their canonical spelling.
  if (/^[A-Z0-9]{4,20}$/.test(typed)) return typed;
  if (typed.length > 100) return null;
  const plain = inLatinDigits(visible(typed)).replaceAll(separators, "");
  return /^[A-Za-z0-9]{4,20}$/.test(plain) ? plain.toUpperCase() : null;
}

/** Signs that may be a part of the second number. The ids are stored. */
export const numberSigns = ["slash", "dot", "hyphen", "blank"] as const;
export type NumberSign = (typeof numberSigns)[number];

/** Which signs are a part of the second number. Null for the form of the IRCC number, which is that of passport numbers. */
export type NumberForm = readonly NumberSign[] | null;

const signs: Record<NumberSign, string> = { slash: "/", dot: ".", hyphen: "-", blank: " " };
const signless = /[^A-Za-z0-9]/g;
const [fewest, longestOfForm] = [3, 40];

/**
 * Returns the one spelling of a second number: it decides what is stored, unique and found. Null if the text cannot be
 * such a number. Signs that are no part of the form are dropped, as are those at the ends.
 */
export function secondSpelling(typed: string, form: NumberForm): string | null {
  if (form === null) return canonicalNumber(typed);
  if (typed.length > 100) return null;
  let text = inLatinDigits(visible(typed))
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replaceAll(/[\u2044\u2215]/g, "/")
    .replaceAll(/\s/g, " ");
  for (const sign of numberSigns) if (!form.includes(sign)) text = text.replaceAll(signs[sign], "");
  text = text
    .replaceAll(/ *([/.-]) */g, "$1")
    .replaceAll(/([/.\- ])\1+/g, "$1")
    .replaceAll(/^[/.\- ]+|[/.\- ]+$/g, "");
  const isNumber = /^[A-Za-z0-9/.\- ]+$/.test(text) && text.length <= longestOfForm;
  return isNumber && withoutSigns(text).length >= fewest ? text.toUpperCase() : null;
}

/** True if each number that the one form allows has the same spelling in the other: no number has to be read. */
export const keepsSpelling = (before: NumberForm, after: NumberForm): boolean =>
  before === null || (after !== null && before.every((sign) => after.includes(sign)));

/** The text without differences that nobody sees. */
export const visible = (text: string) =>
  text
    .normalize("NFKC")
    .replaceAll(unseenCharacters, "")
    .replaceAll(/[\u200C\u200D]/g, "");

/** Every document number has a digit; names and other words have none. */
export const withDigits = (number: string | null) => (number !== null && /\d/.test(number) ? number : null);

/**
 * Returns the canonical number. Null if a record may not have it. Numbers that are looked up may be older than this rule.
 */
export const recordNumber = (typed: string): string | null => withDigits(canonicalNumber(typed));

/** Letters that are mistaken for digits. */
const lookAlikes: Readonly<Record<string, string>> = { I: "1", L: "1", O: "0", S: "5", B: "8", Z: "2" };

/**
 * Returns the passport number that was probably meant, if a letter is at a place where passport numbers have digits. The
 * result depends on the form of the number alone, never on a record. Two letters and seven digits, such as AB1234567, are a
 * passport number as well: there only I, O and a small l as the second letter are corrected.
 */
export function suggestedPassportNumber(typed: string): string | null {
  const number = canonicalNumber(visible(typed).replaceAll("l", "I")) ?? "";
  const [isPassport, head = "", digits = ""] = /^(.[A-Z]??)([\dILOSBZ]{6,9})$/.exec(number) ?? [];
  if (!isPassport || (digits.match(/\d/g)?.length ?? 0) < 4 || /^[A-Z][LSBZ]\d{7}$/.test(number)) return null;
  const mended = head + digits.replaceAll(/[ILOSBZ]/g, (alike) => lookAlikes[alike] ?? alike);
  return mended === number ? null : mended;
}

/** The same for the second number. */
export const recordSecond = (typed: string, form: NumberForm): string | null => withDigits(secondSpelling(typed, form));

export type NumberKind = "passport" | "ircc";

/** The one spelling of a number of this kind. */
export const spelling = (kind: NumberKind, typed: string, form: NumberForm): string | null =>
  kind === "ircc" ? secondSpelling(typed, form) : canonicalNumber(typed);

/**
 * How a second number may be stored, the one spelling first: one that is older than hyphens and spaces in the form is
 * stored without them. Only an own form keeps these signs.
 */
export const storedSpellings = (spelt: string): string[] =>
  /[- ]/.test(spelt) ? [spelt, spelt.replaceAll(/[- ]/g, "")] : [spelt];

/** The number as that of a passport, which has no signs. One that cannot be a passport's stays as it is. */
export const asPassport = (spelt: string): string => canonicalNumber(spelt) ?? spelt;

/** The letters and digits of a number: its last four are found, too. */
export const withoutSigns = (number: string): string => number.replaceAll(signless, "");

/** What counts as the same number where questions are counted: signs make no other one, so nobody gets more tries by them. */
export const countedNumber = (spelt: string): string => withoutSigns(spelt);

/**
 * How a second number may be stored that somebody looks up, the one spelling first. People leave the signs out, and so did
 * agencies: it is looked for without them, too. A text without signs gets those of the example, if it fits.
 */
export function soughtSpellings(spelt: string, form: NumberForm, example: string): string[] {
  if (form === null) return [spelt];
  const plain = withoutSigns(spelt);
  const signed = plain === spelt ? signedAs(secondSpelling(example, form) ?? "", plain) : plain;
  return [...new Set([...storedSpellings(spelt), plain, signed])];
}

/** The number with the signs of the example. Its last group may be longer or shorter than that of the example. */
function signedAs(example: string, plain: string): string {
  const groups = example.split(signless).slice(0, -1);
  const marks = example.match(signless) ?? [];
  const like = groups.map(
    (group) => `(${[...group].map((sign) => (/\d/.test(sign) ? String.raw`\d` : "[A-Z]")).join("")})`,
  );
  const [, ...found] = new RegExp(`^${like.join("")}([A-Z0-9]+)$`).exec(plain) ?? [];
  return found.map((group, at) => group + (marks[at] ?? "")).join("") || plain;
}

/**
 * True if the number has the form of an IRCC number: a letter and nine digits for an application, W and at least seven
 * digits, or the eight or ten digits of a client. Does not check whether such a number exists.
 */
export const looksLikeIrcc = (typed: string): boolean =>
  /^(?:[A-Z]\d{9}|W\d{7,}|\d{8}|\d{10})$/.test(canonicalNumber(typed) ?? "");

/** True if an IRCC number has a form that passports do not have. Eight digits, or W and seven, are passports of some countries. */
export const isHardlyPassport = (typed: string): boolean =>
  /^(?:[A-Z]\d{9}|W\d{8,}|\d{10})$/.test(canonicalNumber(typed) ?? "");

/** The groups of a number as somebody typed it. A second number with signs has its own groups. */
export function numberGroups(typed: string, form: NumberForm): string[] {
  return groupsOf(secondSpelling(typed, form) ?? canonicalNumber(typed) ?? typed);
}

/**
 * Splits a spelling into the groups in which people read it aloud: its letters, then three or four digits at a time. One
 * with signs has its own groups.
 */
export function groupsOf(number: string): string[] {
  if (/[/.\- ]/.test(number)) return [number];
  const [isUsual, letters = "", digits = ""] = /^([A-Z]*)(\d+)$/.exec(number) ?? [];
  if (!isUsual) return number.match(/.{1,4}/gu) ?? [];
  const size = groupSize(digits.length);
  const head = digits.slice(0, digits.length % size);
  const rest = digits.slice(head.length).match(size === 3 ? /.{3}/g : /.{4}/g) ?? [];
  return [letters, head, ...rest].filter((group) => group !== "");
}

/** Four or three if that divides the length evenly. Otherwise the size that leaves no single digit. */
const groupSize = (length: number) =>
  [4, 3].find((size) => length % size === 0) ?? [4, 3].find((size) => length % size !== 1) ?? 4;

/** Characters that may stand between the groups of a number. */
const between = /[^\p{L}\p{Nd}]/gu;

/**
 * True if a text seems to contain the number of a document. That is five digits in a row, in any grouping, or a word of six
 * or more letters and digits with at least four digits. Prefers false positives: telephone numbers match as well.
 */
export function holdsRecordNumber(text: string): boolean {
  const plain = visible(text);
  if (/\p{Nd}{5}/u.test(plain.replaceAll(between, ""))) return true;
  const words = plain.match(/[\p{L}\p{Nd}]{6,}/gu) ?? [];
  return words.some((word) => (word.match(/\p{Nd}/gu)?.length ?? 0) >= 4);
}

/** Letters and digits in a sentence that may be a number. Dates such as 2026-03-31 do not match. */
const numberLike =
  /(?<![\p{L}\p{Nd}])(?!\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}(?![\p{Nd}-]))(?:[A-Za-z]{1,3}[\s-]?)?\p{Nd}(?:[\s-]?\p{Nd}){4,}[A-Za-z\p{Nd}]*/gu;

/** Masks everything in a text that looks like a document number, and all given `numbers` in any spacing. */
export function withoutNumbers(text: string, numbers: readonly string[]): string {
  const known = numbers.filter(Boolean).map((number) => [...withoutSigns(number)].join(String.raw`[\s\p{Pd}/.]*`));
  const exact = known.length > 0 ? new RegExp(known.join("|"), "giu") : null;
  const masked = exact ? inLatinDigits(text).replaceAll(exact, "…") : text;
  return masked.replaceAll(numberLike, "…");
}
