import { once } from "../once-per.ts";
import { lastDayField } from "../records/last-days.ts";
import type { ColumnFacts } from "./column-facts.ts";
import { otherWords } from "./headings.ts";
import { addressPart, type Heading, nameParts } from "./import-fields.ts";
import { namesAnother, namesSomebodyElse } from "./more-headings.ts";
import { folded, holds, spacedOut, wordsOf } from "./heading-words.ts";
import { inLanguages } from "./languages.ts";
import { saysEnd } from "./last-day-heading.ts";
import { presumed } from "./presume-heading.ts";
import { type Recognised, recognise } from "./recognise-heading.ts";

type Meanings = readonly (Recognised | undefined)[];

/** A last day that may be of another visa. */
export const doubtfulDay = lastDayField("visaPaper");
/** What was done with a visa, or when, says nothing of whose it is. */
const ofSame = once(
  () =>
    new Set(
      folded([
        ..."appointment scheduled interview issue issued issuing received submitted applied start begin from fee fees ইস্যু প্রদানের जारी اجراء جاری إصدار اصدار الإصدار".split(
          " ",
        ),
        ...inLanguages("otherDay"),
      ])(),
    ),
);
const others = folded(otherWords);
const isOfOther = (heading: string) => {
  const text = spacedOut(wordsOf(heading));
  return others().some((word) => !ofSame().has(word) && holds(text, word));
};
export const visaWord =
  /visa|vissa|viza|visum|wiz[ay]|\bvisto|vize|виз[аыу]|віз[аиу]|ভিসা|वी[ज]़?ा|भिसा|ویز|ت[أا]شير|فيز|වීසා|வீசா|விசா|വിസ|వీసా|ਵੀਜ਼ਾ|વિઝા/iu;
/** Which visa of several it is. */
const kindOfVisa = /entry|employ|residen|work|tourist|transit|visit|business|student|calling|stamp/iu;

/** True for the number of a visa that somebody else has, or that was another time: "Sponsor visa no", "Block visa". */
const isOtherVisa = ({ whole }: Heading): boolean =>
  visaWord.test(whole) && !saysEnd(whole) && (namesAnother(whole) || isOfOther(whole));

/** True where nobody can tell which visa a column is about: beside that of somebody else, or one of two kinds. */
function isDoubtfulVisa(meanings: Meanings, headings: readonly Heading[], at: number): boolean {
  const [before, days] = [headings[at - 1], headings.filter((_, column) => meanings[column] === doubtfulDay)];
  const isOfKind = days.map(({ whole }) => kindOfVisa.test(whole));
  return (before !== undefined && isOtherVisa(before)) || (isOfKind.includes(true) && isOfKind.includes(false));
}

const permanent = /perm|parm|prmt|prmnt|physical|home|native|স্থায়ী|নিজ|स्थायी|स्थाई|घर|مستقل|دائم|asal|tetap|thường trú/iu;

/** "Local address" beside "Permanent address". */
function isOtherAddress(meanings: Meanings, headings: readonly Heading[], facts: readonly ColumnFacts[], at: number) {
  const isPermanent = (column: number) => permanent.test(headings[column]?.whole.normalize("NFC") ?? "");
  const isBetter = (column: number) =>
    meanings[column] === "address" && isPermanent(column) && (facts[column]?.filled ?? 1) > 0;
  return !isPermanent(at) && [...meanings.keys()].some(isBetter);
}

/** A test for tuberculosis is the medical of some countries, and beside another one it is not. */
const isOfLungs = (heading: string) => /\btb\b|tubercul/iu.test(heading);
const medicalDay = lastDayField("medical");
const isOtherMedical = (meanings: Meanings, headings: readonly Heading[], at: number) =>
  isOfLungs(headings[at]?.whole ?? "") &&
  headings.some(({ whole }, column) => meanings[column] === medicalDay && !isOfLungs(whole));

/** "Contact" above a telephone number and an address says how to reach the person: below it, no name is theirs. */
export const isContact = (group: string) => /^\s*contact(?: details| info(?:rmation)?)?\s*$/iu.test(group);

const relation = /relation|person|সম্পর্ক|संबंध|सम्बन्ध|नाता|رشتہ|تعلق|صلة|قرابة/iu;
const ofNames: ReadonlySet<Recognised | undefined> = new Set(["name", "fatherName", "motherName", ...nameParts]);

/** True for somebody below a heading: a name, a relation, or "Guardian". */
const isSomebody = ({ own }: Heading): boolean =>
  ofNames.has(recognise(own) ?? presumed(own)) || relation.test(own.toLowerCase()) || namesSomebodyElse(own);

/** True for what is below "Contact" together with somebody: it is the house of these. */
const isOfContact = (headings: readonly Heading[], at: number): boolean => {
  const group = headings[at]?.group ?? "";
  return isContact(group) && headings.some((heading) => heading.group === group && isSomebody(heading));
};

/** The meanings without those of columns of which another one, or nobody, is what its heading says. */
export const withoutDoubtful = (meanings: Meanings, headings: readonly Heading[], facts: readonly ColumnFacts[]) =>
  meanings.map((meaning, at) => {
    if (meaning === doubtfulDay && isDoubtfulVisa(meanings, headings, at)) return undefined;
    if (meaning === medicalDay && isOtherMedical(meanings, headings, at)) return "other";
    if ((meaning === "address" || meaning === addressPart) && isOfContact(headings, at)) return "other";
    return meaning === "address" && isOtherAddress(meanings, headings, facts, at) ? "other" : meaning;
  });

/** True for what stands below "Father" or "Mother" and is not their name: it is the person's only if no other column has it. */
export function isBelowParent({ own, group = "" }: Heading): boolean {
  const [over, alone] = [group === "" ? undefined : recognise(group), recognise(own)];
  return (over === "fatherName" || over === "motherName") && alone !== "fatherName" && alone !== "motherName";
}
