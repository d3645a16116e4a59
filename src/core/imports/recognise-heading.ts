import { isFieldName } from "../records/record-fields.ts";
import { once } from "../once-per.ts";
import { isLastDayField, lastDayField } from "../records/last-days.ts";
import { hasOwnName, type SecondNumber } from "../records/second-number.ts";
import { withoutMarks } from "./alike-letters.ts";
import { asSpelt } from "./as-spelt.ts";
import { folded, foldedSet, holds, keysOf, remembering, shortening, spacedOut, wordsOf } from "./heading-words.ts";
import { withoutQuestion } from "./form-questions.ts";
import { inFull } from "./words-in-full.ts";
import { lastDayIn, saysEnd } from "./last-day-heading.ts";
import { addressPart, type ColumnMeaning, isNamePart, passportSeries } from "./import-fields.ts";
import {
  addressKinds,
  addressParts,
  addressWords,
  applicationHeadings,
  applicationWords,
  besideApplication,
  secondHeadings,
  secondWords,
  headings,
  otherWords,
  unimportant,
  vagueHeadings,
} from "./headings.ts";
import {
  besideIrcc,
  besideName,
  besideParent,
  besidePassport,
  fatherWords,
  foreignHeadings,
  irccWords,
  motherWords,
  nameWords,
  headingsOfOthers,
  otherHeadings,
  otherPersons,
  passportWords,
  personWords,
  roleWords,
  seriesWords,
  namesAnother,
  wholeWords,
} from "./more-headings.ts";

/** `vague`, `application`: what is in the column decides. `other`: the column is about something that no record has. */
export type Recognised = ColumnMeaning | "vague" | "application" | "other";

const asPerPassport =
  /(?:\bsesuai (?:paspor|ktp|passport)\b)|(?:\bselon (?:le )?passeport\b)|(?:\bas (?:the )?(?:passport|ppt?)(?=\)))|(?:\b(?:exactly |same )?(?:as )?(?:it )?(?:appears|appearing|mentioned|written|given|shown|printed|stated|matching|according|acc|exactly)\.?(?: as| to| in| on)* (?:the |your )?(?:passports?|ppt?)\b)|(?:\b(?:as )?(?:per|in|on) (?:the |his |her |their )?(?:passports?|ppt?|nid|id|id card|aadhaar|cnic|ktp)\b)|পাসপোর্ট অনুযায়ী|पासपोर्ट (?:के )?अनुसार|پاسپورٹ کے مطابق|(?:حسب|كما في) (?:ال)?جواز(?: السفر)?/gu;

/** The same with spaces and dots between them: "Nationality قومیت". */
const betweenLanguages =
  /(?<=[^\p{Script=Latin}\P{L}]\p{M}*)[\s.#:]*(?=\p{Script=Latin})|(?<=\p{Script=Latin})[\s.#:]*(?=[^\p{Script=Latin}\P{L}])/gu;

const known = once(() => new Map(knownKeys()));
const knownKeys = (): (readonly [string, Recognised])[] => {
  const keysWith = (plain: (word: string) => string) =>
    knownPhrases().flatMap(([meaning, phrases]) =>
      phrases
        .map(wordsOf)
        .flatMap((words) => keysOf(words.map(plain).map(asSpelt)).map((key) => [key, meaning] as const)),
    );
  // Of two meanings, the last counts. As many type them, several words of Vietnamese or Polish have no marks: "Ho ten".
  return [...keysWith(inPlainLetters).filter(([key]) => key.length >= fewestLetters), ...keysWith((word) => word)];
};
/** Without marks, a shorter word is often one of another language. */
const fewestLetters = 5;
const inPlainLetters = (word: string) =>
  withoutMarks(word).replaceAll("đ", "d").replaceAll("ł", "l").replaceAll("ı", "i");

const knownPhrases = (): (readonly [Recognised, readonly string[]])[] => [
  ["other", otherHeadings],
  ...entriesOf(foreignHeadings),
  ...entriesOf(headings),
  ...entriesOf(secondHeadings),
  [addressPart, addressParts],
  [passportSeries, seriesWords],
  ["application", applicationHeadings],
  ["vague", vagueHeadings],
];
const entriesOf = (table: Partial<Record<string, readonly string[]>>) =>
  Object.entries(table).map(([meaning, phrases = []]) => [meaning as Recognised, phrases] as const);

const ignored = foldedSet([...unimportant, ...personWords, ...roleWords, ...wholeWords]);
export const isIgnored = (word: string) => ignored.has(word);

function knownIn(typed: readonly string[]): Recognised | undefined {
  const plain = typed.map(withoutMarks);
  const meaning = knownAs(typed);
  return meaning ?? (plain.join() === typed.join() ? undefined : knownAs(plain));
}

function knownAs(typed: readonly string[]): Recognised | undefined {
  const words = typed.map(asSpelt);
  const important = words.filter((word) => !isIgnored(word));
  const whole = keysOf(words)
    .map((key) => known().get(key))
    .find((meaning) => meaning !== undefined);
  if (whole === undefined && isApplication(words)) return "application";
  const tried = important.length === 0 || important.length === words.length ? [words] : [words, important];
  return tried
    .flatMap(keysOf)
    .map((key) => known().get(key))
    .find((meaning) => meaning !== undefined);
}

const [ofAddress, kindsOfAddress] = [foldedSet(addressWords), foldedSet(addressKinds)];

const isOfSecond = foldedSet(secondWords);

const isAddress = (words: readonly string[]): boolean =>
  words.some((word) => ofAddress.has(word)) &&
  words.every((word) => ofAddress.has(word) || kindsOfAddress.has(word) || isOfSecond.has(word) || isIgnored(word));

/** True for one of the first words, and beside it only the others: "Application No. (IRCC)" and "IRCC application". */
const saysOnly = (first: readonly string[], beside: readonly string[]) => {
  const [meant, allowed] = [foldedSet(first), foldedSet(beside)];
  return (words: readonly string[]): boolean =>
    words.some((word) => meant.has(word)) &&
    words.every((word) => meant.has(word) || allowed.has(word) || isIgnored(word) || isNumber(word));
};
const isNumber = (word: string) => word === "no" || word === "#" || word === "№";
const isIrcc = saysOnly(irccWords, [...besideIrcc, ...applicationWords]);
const isPassport = saysOnly(passportWords, besidePassport);
const isName = saysOnly(nameWords, besideName);
const isApplication = (words: readonly string[]): boolean =>
  words.some((word) => isNumber(word) || tellsNumber.has(word) || tellsRequest.has(word)) &&
  words.some((word) => ofApplication.has(word)) &&
  words.every((word) => ofApplication.has(word) || besideOfApplication.has(word) || isIgnored(word) || isNumber(word));
const [ofApplication, besideOfApplication, tellsNumber, tellsRequest] = [
  foldedSet(applicationWords),
  foldedSet(besideApplication),
  foldedSet(["id", "ref", "reference", "আইডি", "आईडी", "ڈی", "file", "مرجع"]),
  foldedSet(["demande"]),
];
const isOfParent = (word: string) => ofParents.has(word) || /^p[eè]re$|^m[eè]re$/u.test(word);
const ofParents = foldedSet([...fatherWords, ...motherWords]);
const isFather = saysOnly(fatherWords, [...nameWords, ...besideName, ...besideParent]);
const isMother = saysOnly(motherWords, [...nameWords, ...besideName, ...besideParent]);

const partsOfAddress = foldedSet(addressParts.filter((part) => !part.includes(" ")));
const besideParts = foldedSet(["name", "code", "lc", "lc1", "নাম", "नाम", "نام", "اسم", ...addressWords]);
/** True for "Name of village", "Village & Post" and "Address line 2". */
const isPart = (words: readonly string[]): boolean =>
  words.some((word) => partsOfAddress.has(word) || (ofAddress.has(word) && words.some(tellsLine))) &&
  words.every(
    (word) =>
      partsOfAddress.has(word) ||
      besideParts.has(word) ||
      (kindsOfAddress.has(word) && word !== "card") ||
      isIgnored(word) ||
      isNumber(word) ||
      tellsLine(word),
  );

const tellsLine = (word: string) => /^(?:line|\d)$/.test(word);
/** What all words of a heading together say, in any order. */
function meaningOfWords(words: readonly string[]): Recognised | undefined {
  const meaning = knownIn(words);
  if (meaning !== undefined) return meaning;
  const plain = words.map(withoutMarks).map(asSpelt);
  if (isAddress(plain)) return "address";
  if (isIrcc(plain)) return "irccNumber";
  // "Passport valid" is about its last day.
  const isValidity = plain.includes("valid") && !plain.some(isNumber);
  if (isPassport(plain) && !isValidity) return "passportNumber";
  if (isName(plain)) return "name";
  if (isFather(plain)) return "fatherName";
  if (isMother(plain)) return "motherName";
  return isPart(plain) ? addressPart : undefined;
}

const others = folded(otherWords);
/** True for words about another time or another paper, such as "old" and "issued". */
export const holdsOther = (spaced: string): boolean => others().some((word) => holds(spaced, word));

/** The words that join two things of the same kind, such as "Village & P.O." */
const joined = /[/|()[\]\n:–—&,،]|\s[-.+]\s|\s(?:and|ও|এবং|एवं|तथा|व|र|اور|و)\s/u;

/** Reads a heading below another one if each row has it in two languages: "No. / নং" below "Passport / পাসপোর্ট". */
export function recogniseBelow(group: string, own: string): Recognised | undefined {
  if (group === "") return undefined;
  const parts = own.split(joined).filter((part) => /[\p{L}#№]/u.test(part));
  const said = parts.map((below) => group.split(joined).map((over) => recognise(`${over} ${below}`)));
  // "Exp" in "PP (Exp)" says more than its first half.
  const isUntold = (part: string, at: number) =>
    /^[\s\p{Script=Latin}.]+$/u.test(part) && !said[at]?.some((meaning) => meaning !== undefined);
  if (parts.some(isUntold)) return undefined;
  const [first, ...rest] = new Set(said.flatMap((all) => all.find((meaning) => meaning !== undefined)));
  return rest.length === 0 ? first : undefined;
}

const tellsFormat = /^(?:[dmy]{1,4}|\d+|digits?)$/;

/** The writing of a heading: that of English, one of those that the site reads, or another one. */
function writingOf(words: readonly string[]): "latin" | "own" | "foreign" {
  const text = words.join("");
  if (/[^\p{Script=Latin}\p{M}\P{L}]/u.test(text))
    return /[^\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Arabic}\p{M}\P{L}]/u.test(text) ? "foreign" : "own";
  return /[^a-z\d]/.test(text) ? "foreign" : "latin";
}

/**
 * Reads a heading that names the same thing in two languages or by two names, such as "Name / নাম". A part in another
 * writing that is not understood says the same as the part that is, unless it is about somebody else.
 */
function inAllParts(heading: string): Recognised | undefined {
  const said = partsOf(heading);
  const understood = said.filter(({ meaning }) => meaning !== undefined);
  const [first, ...rest] = new Set(understood.map(({ meaning }) => meaning));
  // "District & State" is a part of an address, although a state alone may be how far somebody is.
  const [second, ...more] = rest;
  if (first !== undefined && second !== undefined && more.length === 0 && understood.length === said.length) {
    const both: readonly Recognised[] = [first, second];
    const narrower = narrowerOf.find(([wide, narrow]) => both.includes(wide) && both.some(narrow));
    if (narrower) return both.find(narrower[1]);
  }
  // "Address (village, post, district)"
  if (first !== undefined && rest.length > 0) {
    const isOfAddress = [first, ...rest].every((one) => one === addressPart || one === "state" || one === "address");
    return understood.length === said.length && isOfAddress
      ? understood.some(({ meaning }) => meaning === "address")
        ? "address"
        : addressPart
      : undefined;
  }
  const isSame = ({ meaning, words, writing }: (typeof said)[number]) =>
    meaning !== undefined ||
    (writing !== "latin" &&
      !words.some((word) => isOfParent(word) || knownIn([word]) !== undefined) &&
      !otherPersons.test(words.join(" ")) &&
      understood.some((one) => one.writing !== writing));
  return said.every(isSame) ? first : undefined;
}

/** Of two halves of a heading, the second of these says more: "Nom / Family name", "Home town / Permanent address". */
const narrowerOf: readonly (readonly [Recognised, (meaning: Recognised) => boolean])[] = [
  ["name", isNamePart],
  [addressPart, (meaning) => meaning === "address"],
];

function partsOf(heading: string) {
  // "S/O ولد": what is a heading by itself has no parts.
  const inLanguages = heading.replaceAll(betweenLanguages, "\n").split("\n");
  const halves = inLanguages.length > 1 ? inLanguages : [heading];
  const isOne = (half: string) => inLanguages.length > 1 && meaningOfWords(wordsOf(half)) !== undefined;
  const parts = halves.flatMap((half) => (isOne(half) ? [half] : half.split(joined))).map(wordsOf);
  return parts
    .filter((words) => words.some((word) => !tellsFormat.test(word) && !isIgnored(word)))
    .map((words) => ({ meaning: meaningOfWords(words), words, writing: writingOf(words) }));
}

/** True for a heading that has a name and the father's, in this order: "Name & Father's name", "Name S/O". */
export function saysNameAndFather(heading: string): boolean {
  const [name = "", father = "", ...more] = heading.split(beforeFather);
  const endsInFather = sonOf.test(heading) ? !/\p{L}/u.test(father) : recognise(father) === "fatherName";
  return more.length === 0 && endsInFather && recognise(name) === "name";
}
const sonOf = /\b[sd]\s?\/\s?o\b/iu;
/** With "S/O" as what divides them, nothing is left of the second. */
const beforeFather =
  /(?:\s*(?:[&+/,]|(?<=\s)(?:and|with|ও|एवं|तथा|व|र|اور|و)(?=\s)))?\s*\b[sd]\s?\/\s?o\b[\s.)]*|\s*[&+/,]\s*|\s+(?:and|with|ও|एवं|तथा|व|र|اور|و)\s+/iu;

/**
 * The meaning of a heading of which only one half is understood: "Ise / Occupation". It counts in a table that has several
 * such headings: their other halves are in a language that is not known here.
 */
export function recogniseHalf(heading: string): Recognised | undefined {
  const [one, other, ...more] = partsOf(heading);
  const [half, ...both] = [one, other].filter((part) => part?.meaning !== undefined);
  const isAboutOthers =
    otherPersons.test(heading.toLowerCase()) || saysEnd(heading) || recognise(heading) !== undefined;
  return !other || more.length > 0 || both.length > 0 || isAboutOthers ? undefined : half?.meaning;
}

const inOthers = foldedSet(headingsOfOthers);
const isOfOther = (word: string) =>
  word.length > 2 && inOthers.has(word) && !besideParts.has(word) && !kindsOfAddress.has(word);

/** True for a heading with a word for something that no record has: "Status of visa". */
export const tellsOther = (heading: string): boolean => wordsOf(heading).some(isOfOther);

/** "His father" in Arabic, or "mother" without its dots: nobody can tell. */
export const isEitherParent = /^\s*(?:[اإ]سم\s+)?والده\s*$/u;

/** True for "Zorbo's visa": whoever that is, they are not known to be the person. */
const isOfAnother = (heading: string): boolean =>
  [...heading.matchAll(/(\p{L}+)['’]s(?!\p{L})/giu)].some(([, who = ""]) => !wordsOf(who).every(isIgnored));

/** Cards of a nation, and of insurance: no record has their last day. Those of residence are papers of a record. */
const nationalCards = foldedSet("cnic nid nic nrc aadhaar aadhar ktp nadra এনআইডি आधार".split(" "));
const isOfNation = (words: readonly string[]): boolean =>
  words.some((word) => nationalCards.has(word)) ||
  /\b(?:health|ghana|national id(?:entity)?) card\b/u.test(words.join(" "));

/** "Imię i nazwisko ojca": a heading for a name, and one word for a parent. */
function nameOfParent(heading: string, words: readonly string[]): "fatherName" | "motherName" | undefined {
  const [parent, ...more] = words.filter((word) => ofParents.has(word));
  const rest = words.filter((word) => word !== parent);
  if (parent === undefined || more.length > 0 || joined.test(heading) || knownIn(rest) !== "name") return undefined;
  return isFather([parent]) ? "fatherName" : "motherName";
}

/** Undefined if nothing is known about the heading. */
export const recognise: (heading: string) => Recognised | undefined = remembering(meaningOf);

const ofPassport = foldedSet(passportWords);

function meaningOf(heading: string): Recognised | undefined {
  const text = withoutQuestion(withoutWhereRead(heading));
  const words = wordsOf(text);
  if (words.length === 0 || isEitherParent.test(text) || saysWhereRead(text)) return undefined;
  const meaning = knownIn(words) ?? inAllParts(text) ?? meaningOfWords(words) ?? nameOfParent(text, words);
  if (meaning !== undefined) return meaning;
  const spaced = spacedOut(words);
  if (holdsOther(spaced) || namesAnother(text)) return "other";
  const full = inFull(withoutBoth(text));
  const lastDay = lastDayIn(text, words.map(asSpelt));
  // "Medical insur. until"
  if (lastDay !== undefined && full !== text && recognise(full) === "other") return "other";
  // "Biometric passport till": no record has the last day of a passport. A visa may be in one.
  if (lastDay !== undefined && lastDay !== lastDayField("visaPaper") && words.some((word) => ofPassport.has(word)))
    return "other";
  if (lastDay !== undefined)
    return isOfAnother(text) || isOfNation(words) || words.some((word) => word.length > 2 && isOfParent(word))
      ? "other"
      : lastDay;
  const plain = text.replaceAll(shortening, ".").replaceAll(dotted, (letters) => letters.replaceAll(".", ""));
  if (plain !== text) return recognise(plain);
  return full === text ? undefined : recognise(full);
}

/** "Bewerber/in" and "Trabajador(a)" as a man is called. */
export const withoutBoth = (heading: string): string => heading.replaceAll(ofBoth, "");
const ofBoth = /(?<=\p{Script=Latin}{4})\s?[(/](?:in|innen|a|as|o|e|es|euse|rice|czka|ka)\)?(?![\p{L}\p{M}])/giu;

/** "Name (as per passport)" without what it says of where the name was read. */
export function withoutWhereRead(heading: string): string {
  const without = heading.toLowerCase().replaceAll(asPerPassport, " ");
  return /[\p{L}\p{Nd}]/u.test(without) && without !== heading.toLowerCase() ? without : heading;
}

/** "(as in passport)" below "Name" is no heading by itself. */
const saysWhereRead = (heading: string) =>
  /^\s*[([]?\s*as\b/iu.test(heading) && !/[\p{L}\p{Nd}]/u.test(heading.toLowerCase().replaceAll(asPerPassport, " "));

/** "Passport expiry" and "Father's occupation": no record has the last day of a passport, nor more of a parent than the name. */
export function isBesides(heading: string): boolean {
  const words = wordsOf(heading);
  const hasMore = words.some((word) => !ofParents.has(word) && isOfOther(word));
  return (
    (words.some((word) => ofPassport.has(word)) && saysEnd(heading)) ||
    (words.some((word) => ofParents.has(word)) && hasMore)
  );
}

/** "P.C.C." and "पी.सी.सी." as they are written without dots. */
const dotted = /(?<![\p{L}\p{M}.])(?:\p{L}\p{M}*){1,2}\.(?:(?:\p{L}\p{M}*){1,2}(?:\.|(?![\p{L}\p{M}])))+/gu;

const second = once(
  () => new Set(Object.values(secondHeadings).flatMap((texts) => texts.flatMap((text) => keysOf(wordsOf(text))))),
);

/** True for a heading that always means one field of the program, whatever is in its column. */
export function isOfRecord(heading: string): boolean {
  if (isSecond(heading)) return false;
  const meaning = knownIn(wordsOf(heading)) ?? "other";
  return isFieldName(meaning) || meaning === "state" || isLastDayField(recognise(heading) ?? "");
}

/** True if the operator's name for the second number is no name of IRCC's. */
export const namesOther = (number: Pick<SecondNumber, "labels">): boolean =>
  hasOwnName(number) && !Object.values(number.labels).some((label) => recognise(label) === "irccNumber");

/** True for a heading that counts only where no other column has the same meaning. */
export function isSecond(heading: string): boolean {
  const words = wordsOf(heading);
  return (
    keysOf(words).some((key) => second().has(key)) || (words.some((word) => isOfSecond.has(word)) && isAddress(words))
  );
}
