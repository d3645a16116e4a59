import { addressKinds, addressWords, secondWords } from "./headings.ts";
import {
  besideName,
  besideParent,
  besidePassport,
  callingWords,
  fatherWords,
  motherWords,
  nameWords,
  passportWords,
  personWords,
  roleWords,
  wholeWords,
} from "./more-headings.ts";
import { isOneSlip } from "./as-spelt.ts";
import { foldedSet, wordsOf } from "./heading-words.ts";
import { withoutQuestion } from "./form-questions.ts";
import { isEitherParent, isIgnored, withoutBoth, withoutWhereRead } from "./recognise-heading.ts";

/** What a heading that is not understood may say. */
export type Presumed = "passportNumber" | "name" | "fatherName" | "motherName" | "address" | "nationality";

/** "Seaman's" becomes one word. */
const alsoOf = (word: string) => (/^[a-z]{3,}$/.test(word) ? [word, `${word}s`] : [word]);
/** Beside a name or alone, these are who the table is about, or who the agency has. */
const trades =
  "sailor sailors fisherman fishermen rn cadet cadets chef chefs operative operatives apprentice apprentices bewerber bewerberin marynarz".split(
    " ",
  );
const persons = [
  ...trades,
  ...personWords,
  ...roleWords,
  ...callingWords,
  ..."candidate applicant worker employee passenger trainee student maid helper person".split(" "),
].flatMap(alsoOf);
/** Beside a word for a person, these say which. */
const kindsOfPerson =
  "household hired domestic care greenhouse truck farm foreign temporary security house selected overseas lmia".split(
    " ",
  );
/** For a consultant, they are the person; for an agency, the company. */
const clients = "client clients cliente clientes klient klienta клиент клиента".split(" ");
/** Some have these instead of a passport, and the cells show what a column has: "PP/CI no", "Passport no. & ECNR". */
const otherDocuments = "rtd ci coi ecnr td refugee".split(" ");
const nationalityWords = "nationality natnlty citizen citizenship নাগরিক জাতীয়তা नागरिक राष्ट्रीयता قومیت شہریت جنسية".split(
  " ",
);

/** A heading may have these words for what it is about. Beside them it may have the others, and no word besides. */
const words: readonly (readonly [Presumed, said: readonly string[], beside: readonly string[]])[] = [
  ["passportNumber", passportWords, [...besidePassport, ...otherDocuments, ...clients, "no"]],
  ["fatherName", fatherWords, [...nameWords, ...besideName, ...besideParent]],
  ["motherName", motherWords, [...nameWords, ...besideName, ...besideParent]],
  ["address", [...addressWords, "residence"], [...addressKinds, ...secondWords, ...passportWords, ...clients]],
  ["nationality", nationalityWords, ["country", "দেশ", "देश", "ملک", ...passportWords]],
  ["name", nameWords, [...besideName, ...passportWords, ...persons]],
  ["name", persons, [...wholeWords, ...nameWords, ...kindsOfPerson]],
  ["name", clients, [...wholeWords, ...nameWords, ...passportWords]],
];
/** Beside words for a person, these say "of". */
const joining = "का के की को کا کے کی".split(" ");
const [ofClients, ofPersons] = [foldedSet(clients), foldedSet(persons.filter((word) => !joining.includes(word)))];
/** True for a heading with a word for the person of a row, such as "Applicant". */
export const hasPerson = (heading: string): boolean => wordsOf(heading).some((word) => ofPersons.has(word));
/** True for the name of a client in a table that has a word for another person: there a client is whoever gives them work. */
export const isClientOfOthers = (heading: string, headings: readonly string[]): boolean =>
  wordsOf(heading).some((word) => ofClients.has(word)) &&
  headings.some((other) => other !== heading && hasPerson(other));

const ofRole = foldedSet([...roleWords, ...callingWords, ...trades, ...clients].flatMap(alsoOf));
/** True for a heading that may be about somebody else: another column of names counts more. */
export const hasRole = (heading: string): boolean => wordsOf(heading).some((word) => ofRole.has(word));

const allowed = words.map(([meant, said, beside]) => {
  const [of, others] = [foldedSet(said), foldedSet(beside)];
  const isAllowed = (word: string) =>
    of.has(word) || others.has(word) || (said !== persons && isIgnored(word) && !ofRole.has(word));
  return { meant, isSaid: (word: string) => of.has(word), isAllowed };
});

/** A slip is looked for in these words alone: near a short or a rare word there are others, such as "mayor". */
const oftenMistyped = "passport father fathers mother mothers address nationality candidate applicant".split(" ");
const slipOf = (word: string) =>
  word.length > 4 ? (oftenMistyped.find((meant) => meant[0] === word[0] && isOneSlip(word, meant)) ?? word) : word;

const nameOf = /^name of (?:the )?(?=\p{L})/iu;

/** What is beside the thing that is meant: "Full name (with grandfather)" and "Father's name & contact". */
const aside =
  /[([]?\s*(?:\bwith (?:g\.? ?father|grand ?father|surname|initials|title)(?:['’]?s)?(?: name)?|(?:\band|&|\+|\/)\s*(?:contact|phone|mobile|mob|tel|no)\b(?:\.|\s*no\b\.?)*)(?!\p{L})/iu;

export const hasAside = (heading: string): boolean => aside.test(heading);

/**
 * By the words of a heading that is not understood: what it may be about. Undefined if any of them is not known to be about
 * that: then it may be about somebody or something else. Only its cells can tell.
 */
export function presumed(heading: string): Presumed | undefined {
  if (isEitherParent.test(heading)) return undefined;
  const said = wordsOf(
    withoutBoth(withoutQuestion(withoutWhereRead(heading).replace(aside, " ").replace(nameOf, "name "))),
  ).map(slipOf);
  const isAbout = ({ isSaid, isAllowed }: (typeof allowed)[number]) => said.some(isSaid) && said.every(isAllowed);
  const meant = allowed.find(isAbout)?.meant;
  const isOfPerson = meant === "name" || meant === "fatherName" || meant === "motherName";
  // A number beside an address would be read as a part of it.
  return isOfPerson || !hasAside(heading) ? meant : undefined;
}
