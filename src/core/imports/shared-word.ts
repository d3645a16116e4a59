import { isLastDayField } from "../records/last-days.ts";
import { spacedOut, wordsOf } from "./heading-words.ts";
import { isOfEnd, saysEnd } from "./last-day-heading.ts";
import { namesSomebodyElse } from "./more-headings.ts";
import { isOfName, mayHaveNames } from "./name-part-headings.ts";
import { hasPerson, hasRole, presumed } from "./presume-heading.ts";
import { holdsOther, isBesides, type Recognised, recognise } from "./recognise-heading.ts";
import type { Cell } from "./table.ts";

type Told = { heads: readonly string[]; samples: readonly (readonly Cell[])[] };

const split = /^(\p{L}{1,12})[\s.:-]+(\S.*)$/u;

const meaningOf = (head: string): Recognised | undefined => recognise(head) ?? presumed(head);
const ofOne: ReadonlySet<Recognised | undefined> = new Set(["fatherName", "motherName", "passportNumber"]);

/** True for a word that may say whom a table is about, since it says nothing else. */
function mayBePerson(word: string): boolean {
  if (namesSomebodyElse(word) || namesSomebodyElse(`${word} name`) || holdsOther(spacedOut(wordsOf(word))))
    return false;
  const isPaper = isLastDayField(recognise(`${word} expiry`) ?? "");
  return (
    !isPaper && !(word.length > 1 && isOfEnd(word)) && !saysEnd(word) && [undefined, "name"].includes(meaningOf(word))
  );
}

/** The headings that begin with the same word, each without it. */
function sharedBy(heads: readonly string[], word: string): Map<number, string> {
  const rest = heads.flatMap((head, at) => {
    const [, first = "", behind = ""] = split.exec(head) ?? [];
    return first.toLowerCase() === word ? [[at, behind] as const] : [];
  });
  return new Map(rest);
}

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

/** Of several headings that begin with the same word, it is whom the table is about: "App_Nm", "App_Fth" and "App_PPT". */
export function withoutSharedWord(told: Told): readonly string[] {
  const { heads } = told;
  const words = new Set(heads.flatMap((head) => split.exec(head)?.[1]?.toLowerCase() ?? []));
  const found = [...words].filter(mayBePerson).flatMap((word) => {
    const shared = sharedBy(heads, word);
    return shared.size > 1 && areOfPerson([...shared.values()]) ? [{ word, shared }] : [];
  });
  const [person, ...others] = found;
  if (!person || others.length > 0 || isDoubtful(told, person.shared, person.word)) return heads;
  return heads.map((head, at) => {
    const plain = person.shared.get(at);
    return plain !== undefined && recognise(head) !== meaningOf(plain) && saysMore(plain) ? plain : head;
  });
}
