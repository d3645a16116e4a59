import type { Asked } from "#verify/lookup-receipt.ts";
import { canonicalNumber, type NumberForm, secondSpelling } from "../records/numbers.ts";
import { unseenCharacters } from "../unseen-characters.ts";

const controls = /(?![\s\u0085])\p{Cc}/gu;
/** Spaces, line ends and blank signs of every kind. */
const spaces = /[\s\p{Z}\u0085\u2800]+/gu;
const usesJoiners = ["Arab", "Beng", "Deva", "Gujr", "Guru", "Khmr", "Knda", "Mlym", "Mong", "Mymr", "Nkoo"]
  .concat(["Orya", "Sinh", "Syrc", "Taml", "Telu", "Tibt"])
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("");
const joined = String.raw`(?=[\p{L}\p{M}])[${usesJoiners}]`;
/** A joiner that joins nothing: it is not between letters or marks of a script that uses joiners. */
const idleJoiners = new RegExp(String.raw`(?<!${joined})[\u200C\u200D]+|[\u200C\u200D]+(?!${joined})`, "gu");

/** The form in which new signed texts say a name: nothing in it is unseen, and every gap is one plain space. */
export const statedText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(unseenCharacters, "")
    .replaceAll(controls, "")
    .replaceAll(idleJoiners, "")
    .replaceAll(spaces, " ")
    .trim()
    .normalize("NFC");

export const statedNumber = (number: string): string => canonicalNumber(number) ?? statedText(number);

/** With a form, the signs of a second number are kept: "12-3456" and "123-456" are two numbers. */
export const statedAsked = ({ number, name }: Asked, form: NumberForm = null): Asked => ({
  number: secondSpelling(number, form) ?? statedNumber(number),
  name: statedText(name),
});
