import { namesSomebodyElse } from "./more-headings.ts";
import { hasPerson, presumed } from "./presume-heading.ts";
import { areNames, textsIn } from "./presumed-columns.ts";
import { isIgnored, type Recognised, recognise } from "./recognise-heading.ts";
import { isNoPlace } from "./no-place.ts";
import type { Cell } from "./table.ts";

type Samples = readonly (readonly Cell[])[];
type Told = { heads: readonly string[]; samples: Samples };

const ofWords = /^[\p{L}\p{M}\s.'’()-]+$/u;
/** True for names of one word or more, and for all that looks like them. */
export const mayBeNames = (texts: readonly string[]) =>
  texts.length > 0 &&
  texts.filter((text) => ofWords.test(text)).length >= 0.8 * texts.length &&
  new Set(texts).size >= 0.7 * texts.length &&
  !isNoPlace(texts, new Set());

/** True for a column that is not understood and may have names. */
export const mayHaveNames = ({ heads, samples }: Told, at: number): boolean => {
  const head = heads[at] ?? "";
  const isOpen = recognise(head) === undefined && !namesSomebodyElse(head);
  return head !== "" && isOpen && mayBeNames(textsIn(samples, at));
};

/** What says the name of a person, or a part of it. */
export const namesOfPerson: ReadonlySet<Recognised | undefined> = new Set([
  "name",
  "givenName",
  "surname",
  "middleName",
  "nameAndFather",
]);
/** True for a name by its heading, or by its cells as well where the heading says too little. */
export function isOfName({ heads, samples }: Told, at: number): boolean {
  const head = heads[at] ?? "";
  return namesOfPerson.has(recognise(head)) || (namesOfPerson.has(presumed(head)) && areNames(textsIn(samples, at)));
}

const partOf = /[([]\s*(given|first|family|last|surname)(?: names?)?\s*[)\]]$/iu;
/** "Beneficiary Last" beside "Beneficiary First", "Last" beside "First". */
const partBehind = /^(?:(\p{L}+)\s+)?(given|first|family|last|middle)$/iu;

const initial = (letters: string) => new RegExp(String.raw`^${letters}[\s._]*n(?:a?me?)?\.?$`, "iu");
const [first, last, sur, given] = ["(?:f|1st)", "l", "s", "g"].map(initial);
/** "Cand FName" is about the same part as "FName". */
const withoutPerson = (head: string) =>
  head
    .trim()
    .replace(/^\p{L}{3,}(?=[\s._]+\p{L})/u, (word) => (isIgnored(word.toLowerCase()) ? "" : word))
    .trim();
const is = (pattern: RegExp | undefined) => (head: string) => pattern?.test(withoutPerson(head)) ?? false;

const areSingle = (samples: Samples, at: number) => {
  const texts = textsIn(samples, at);
  return texts.length > 0 && texts.filter((text) => /[\s,،]/u.test(text)).length < 0.8 * texts.length;
};

/** The same letter in all of them: "FNAME" beside "LNAME", "GName" beside "SName". */
function byLetters(heads: readonly string[], samples: Samples): readonly string[] {
  const hasFather = heads.some((head) => !is(first)(head) && recognise(head) === "fatherName");
  const hasName = heads.some((head) => recognise(head) === "name");
  const areFirstLast = heads.some(is(first)) && heads.some(is(last)) && (hasFather || !hasName);
  const areGivenSur = heads.some(is(given)) && heads.some(is(sur)) && !hasName;
  return heads.map((head, at) => {
    if (is(first)(head) && (areFirstLast || (isName(head) && !hasName && areSingle(samples, at)))) return "First name";
    if (areFirstLast && is(last)(head)) return "Last name";
    if (areGivenSur) return is(given)(head) ? "Given name" : is(sur)(head) ? "Surname" : head;
    return head;
  });
}
/** "FN" alone may be the father. */
const isName = (head: string) => /^f[\s._]?name$/iu.test(withoutPerson(head));

/** "F. NAME" above several words each, beside a father or no other names at all, is the full name. */
function byOnlyNames(told: Told): readonly string[] {
  const { heads, samples } = told;
  const firsts = heads.flatMap((head, at) => (is(first)(head) ? [at] : []));
  const [at, ...more] = firsts;
  if (at === undefined || more.length > 0 || !areNames(textsIn(samples, at))) return heads;
  const isOther = (head: string, other: number) =>
    other !== at && (isOfName(told, other) || recognise(head) === "motherName" || mayHaveNames(told, other));
  return heads.some(isOther) ? heads : heads.with(at, "Full name");
}

/** A word that says nothing else may be that for the person of a row. */
const mayBePerson = (word: string) =>
  word === "" || ([undefined, "name"].includes(recognise(word)) && recognise(`${word} name`) !== "other");

/** The headings "First" and "Last" behind the same word, if nobody else in the table may be the person. */
function partsBehind(told: Told): readonly string[] {
  const { heads } = told;
  const found = heads.filter((head) => partBehind.test(head) && !namesSomebodyElse(head));
  const [word = "", ...more] = new Set(found.map((head) => partBehind.exec(head)?.[1]?.toLowerCase() ?? ""));
  const said = new Set(found.map((head) => partBehind.exec(head)?.[2]?.toLowerCase()));
  const areBoth = (said.has("first") || said.has("given")) && (said.has("last") || said.has("family"));
  const isOther = (head: string, at: number) =>
    !found.includes(head) && (isOfName(told, at) || (!hasPerson(word) && mayHaveNames(told, at)));
  return areBoth && more.length === 0 && mayBePerson(word) && !heads.some(isOther) ? found : [];
}

/** Of what a heading says in brackets, behind somebody, or by its first letter: which part of a name it is. */
export function withNameParts(told: Told): readonly string[] {
  const { heads, samples } = told;
  const inBrackets = heads.filter((head) => partOf.test(head) && recognise(head.replace(partOf, "")) === "name");
  const parts = [...(inBrackets.length === 2 ? inBrackets : []), ...partsBehind(told)];
  const partIn = (head: string) => partOf.exec(head)?.[1] ?? partBehind.exec(head)?.[2] ?? "";
  const named = heads.map((head) => (parts.includes(head) ? `${partIn(head)} name` : head));
  return byOnlyNames({ heads: byLetters(named, samples), samples });
}
