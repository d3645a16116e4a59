import { inLatinDigits } from "../latin-digits.ts";
import { canonicalNumber, visible, withDigits } from "./numbers.ts";

/** Any character except a letter, a combining mark or a digit. */
export const gap = String.raw`[^\p{L}\p{M}\p{Nd}]`;
export const letter = String.raw`[\p{L}\p{M}]`;
export const numberWord = "(?:number|num|no|নম্বর|নাম্বার|নং)";
/**
 * Matches "Passport No: ", "Visa no. " and "IRCC ". Matches a bare "No " only before a letter and a digit, because some
 * numbers begin with NO.
 */
const label = new RegExp(
  `^${gap}*(?:(?:(?:passport|ircc|uci|পাসপোর্ট(?:ের)?|আইআরসিসি)${gap}*)+(?:${numberWord}${gap}+)?|(?:${letter}+${gap}+){0,3}${numberWord}(?:\\s*[.:#]${gap}*|\\s+(?=[a-z]\\d)))?`,
  "iu",
);
const tail = new RegExp(`${gap}+$`, "u");
export const plainWord = new RegExp(`(?<!${letter}|\\p{Nd})${letter}{4,}(?!${letter}|\\p{Nd})`, "u");
/** A part of a sentence that looks like a number. */
const amongWords = /(?<![A-Za-z\d])(?:[A-Za-z]{1,3}\d{5,}[A-Za-z\d]*|\d{8,}[A-Za-z]?)(?![A-Za-z\d])/g;

/** Finds the number in a text that a person typed or pasted, such as "Passport No: A12345678.". */
export const passportNumberIn = (typed: string): string | null =>
  typed.length > 100 ? null : passportNumberAmong(visible(typed));

/** The same in a text of which all is seen. */
export function passportNumberAmong(text: string): string | null {
  const rest = text.replace(label, "").replace(tail, "");
  const numbers = plainWord.test(rest) ? (inLatinDigits(rest).match(amongWords) ?? []) : [];
  if (numbers.length > 1) return null;
  return withDigits(canonicalNumber(numbers[0] ?? rest) ?? canonicalNumber(text));
}
