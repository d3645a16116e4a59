import { inLatinDigits } from "../latin-digits.ts";
import { type NumberForm, recordSecond, visible } from "./numbers.ts";
import { gap, letter, numberWord, passportNumberAmong, plainWord } from "./passport-number-in-text.ts";
import type { SecondNumber } from "./second-number.ts";

const passportWord = /passport|পাসপোর্ট/iu;

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
  return second ?? passportNumberAmong(text);
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
  `^${gap}*(?:(?:ircc|uci|আইআরসিসি)\\s+(?:${numberWord}\\.?\\s+)?|(?:${letter}+\\s+){0,3}(?:(?:number|নম্বর|নাম্বার|নং)\\.?\\s+(?:is\\s+)?|(?:no|num)\\.\\s+|(?:no|num)\\s+(?=[a-z]{1,3}\\d{5,}[a-z\\d]*${gap}*$)))(?=\\(?[\\p{L}\\p{Nd}])`,
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
