import { countryNamed } from "../own-fields/countries.ts";
import { type ColumnFacts, areInARow, areNumbers, areOfOne, areUsual, isIrccs, isPassports } from "./column-facts.ts";
import { saidIn } from "./cell-text.ts";
import { type Columns, type Heading, hasColumnFor, keyFields } from "./import-fields.ts";
import { besidePassport, otherPersons, passportWords } from "./more-headings.ts";
import { hasRole, isClientOfOthers, type Presumed, presumed } from "./presume-heading.ts";
import { foldedSet, wordsOf } from "./heading-words.ts";
import { saysEnd } from "./last-day-heading.ts";
import { isBesides, isIgnored, tellsOther } from "./recognise-heading.ts";
import type { Cell } from "./table.ts";

const ofPassport = foldedSet(passportWords);
const saysPassport = (heading: string) => wordsOf(heading).some((word) => ofPassport.has(word));
const isAboutOthers = (heading: string) => tellsOther(heading) || otherPersons.test(heading.toLowerCase());

type Told = { headings: readonly Heading[]; facts: readonly ColumnFacts[]; samples: readonly (readonly Cell[])[] };

const fewest = 2;
const share = (texts: readonly string[], is: (text: string) => boolean) => texts.filter(is).length / texts.length;
const isOfLetters = (text: string) => /^[\p{L}\p{M}\s.'’()/-]+$/u.test(text);

const company =
  /(?<!\p{L})(?:l\.?l\.?c|ltd|limited|company|inc|corp|group|trading|est|establishment|contracting|pvt|sdn|bhd|gmbh|services?|hotel|farms?|foods?|industr(?:y|ies)|factory|hospital|restaurant|school|homes|manpower|overseas|enterprises?|شركة|مؤسسة|কোম্পানি|লিমিটেড)(?!\p{L})/iu;

/** Several words, hardly any of them twice, no digits and no company. */
export function areNames(texts: readonly string[]): boolean {
  const words = texts.map((text) => text.split(/[\s.]+/).filter((word) => word.length > 1).length);
  const several = words.filter((count) => count > 1).length;
  // One may be that of a total.
  const strange = texts.filter((text) => !isOfLetters(text) || company.test(text)).length;
  return (
    strange <= Math.max(texts.length > 3 ? 1 : 0, 0.1 * texts.length) &&
    several >= 0.6 * texts.length &&
    areMostlyDifferent(texts)
  );
}

/** True for numbers that passports may have, also with a slip. */
export const areOfDocuments = (texts: readonly string[]): boolean =>
  share(texts, (text) => /^[a-z\d\s./-]{5,15}$/i.test(text) && /\d{4}/.test(text)) >= 0.8;
const isPassportNumber = (text: string) => /^[a-z]{0,3}\s?\d{5,9}[a-z]?$/i.test(text) && text.length >= 6;

/** Words for a citizen: "Nepali". */
const demonym =
  /^(?:bangla ?deshi|indian|nepal(?:i|ese)|pakistani|sri ?lankan|filipin[oa]|philippine|indonesian?|wni|vietnamese|thai|cambodian|burmese|uzbek|egyptian|jordanian|lebanese|syrian|sudanese|yemeni|tunisian|algerian|moroccan|marocaine?|ethiopian|kenyan|ugandan|tanzanian|rwandan|ghanaian|nigerian|বাংলাদেশী|বাংলাদেশি|भारतीय|नेपाली|بھارتی|پاکستانی|مصري[ةه]?|أردني[ةه]?|اردني[ةه]?|سوداني[ةه]?|يمني[ةه]?|مغربي[ةه]?)$/iu;

/** A code of two letters may be another word: "No". */
const isNationality = (text: string) => demonym.test(text) || (text.length > 2 && countryNamed(text) !== undefined);

/** True for citizens, which are no part of an address as countries are, whatever the heading is. */
export const areCitizens = (texts: readonly string[]): boolean =>
  texts.length > 0 && share(texts, (text) => demonym.test(text)) >= 0.8;

const isAddress = (text: string) =>
  /\p{L}{2}/u.test(text) && !text.includes("@") && (/[,،]/.test(text) || text.split(/\s+/).length > 1);
const areMostlyDifferent = (texts: readonly string[]) => new Set(texts).size >= 0.7 * texts.length;

const agrees: Record<Presumed, (texts: readonly string[], facts: ColumnFacts | undefined) => boolean> = {
  name: areNames,
  fatherName: areNames,
  motherName: areNames,
  passportNumber: (texts, facts) =>
    facts !== undefined && (isPassports(facts) || (areNumbers(facts) && share(texts, isPassportNumber) >= 0.8)),
  address: (texts) => share(texts, isAddress) >= 0.8 && areMostlyDifferent(texts),
  nationality: (texts) => share(texts, isNationality) >= 0.8,
};

export const textsIn = (samples: readonly (readonly Cell[])[], at: number): string[] =>
  samples.map((cells) => saidIn(cells[at])).filter((text) => text !== "");

/**
 * What no heading of a table says for sure is taken from the only column whose heading probably says it, and whose cells
 * look like it. Of two such columns, nobody can tell.
 */
export function withPresumed(
  columns: Columns,
  { headings, facts, samples }: Told,
  isOpen: (at: number) => boolean,
): Columns {
  const found = headings.flatMap(({ own }, at) => {
    if (!isOpen(at) || own === "") return [];
    const texts = textsIn(samples, at);
    const meaning = texts.length >= fewest ? presumedIn(own, texts, facts[at]) : undefined;
    return meaning ? [[at, meaning] as const] : [];
  });
  const isOther = (at: number, own: string) =>
    own !== "" &&
    isOpen(at) &&
    !isAboutOthers(own) &&
    !found.some(([column, meant]) => column === at && meant !== "name");
  const hasOthers = (role: number) =>
    headings.some(({ own }, at) => at !== role && isOther(at, own) && areNames(textsIn(samples, at)));
  const isOfRole = (at: number) => hasRole(headings[at]?.own ?? "");
  const isOfOthers = (at: number) =>
    isClientOfOthers(
      headings[at]?.own ?? "",
      headings.map(({ whole }) => whole),
    );
  const only = found.filter(
    ([at, meant]) =>
      found.filter(([, other]) => other === meant).length === 1 &&
      !hasColumnFor(columns, meant) &&
      !(meant === "name" && isOfRole(at) && (hasOthers(at) || isOfOthers(at))),
  );
  // The address and the passport of a client are the person's where the client is.
  const isRole = only.some(([at, meant]) => meant === "name" && isOfRole(at));
  const taken = new Map(only.filter(([at, meant]) => meant === "name" || !isOfRole(at) || isRole));
  return columns.map((meaning, at) => taken.get(at) ?? meaning);
}

/**
 * Passport numbers below a heading that is not understood, if no other column has any or the number at IRCC, and no other one
 * could have them. Numbers in a row are those of a list.
 */
export function withOnlyPassports(
  columns: Columns,
  { headings, facts }: Omit<Told, "samples">,
  isOpen: (at: number) => boolean,
): Columns {
  if (keyFields.some((key) => columns.includes(key))) return columns;
  const open = headings.flatMap(({ own }, at) => {
    const column = facts[at];
    return isOpen(at) && own !== "" && column !== undefined && (areUsual(column) || isPassports(column))
      ? [[at, column] as const]
      : [];
  });
  const ending = open.filter(([column, one]) => isPassports(one) && hasEnd(headings, column));
  const saying = open.filter(([column, one]) => isPassports(one) && saysPassport(headings[column]?.own ?? ""));
  const told = ending.length === 1 && !hasSeveral(open) ? ending : saying.length === 1 ? saying : open;
  const [[at, numbers] = [-1, undefined], ...others] = told;
  const heading = headings[at]?.own ?? "";
  if (!numbers || others.length > 0 || isAboutOthers(heading)) return columns;
  if (saysPassport(heading) && !isTheOnlyOne(headings, at)) return columns;
  const isTheirs = isPassports(numbers) && !isIrccs(numbers) && areOfOne(numbers) && !areInARow(numbers);
  return isTheirs && numbers.filled >= fewestOfAll ? columns.with(at, "passportNumber") : columns;
}

/**
 * A word beside one for a passport that is not understood may be about that of somebody else: "Zorbo PP". It is not where no
 * other heading has the word, and one says when passports end without saying whose.
 */
function isTheOnlyOne(headings: readonly Heading[], at: number): boolean {
  const unknown = wordsOf(headings[at]?.whole ?? "").filter((word) => !isBesidePassport(word));
  const rest = headings.filter((_, column) => column !== at).map(({ whole }) => whole);
  return (
    rest.some((other) => saysPassport(other) && isBesides(other)) &&
    !rest.some((other) => wordsOf(other).some((word) => unknown.includes(word)))
  );
}
const besides = foldedSet(besidePassport);
const isBesidePassport = (word: string) =>
  word === "no" || ofPassport.has(word) || besides.has(word) || isIgnored(word);

const firstWord = (heading: string) => wordsOf(heading)[0] ?? "";

/** True for "EP number" beside "EP valid to": it is the number of a paper with a last day. */
const hasEnd = (headings: readonly Heading[], at: number): boolean =>
  headings.some(
    ({ own }, other) => other !== at && saysEnd(own) && firstWord(own) === firstWord(headings[at]?.own ?? ""),
  );

const hasSeveral = (open: readonly (readonly [number, ColumnFacts])[]) =>
  open.filter(([, numbers]) => isPassports(numbers)).length > 1;

/** Fewer cells may look like passports by chance. */
const fewestOfAll = 5;

function presumedIn(heading: string, texts: readonly string[], facts: ColumnFacts | undefined): Presumed | undefined {
  const meant = presumed(heading);
  return meant && agrees[meant](texts, facts) ? meant : undefined;
}
