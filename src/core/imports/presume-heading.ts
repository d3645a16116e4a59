import { addressWords } from "./headings.ts";
import {
  besideOthers,
  fatherWords,
  motherWords,
  nameWords,
  otherPersons,
  passportWords,
  personWords,
  someoneElse,
} from "./more-headings.ts";
import { isOneSlip } from "./as-spelt.ts";
import { foldedSet, isIgnored, wordsOf } from "./recognise-heading.ts";

/** What a heading that is not understood may say. */
export type Presumed = "passportNumber" | "name" | "fatherName" | "motherName" | "address" | "nationality";

const of = {
  passport: foldedSet(passportWords),
  name: foldedSet(nameWords),
  father: foldedSet(fatherWords),
  mother: foldedSet(motherWords),
  address: foldedSet(addressWords),
  nationality: foldedSet(
    "nationality natnlty citizen citizenship নাগরিক জাতীয়তা नागरिक राष्ट्रीयता قومیت شہریت جنسية".split(" "),
  ),
  person: foldedSet([
    ...personWords,
    "principal",
    "main",
    "client",
    "applicant",
    "candidate",
    "worker",
    "employee",
    "passenger",
    "holder",
  ]),
};
const long = [...of.passport, ...of.father, ...of.mother, ...of.address].filter((word) => word.length > 4);

const slipOf = (word: string) =>
  word.length > 4 ? (long.find((meant) => meant[0] === word[0] && isOneSlip(word, meant)) ?? word) : word;

/** What is beside the thing that is meant: "Full name (with grandfather)" and "Father's name & contact". */
const aside =
  /[([]?\s*(?:\bwith (?:g\.? ?father|grand ?father|surname|initials|title)|(?:\band|&|\+|\/)\s*(?:contact|phone|mobile|mob|tel|no)\.?)(?!\p{L}).*$/iu;

export const hasAside = (heading: string): boolean => aside.test(heading);

/**
 * By the words of a heading that is not understood: what it may be about, whatever its other words say. Empty if one of them
 * says that it is about somebody or something else. Only its cells can tell.
 */
export function presumed(heading: string): readonly Presumed[] {
  if (/\b[sdw]\s?\/\s?o\b/i.test(heading)) return [];
  const text = heading.toLowerCase().replace(aside, "");
  if (otherPersons.test(text) || someoneElse.test(text) || besideOthers.test(text)) return [];
  const words = wordsOf(text).map(slipOf);
  const has = (one: keyof typeof of) => words.some((word) => of[one].has(word));
  if (has("nationality")) return ["nationality"];
  if (has("address")) return has("father") || has("mother") ? [] : ["address"];
  if (has("father") && has("mother")) return [];
  if (has("father")) return has("name") || aside.test(heading) ? ["fatherName"] : [];
  if (has("mother")) return has("name") || aside.test(heading) ? ["motherName"] : [];
  const arePersons =
    words.some((word) => of.person.has(word)) && words.every((word) => of.person.has(word) || isIgnored(word));
  return [
    ...(has("passport") ? (["passportNumber"] as const) : []),
    ...(has("name") || arePersons ? (["name"] as const) : []),
  ];
}
