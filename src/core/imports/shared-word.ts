import { isLastDayField, lastDayField } from "../records/last-days.ts";
import { spacedOut, wordsOf } from "./heading-words.ts";
import { isOfEnd, saysEnd } from "./last-day-heading.ts";
import { namesSomebodyElse } from "./more-headings.ts";
import { isOfName, mayHaveNames } from "./name-part-headings.ts";
import { hasPerson, hasRole, presumed } from "./presume-heading.ts";
import { holdsOther, isBesides, type Recognised, recognise } from "./recognise-heading.ts";
import type { Cell } from "./table.ts";

type Told = { heads: readonly string[]; samples: readonly (readonly Cell[])[] };

type Split = (head: string) => { word: string; rest: string };
const before: Split = (head) => {
  const [, word = "", rest = ""] = /^(\p{L}{1,12})[\s.:-]+(\S.*)$/u.exec(head) ?? [];
  return { word: word.toLowerCase(), rest };
};
/** What a program writes behind each of its own columns: "Passport_No__c". */
const behind: Split = (head) => {
  const [, rest = "", word = ""] = /^(\S.*?)\s+(\p{L})$/u.exec(head) ?? [];
  return { word: word.toLowerCase(), rest };
};

const meaningOf = (head: string): Recognised | undefined => recognise(head) ?? presumed(head);
const ofOne: ReadonlySet<Recognised | undefined> = new Set(["fatherName", "motherName", "passportNumber"]);

/** True for a word that may say whom a table is about, since it says nothing else. */
function mayBePerson(word: string): boolean {
  if (namesSomebodyElse(word) || namesSomebodyElse(`${word} name`) || holdsOther(spacedOut(wordsOf(word))))
    return false;
  const paper = recognise(`${word} expiry`) ?? "";
  // "Appl." is short for an application, and for whose it is.
  const isPaper = isLastDayField(paper) && paper !== lastDayField("application");
  return (
    !isPaper && !(word.length > 1 && isOfEnd(word)) && !saysEnd(word) && [undefined, "name"].includes(meaningOf(word))
  );
}

/** The headings with the same word, each without it. */
const sharedBy = (heads: readonly string[], word: string, split: Split): Map<number, string> =>
  new Map(heads.flatMap((head, at) => (split(head).word === word ? [[at, split(head).rest] as const] : [])));

/** True if they are about one person: a name, and a passport or a parent of the same one, or both parts of a name. */
function areOfPerson(plain: readonly string[]): boolean {
  const meanings = plain.map(meaningOf);
  const hasParts = meanings.includes("givenName") && meanings.includes("surname");
  return hasParts || (meanings.includes("name") && meanings.some((meaning) => ofOne.has(meaning)));
}

const saysMore = (plain: string) => {
  const meaning = meaningOf(plain);
  return (meaning !== undefined && meaning !== "vague" && meaning !== "application") || isBesides(plain);
};

/** True if somebody beside them may be the person: another name, the same of another one, or what may be a name. */
function isDoubtful(told: Told, shared: ReadonlyMap<number, string>, word: string): boolean {
  const meanings = new Set([...shared.values()].map(meaningOf));
  return told.heads.some((head, at) => {
    if (shared.has(at)) return false;
    const meaning = meaningOf(head);
    const isOfOther = namesSomebodyElse(head) && !hasPerson(word) && /passport|\bppt?\b|father/iu.test(head);
    const isTwice = ofOne.has(meaning) && meanings.has(meaning);
    const isWhom = !meanings.has("surname") && !hasPerson(word) && hasPerson(head) && !hasRole(head);
    return isWhom || isOfName(told, at) || isTwice || isOfOther || mayHaveNames(told, at);
  });
}

function sharedIn(heads: readonly string[], split: Split) {
  const words = new Set(heads.map((head) => split(head).word).filter((word) => word !== ""));
  return [...words].filter(mayBePerson).flatMap((word) => {
    const shared = sharedBy(heads, word, split);
    return shared.size > 1 && areOfPerson([...shared.values()]) ? [{ word, shared }] : [];
  });
}

/** Of several headings with the same word, it is whom the table is about: "App_Nm", "App_Fth" and "App_PPT". */
export function withoutSharedWord(told: Told): readonly string[] {
  const { heads } = told;
  const [person] = [before, behind].flatMap((split) => sharedIn(heads, split));
  if (!person || isDoubtful(told, person.shared, person.word)) return heads;
  return heads.map((head, at) => {
    const plain = person.shared.get(at);
    return plain !== undefined && recognise(head) !== meaningOf(plain) && saysMore(plain) ? plain : head;
  });
}
