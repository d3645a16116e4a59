import { isFieldName } from "../records/record-fields.ts";
import { isLastDayField } from "../records/last-days.ts";
import { isOwnName } from "../own-fields/own-field.ts";
import { saidIn } from "./cell-text.ts";
import {
  areBare,
  areLettered,
  areLong,
  areNumbers,
  areOfOne,
  type ColumnFacts,
  holdsNumbers,
  holdsWords,
  isIrccLike,
  isIrccs,
  isOfSeries,
  isPassports,
  isWordy,
} from "./column-facts.ts";
import {
  addressPart,
  type ColumnMeaning,
  type Columns,
  type Heading,
  fatherOrHusband,
  isNamePart,
  isTakenOften,
  nameAndAddress,
  nameAndFather,
  nameParts,
  passportSeries,
} from "./import-fields.ts";
import { type Unknown, withOwnParts } from "./address-columns.ts";
import { withFamilyNames } from "./family-names.ts";
import { saysEnd } from "./last-day-heading.ts";
import { saysNameAndAddress, withNameAndAddress } from "./name-and-address.ts";
import { withNameAndFather } from "./name-and-father.ts";
import { numberBeforePlace, saidBesideNumber } from "./number-with-more.ts";
import { doubtfulDay, isBelowParent, isContact, withoutDoubtful } from "./doubtful-columns.ts";
import { saysFatherOrHusband, withFatherOrHusband } from "./father-or-husband.ts";
import { hasAside, hasRole } from "./presume-heading.ts";
import { inPlainWords } from "./in-plain-words.ts";
import { withNumberOf } from "./number-of-paper.ts";
import type { OwnHeads } from "./own-heads.ts";
import { withPlaces } from "./places-column.ts";
import { isNoPlace, wordsIn } from "./no-place.ts";
import { withOnlyNames } from "./only-name.ts";
import { textsIn, withOnlyPassports, withPresumed } from "./presumed-columns.ts";
import { withWholeNames, without } from "./name-columns.ts";
import { stateTexts } from "./headings.ts";
import {
  isBesides,
  isSecond,
  type Recognised,
  recognise,
  recogniseBelow,
  recogniseHalf,
  saysNameAndFather,
  tellsOther,
} from "./recognise-heading.ts";
import { namesAnother } from "./more-headings.ts";
import type { Cell } from "./table.ts";

function meaningOf({ own, whole, group = "" }: Heading): Recognised | undefined {
  if (saysNameAndFather(own)) return nameAndFather;
  if (saysNameAndAddress(own)) return nameAndAddress;
  if (saysFatherOrHusband(own)) return fatherOrHusband;
  if (saidBesideNumber(own) !== undefined) return "passportNumber";
  // Above a table, a title such as "LMIA list" is read as a group: a passport ends when it does.
  if (group !== "" && isBesides(own)) return "other";
  const meaning = recognise(whole) ?? recogniseBelow(group, own);
  if (own === whole) return meaning;
  const alone = recognise(own);
  if (isContact(group) && (alone === "address" || alone === addressPart)) return alone;
  // "CNIC" beside the columns of "Permanent address", and "Name" beside those of "Valid till": the group ends before them.
  const isBeside =
    alone === "other"
      ? meaning !== undefined && (meaning === recognise(group) || isPhoneBelow(meaning, group))
      : isLastDay(meaning) || (isAddressGroup(group) && alone !== "address");
  if (isBeside && alone !== undefined && (alone === "other" || isFieldName(alone))) return alone;
  // What stands below "Permanent address" is a part of it, but for "#", which may stand beside it.
  if (alone === addressPart && isAddressGroup(group)) return addressPart;
  if (alone === "vague" && isAddressGroup(group)) return "other";
  // The group may belong to the columns before: beside a merged heading, the row above is empty.
  if (meaning !== undefined) return alone !== undefined && saysMore(alone, meaning) ? alone : meaning;
  // "No." below "Visa" is no number of a person, and "Name" below "Employer" is not theirs.
  const isOfGroup = alone === "vague" || namesAnother(whole);
  return isOfGroup ? "other" : alone;
}

/** "T.P. No" below "Passport" would be read as a part of an address: "TP" is a township as well. */
const isPhoneBelow = (meaning: Recognised, group: string) =>
  meaning === addressPart && recognise(group) !== addressPart;

const isLastDay = (meaning: Recognised | undefined) => meaning !== undefined && isLastDayField(meaning);

const isAddressGroup = (group: string) => recognise(group) === "address" && !isSecond(group);

/** Headings that say the same below any other one: no name nor address, which may be that of a parent. */
const saysAll: ReadonlySet<Recognised> = new Set([
  "passportNumber",
  "irccNumber",
  "nationality",
  "fatherName",
  "motherName",
]);

/** "Surname" below "Name of the applicant" is that part of it. */
const saysMore = (alone: Recognised, meaning: Recognised) =>
  (meaning !== "other" && saysAll.has(alone)) || (meaning === "name" && isNamePart(alone));

/** So many headings of which one half is understood are those of a table in two languages. */
const fewestHalves = 3;

/** "Father_Name *" as it is meant. */
const tidy = (heading: string) =>
  heading.replaceAll(/[_\s]+|(?<=\p{L}{2})\.(?=\p{L}{2})/gu, " ").replaceAll(/^[\s*:.–—-]+|[\s*:;,–—-]+$/gu, "");
const tidied = ({ own, whole, group }: Heading): Heading => ({
  own: tidy(own),
  whole: tidy(whole),
  ...(group !== undefined && { group: tidy(group) }),
});

const inKnownWords = (table: ColumnsOfTable): ColumnsOfTable => {
  const { samples = [], ownHeads = noOwnHeads } = table;
  const headings = table.headings.map(tidied);
  const isOwn = ({ whole, own }: Heading) => ownHeads(whole) !== undefined || ownHeads(own) !== undefined;
  return { ...table, headings: inPlainWords(headings, samples, isOwn) };
};

function meaningsOf({ headings, facts = [], ownHeads = noOwnHeads }: ColumnsOfTable): (Recognised | undefined)[] {
  const read = (meaning: Recognised | undefined) => (ownHeads.namesSecond && isOfIrcc(meaning) ? "other" : meaning);
  const halves = headings.map(({ own }) => recogniseHalf(own));
  const areHalves = halves.filter((meaning) => meaning !== undefined).length >= fewestHalves;
  const meanings = headings.map(
    (heading, at) =>
      ownHeads(heading.whole) ??
      ownHeads(heading.own) ??
      read(meaningOf(heading)) ??
      (areHalves ? read(halves[at]) : undefined) ??
      (isFirstOfAddress(headings, at) ? addressPart : undefined) ??
      (isBesides(heading.own) ? "other" : undefined),
  );
  return withoutDoubtful(withoutRoles(meanings, headings), headings, facts);
}

const isOfIrcc = (meaning: Recognised | undefined) => meaning === "irccNumber" || meaning === "application";

/** "Driver name" beside "Name" or "Nurse name" may be about somebody else: it is not understood. */
const withoutRoles = (meanings: readonly (Recognised | undefined)[], headings: readonly Heading[]) =>
  meanings.map((meaning, at) => {
    const isDouble =
      meaning !== undefined && saysOnce(meaning) && meanings.indexOf(meaning) !== meanings.lastIndexOf(meaning);
    return isDouble && hasRole(headings[at]?.whole ?? "") ? undefined : meaning;
  });

const saysOnce = (meaning: Recognised) => isMeaning(meaning) && meaning !== addressPart;

/** True for what is directly below "Permanent address": the columns beside it may be about something else. */
const isFirstOfAddress = (headings: readonly Heading[], at: number): boolean => {
  const group = headings[at]?.group ?? "";
  return group !== "" && headings[at - 1]?.group !== group && isAddressGroup(group);
};

const isMeaning = (meaning: Recognised | undefined): meaning is ColumnMeaning =>
  meaning !== undefined && meaning !== "vague" && meaning !== "application" && meaning !== "other";

/** True if a heading itself says what its column contains. That of an IRCC number says nothing where the second number is another one. */
export function isKnown(heading: Heading, namesSecond = false): boolean {
  const meaning = meaningOf(heading);
  return isMeaning(meaning) && !(namesSecond && isOfIrcc(meaning));
}

/** True if a heading, alone or below another one, is known to be one, whatever it is about. */
export const isTelling = ({ own, whole }: Heading): boolean =>
  recognise(own) !== undefined || recognise(whole) !== undefined || saysEnd(own);

/** True if the cells are what the heading says. */
const holds = (meaning: ColumnMeaning, facts: ColumnFacts | undefined): boolean => {
  if (!facts || isLastDayField(meaning) || isOwnName(meaning) || meaning === passportSeries) return true;
  return meaning === "passportNumber" || meaning === "irccNumber" ? holdsNumbers(facts) : holdsWords(facts);
};

/** True for numbers with places behind them, where the heading says so. */
const areBeforePlaces = ({ own }: Heading, texts: readonly string[]): boolean =>
  saidBesideNumber(own) === "place" &&
  texts.filter((text) => numberBeforePlace(text) !== text).length >= 0.8 * texts.length;

const isState = (cell: Cell | undefined) => saidIn(cell) === "" || stateTexts.has(saidIn(cell));

/** What the cells say of a column without a telling heading. */
function byContent({ facts, taken, namesSecond }: Left): ColumnMeaning | undefined {
  if (!facts || !areOfOne(facts)) return undefined;
  const second = isIrccs(facts) && !namesSecond ? "irccNumber" : undefined;
  const meant = isPassports(facts) && !isIrccs(facts) ? "passportNumber" : second;
  return meant && !taken.has(meant) ? meant : undefined;
}

export type ColumnsOfTable = {
  headings: readonly Heading[];
  facts?: readonly ColumnFacts[];
  /** Some rows below the headings. */
  samples?: readonly (readonly Cell[])[];
  ownHeads?: OwnHeads;
};

const ofNames: ReadonlySet<ColumnMeaning | null> = new Set(["name", "fatherName", "motherName", ...nameParts]);

const noOwnHeads: OwnHeads = () => undefined;

/** Says what columns contain: by their headings first, then by their cells. Nothing is said twice. */
export function guessColumns(given: ColumnsOfTable): Columns {
  const table = inKnownWords(given);
  const { headings, facts = [], samples = [], ownHeads = noOwnHeads } = table;
  const meanings = meaningsOf(table);
  const taken = new Set<ColumnMeaning>();
  const isOfRole: Unknown = (at) => meanings[at] === "name" && hasRole(headings[at]?.own ?? "");
  let columns: Columns = meanings.map((meaning, at) => {
    if (meaning === passportSeries && !meanings.includes("passportNumber") && facts[at] && isPassports(facts[at])) {
      taken.add("passportNumber");
      return "passportNumber";
    }
    if (!isMeaning(meaning) || isLater(headings[at]) || isOfRole(at)) return null;
    if (meaning === addressPart) return meaning;
    if (meaning === "state" && !samples.every((cells) => isState(cells[at])))
      return samples.some((cells) => stateTexts.has(saidIn(cells[at]))) ? null : addressPart;
    // Of several columns with the same meaning, the first counts whose cells are what the heading says.
    const isNamed = ownHeads(headings[at]?.whole ?? "") !== undefined;
    if ((taken.has(meaning) && !isTakenOften(meaning)) || !(isNamed || holds(meaning, facts[at]))) return null;
    taken.add(meaning);
    return meaning;
  });
  for (const [at, meaning] of meanings.entries()) {
    const found = foundLater(meaning, headings[at], {
      facts: facts[at],
      texts: textsIn(samples, at),
      taken,
      namesSecond: ownHeads.namesSecond === true,
    });
    if (!found) continue;
    taken.add(found);
    columns[at] = found;
  }
  const isOpen: Unknown = (at) => columns[at] === null && meanings[at] === undefined;
  const mayHaveAside: Unknown = (at) =>
    columns[at] === null && meanings[at] === "other" && hasAside(headings[at]?.own ?? "");
  columns = withPresumed(columns, { headings, facts, samples }, (at) => isOpen(at) || isOfRole(at) || mayHaveAside(at));
  columns = withFamilyNames(columns, { headings, samples }, (at) => isOpen(at) || isOfRole(at));
  columns = withOnlyPassports(columns, { headings, facts }, isOpen);
  columns = withOnlyNames(columns, { headings, samples }, (at) => isOpen(at) || isOfRole(at));
  const isUnknown: Unknown = (at) =>
    isOpen(at) && holdsUnknown(headings[at], facts[at]) && !tellsOther(headings[at]?.own ?? "");
  const namesIn = wordsIn(headings.flatMap((_, at) => (ofNames.has(columns[at] ?? null) ? textsIn(samples, at) : [])));
  const numbered = withWholeNumbers(columns, facts, isUnknown);
  const parents = withFatherOrHusband(withNameAndFather(numbered, samples), headings, samples);
  const named = withNameAndAddress(parents, samples);
  const whole = withWholeNames(named, headings, samples);
  const parts = headings.map(
    (_, at) =>
      isUnknown(at) && facts[at] !== undefined && isWordy(facts[at]) && !isNoPlace(textsIn(samples, at), namesIn),
  );
  const mayBePart: Unknown = (at) => parts[at] === true;
  const mayBeOther: Unknown = (at) => isOpen(at) || meanings[at] === "other";
  const withSecond = withNumberOf(whole, ownHeads.numbered ?? [], { headings, facts }, mayBeOther);
  return withPlaces(
    withOwnParts(withSecond, headings, mayBePart),
    { headings, samples },
    (at) => meanings[at] === undefined || meanings[at] === addressPart,
    (at) => mayBePart(at) && facts[at] !== undefined && !areNumbers(facts[at]),
  );
}

/** True for a column of words or numbers that is no last day. Serial numbers are neither. */
const holdsUnknown = (heading: Heading | undefined, facts: ColumnFacts | undefined): boolean =>
  heading !== undefined && facts !== undefined && facts.lettered + facts.numbers > 0 && !saysEnd(heading.whole);

/** A column that may matter and is left out because it is not understood. `rows`: how many of its cells are filled. */
export type LeftColumn = { at: number; head: string; rows: number };

/** The columns that are left out although nobody knows that they may be, or although they are a part of a name or number. */
export function notUnderstood(given: ColumnsOfTable, columns: Columns): LeftColumn[] {
  const table = inKnownWords(given);
  const { headings, facts = [], ownHeads = noOwnHeads } = table;
  const meanings = meaningsOf(table);
  const isAskedForSecond = ownHeads.namesSecond === true && !columns.includes("irccNumber");
  return headings.flatMap((heading, at) => {
    const { own } = heading;
    // The table may have the number below the name that it had before.
    const mayBeSecond = isAskedForSecond && meanings[at] === "other" && isOfIrcc(meaningOf(heading));
    const isSecondPassport = meanings[at] === "passportNumber" && facts[at] !== undefined && isPassports(facts[at]);
    const isDoubtfulDay = meanings[at] === undefined && recognise(own) === doubtfulDay;
    const isAsked =
      meanings[at] === undefined
        ? isDoubtfulDay || holdsUnknown(headings[at], facts[at])
        : isPartOf(meanings[at]) || isSecondPassport || mayBeSecond;
    const rows = facts[at]?.filled ?? 0;
    return columns[at] === null && isAsked && own !== "" && rows > 0
      ? [{ at, head: given.headings[at]?.whole ?? own, rows }]
      : [];
  });
}

/** True for what is of use only with the rest of it. */
const isPartOf = (meaning: Recognised | undefined) =>
  meaning === passportSeries ||
  meaning === addressPart ||
  meaning === fatherOrHusband ||
  nameParts.some((part) => part === meaning);

/** The number of an application for a visa is looked up in the place of that at IRCC, in countries that have no other. */
const ofVisa = /visa|permit|immig|embass|পারমিট|परमिट|پرمٹ|تصريح|ভিসা|वी[ज]़?ा|भिसा|ویز|ت[أا]شير|فيز/iu;

type Left = {
  facts: ColumnFacts | undefined;
  texts: readonly string[];
  taken: ReadonlySet<ColumnMeaning>;
  namesSecond: boolean;
};

const isLater = (heading: Heading | undefined) =>
  heading !== undefined && (isSecond(heading.whole) || isBelowParent(heading) || hasMore(heading));

const hasMore = ({ own }: Heading) => saidBesideNumber(own) !== undefined;

/** What a column contains for which only what the other columns left counts, or its cells. */
function foundLater(meaning: Recognised | undefined, heading: Heading | undefined, left: Left) {
  const { facts, taken, texts } = left;
  if (heading && hasMore(heading) && !holds("passportNumber", facts) && !areBeforePlaces(heading, texts))
    return undefined;
  if (isMeaning(meaning))
    return isLater(heading) && !taken.has(meaning) && (meaning !== "name" || !hasRole(heading?.own ?? ""))
      ? meaning
      : undefined;
  if (meaning === "application")
    return facts && isApplicationNumber(facts, heading?.whole ?? "", taken) ? "irccNumber" : undefined;
  const isSilent = meaning === "vague" || (meaning === undefined && heading?.own === "");
  return isSilent ? byContent(left) : undefined;
}

/** An agency has clients, and each office of immigration has files: their numbers count only if they look like those at IRCC. */
const ofClient = /client|عميل|\bimm|هجرة/iu;

/** Numbers that look like those at IRCC, or, where no column has these, other long or lettered ones, but no client's. */
function isApplicationNumber(facts: ColumnFacts, heading: string, taken: Left["taken"]): boolean {
  if (!areOfOne(facts)) return false;
  if (isIrccLike(facts)) return true;
  if (taken.has("irccNumber") || ofClient.test(heading)) return false;
  return areLettered(facts) || areLong(facts) || (ofVisa.test(heading) && areNumbers(facts));
}

/**
 * The letters of passports in a column of their own, beside numbers of digits alone. If a column that is not understood
 * looks like them, nobody can tell whether the numbers are whole: then they are asked for.
 */
function withWholeNumbers(columns: Columns, facts: readonly ColumnFacts[], isUnknown: Unknown): Columns {
  const at = columns.indexOf("passportNumber");
  const number = facts[at];
  if (!number || !areBare(number)) return without(columns, [passportSeries]);
  const isCode = (column: number) =>
    facts[column] !== undefined && facts[column].filled > 0 && isOfSeries(facts[column]);
  const series = columns.indexOf(passportSeries);
  if (series !== -1 && isCode(series)) return columns;
  const isAsked = [at - 1, at + 1].some((beside) => isUnknown(beside) && isCode(beside));
  return without(columns, isAsked ? [passportSeries, "passportNumber"] : [passportSeries]);
}

/** How many columns of a row of headings are told apart. 0 if none of them is a column that records have. */
export function knownAmong(headings: readonly Heading[]): number {
  const meanings = headings.map(meaningOf);
  return meanings.some(isMeaning) ? meanings.filter((meaning) => meaning !== undefined).length : 0;
}
