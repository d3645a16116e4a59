import { type Columns, type Heading, hasColumnFor, isNamePart } from "./import-fields.ts";
import { foldedSet, wordsOf } from "./heading-words.ts";
import {
  fatherWords,
  motherWords,
  namesSomebodyElse,
  nameWords,
  passportWords,
  personWords,
  wholeWords,
} from "./more-headings.ts";
import { hasPerson, hasRole } from "./presume-heading.ts";
import { areNames, textsIn } from "./presumed-columns.ts";
import { isIgnored, recognise } from "./recognise-heading.ts";
import type { Cell } from "./table.ts";

type Told = { headings: readonly Heading[]; samples: readonly (readonly Cell[])[] };
type NameField = "name" | "fatherName" | "motherName";

const [ofName, ofParent] = [foldedSet([...nameWords, ...personWords]), foldedSet([...fatherWords, ...motherWords])];
const besides = foldedSet([
  ...passportWords,
  ...wholeWords,
  ..."visa vor und arabic amharic bangla bengali hindi nepali urdu tamil sinhala".split(" "),
]);
const parts = foldedSet("ln fn mn mi".split(" "));
/** "CNAME" and "fullnme". */
const endsInName = /^(?:c|full)na?me?$/u;
const isOfName = (word: string) => ofName.has(word) || endsInName.test(word);
const isOfParent = (word: string) =>
  !parts.has(word) && (ofParent.has(word) || ["fatherName", "motherName"].includes(recognise(word) ?? ""));

const isPart = (word: string) => parts.has(word) || isNamePart(recognise(word) ?? "");

/** What the first words of a heading say: "Vater (Vor- und Nachname)", "Name E". */
function saidFirst(words: readonly string[]): NameField | undefined {
  const parents = words.filter(isOfParent);
  const starts = words.map((_, at) => words.slice(0, words.length - at).join(" "));
  const meaning = starts.map((start) => recognise(start)).find((said) => said !== undefined);
  if (parents.length > 1) return undefined;
  if (meaning === "fatherName" || meaning === "motherName") return meaning;
  // "Applicant LN" is one part of it.
  const isWhole = words.filter(isPart).length !== 1;
  const saysName = meaning === "name" || words.some((word) => isOfName(word) || hasPerson(word));
  return parents.length === 0 && isWhole && saysName ? "name" : undefined;
}

/** True if no word says whose name it is but those for the person of a row or a parent: "W. Name", "Applicant (LN, FN MN)". */
const namesNobody = (words: readonly string[]) =>
  words.at(-1) !== "of" &&
  words.filter((word) => /^[a-z]$/u.test(word)).length <= 1 &&
  words.every(
    (word) =>
      isOfName(word) ||
      isIgnored(word) ||
      hasPerson(word) ||
      isOfParent(word) ||
      besides.has(word) ||
      isPart(word) ||
      /^[a-z]$/u.test(word),
  );

const fewest = 3;
/** True for names of which no two are the same. */
const areOfEach = (texts: readonly string[]) =>
  texts.length >= fewest && areNames(texts.map(withoutComma)) && new Set(texts).size === texts.length;
/** "Cruz, Juan" */
const withoutComma = (text: string) => text.replace(/,(?=\s)/u, "");

/** Words without digits, most of them different: whoever they are, they may be the person. */
const mayBePeople = (texts: readonly string[]) =>
  texts.length > 0 &&
  new Set(texts).size >= 0.7 * texts.length &&
  texts.filter((text) => /\p{L}{2}/u.test(text) && !/[\p{Nd}@]/u.test(text)).length >= 0.6 * texts.length;

/** What an open column may be: a name, a parent, somebody whom nobody knows. Undefined for nobody. */
function mayBe({ own, whole }: Heading, texts: readonly string[]): NameField | "unknown" | undefined {
  if (own === "" || namesSomebodyElse(whole) || !mayBePeople(texts)) return undefined;
  const words = wordsOf(own.replace(/\bm\.? ?i\b/iu, "mi"));
  return (namesNobody(words) && !hasRole(own) ? saidFirst(words) : undefined) ?? "unknown";
}

/**
 * The only column of names in a table with passports, if no word of its heading says whose they are. Below a heading that
 * nobody knows, another column may be the person: then nobody can tell.
 */
export function withOnlyNames(columns: Columns, { headings, samples }: Told, isOpen: (at: number) => boolean): Columns {
  if (!columns.includes("passportNumber")) return columns;
  const said = headings.map((heading, at) => (isOpen(at) ? mayBe(heading, textsIn(samples, at)) : undefined));
  const isOnly = (field: NameField) =>
    !hasColumnFor(columns, field) &&
    said.filter((one) => one === field || (field === "name" && one === "unknown")).length === 1;
  return columns.map((meaning, at) => {
    const field = said[at];
    if (field === undefined || field === "unknown" || !isOnly(field)) return meaning;
    return areOfEach(textsIn(samples, at)) ? field : meaning;
  });
}
