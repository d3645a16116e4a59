import { inLatinDigits } from "../latin-digits.ts";
import { canonicalNumber, type NumberForm, recordSecond, visible, withDigits } from "./numbers.ts";
import type { SecondNumber } from "./second-number.ts";

/** Any character except a letter, a combining mark or a digit. */
const gap = String.raw`[^\p{L}\p{M}\p{Nd}]`;
const letter = String.raw`[\p{L}\p{M}]`;
const numberWord = "(?:number|num|no|নম্বর|নাম্বার|নং)";
/**
 * Matches "Passport No: ", "Visa no. " and "IRCC ". Matches a bare "No " only before a letter and a digit, because some
 * numbers begin with NO.
 */
const label = new RegExp(
  `^${gap}*(?:(?:(?:passport|ircc|uci|পাসপোর্ট(?:ের)?|আইআরসিসি)${gap}*)+(?:${numberWord}${gap}+)?|(?:${letter}+${gap}+){0,3}${numberWord}(?:\\s*[.:#]${gap}*|\\s+(?=[a-z]\\d)))?`,
  "iu",
);
const tail = new RegExp(`${gap}+$`, "u");
const plainWord = new RegExp(`(?<!${letter}|\\p{Nd})${letter}{4,}(?!${letter}|\\p{Nd})`, "u");
const passportWord = /passport|পাসপোর্ট/iu;
/** A part of a sentence that looks like a number. */
const amongWords = /(?<![A-Za-z\d])(?:[A-Za-z]{1,3}\d{5,}[A-Za-z\d]*|\d{8,}[A-Za-z]?)(?![A-Za-z\d])/g;

type Sought = Pick<SecondNumber, "form" | "labels">;

const likePassports: Sought = { form: null, labels: {} };

/**
 * Finds the number in a text that a person typed or pasted, such as "Passport No: A12345678.". Programs send the plain
 * number. With a form, it is spelt as a second number, from which a passport number can be read, too.
 */
export function numberIn(typed: string, { form, labels }: Sought = likePassports): string | null {
  if (typed.length > 100) return null;
  const text = withoutName(visible(typed), labels, form);
  const second = form === null || passportWord.test(text) ? null : secondIn(text, form);
  if (second !== null) return second;
  const rest = text.replace(label, "").replace(tail, "");
  const numbers = plainWord.test(rest) ? (inLatinDigits(rest).match(amongWords) ?? []) : [];
  if (numbers.length > 1) return null;
  return withDigits(canonicalNumber(numbers[0] ?? rest) ?? canonicalNumber(text));
}

/** Takes the operator's name for the number off. Where numbers have spaces, a short name may be a part of them. */
function withoutName(text: string, labels: Sought["labels"], form: NumberForm): string {
  const names = Object.values(labels)
    .filter((name) => !form?.includes("blank") || plainWord.test(name))
    .map(
      (name) =>
        visible(name)
          .match(/[\p{L}\p{M}\p{Nd}]+/gu)
          ?.join(`${gap}+`) ?? "",
    )
    .filter((name) => name !== "");
  if (names.length === 0) return text;
  const name = `(?:${names.join("|")})`;
  return text.replace(
    new RegExp(`^${gap}*${name}[).]*\\s+(?:${numberWord}\\.?\\s+)?(?=\\(?[\\p{L}\\p{Nd}])`, "iu"),
    "",
  );
}

/** Only a label ends so. */
const beforeColon = /^.*[:#]/su;
/** Ends with a space that its number would not have, so that hardly any number begins so in its one spelling. */
const secondLabel = new RegExp(
  String.raw`^${gap}*(?:(?:ircc|uci|আইআরসিসি)\s+(?:${numberWord}\.?\s+)?|(?:${letter}+\s+){0,3}(?:(?:number|নম্বর|নাম্বার|নং)\.?\s+(?:is\s+)?|(?:no|num)\.\s+|(?:no|num)\s+(?=[a-z]{1,3}\d{5,}[a-z\d]*${gap}*$)))(?=\(?[\p{L}\p{Nd}])`,
  "iu",
);
const ends = new RegExp(`^${gap}+|${gap}+$`, "gu");
const wordAlone = new RegExp(String.raw`^[^\p{Nd}/]*${letter}{4,}[^\p{Nd}/]*$`, "u");
const plainNumber = /^[A-Za-z]{1,3}\d{5,}[A-Za-z\d]*$/;
const plainDigits = /^\d{8,}[A-Za-z]?$/;

/** The number without a label before it and a name behind it. Null if there is none, or more than one. */
function secondIn(text: string, form: NonNullable<NumberForm>): string | null {
  const parts = text.replace(beforeColon, "").replace(secondLabel, "").replace(ends, "").split(/\s+/);
  if (!parts.some((part) => wordAlone.test(part))) return recordSecond(parts.join(" "), form);
  const end = parts.findLastIndex((part) => /\p{Nd}/u.test(part)) + 1;
  const kept = parts.slice(end).some((part) => wordAlone.test(part)) ? parts.slice(0, end) : parts;
  // Words before it may be a part of a number with signs, but not of a passport number.
  const plain = kept.some((part) => wordAlone.test(part)) ? kept.filter((part) => isPlain(part, form)) : [];
  return plain.length > 1 ? null : recordSecond(plain[0] ?? kept.join(" "), form);
}

const isPlain = (part: string, form: NonNullable<NumberForm>): boolean => {
  const number = inLatinDigits(part.replace(ends, ""));
  return plainNumber.test(number) || (!form.includes("blank") && plainDigits.test(number));
};
