import { spacedOut, wordsOf } from "./heading-words.ts";
import { saysEnd } from "./last-day-heading.ts";
import { namesSomebodyElse } from "./more-headings.ts";
import { presumed } from "./presume-heading.ts";
import { areNames, areOfDocuments, textsIn } from "./presumed-columns.ts";
import { holdsOther, isSecond, type Recognised, recognise } from "./recognise-heading.ts";
import type { Cell } from "./table.ts";

type Samples = readonly (readonly Cell[])[];

/** "Father (IMM 5645)", "Passport no. for Musaned": what is said besides, at the end of a heading. */
const aside = /\s*[([]([^()[\]]*)[)\]]\s*$|\s(?:for|as per|as in|as on|per|from)\s+(.+)$/iu;

const ofNames: ReadonlySet<Recognised | undefined> = new Set(["name", "fatherName", "motherName"]);
const isMeant = (meaning: Recognised | undefined) =>
  ofNames.has(meaning) || meaning === "passportNumber" || meaning === "nationality";

/** These say what a column is for, and the cells that it is not that. */
const saysNothing: ReadonlySet<Recognised> = new Set(["other", "application", "vague"]);

const isText = (text: string) => /^[\p{L}\p{M}\s.'’()-]+$/u.test(text);

function agree(meaning: Recognised, texts: readonly string[]): boolean {
  if (meaning === "passportNumber") return areOfDocuments(texts);
  return meaning === "nationality" ? texts.every(isText) : areNames(texts);
}

/** True if what is said besides is about nobody else, no other time and no other number. */
function isHarmless(said: string, meaning: Recognised): boolean {
  if (namesSomebodyElse(said) || saysEnd(said) || holdsOther(spacedOut(wordsOf(said))) || isSecond(said)) return false;
  const besides = recognise(said) ?? presumed(said);
  return besides === undefined || besides === meaning || (meaning !== "passportNumber" && saysNothing.has(besides));
}

/** The heading without what it says besides, if that is not known to change its meaning and the cells agree. */
function withoutAside(head: string, texts: readonly string[]): string | undefined {
  const [all = "", bracketed, behind = ""] = aside.exec(head) ?? [];
  const plain = head.slice(0, head.length - all.length);
  const meaning = all === "" || recognise(head) !== undefined ? undefined : recognise(plain);
  if (meaning === undefined || !isMeant(meaning) || texts.length === 0) return undefined;
  return isHarmless(bracketed ?? behind, meaning) && agree(meaning, texts) ? plain : undefined;
}

/**
 * The only column that may be about a thing is about it, whatever its heading says besides. Of names, no other column may
 * have any that is not understood: it could be the person.
 */
export function withoutAsides({ heads, samples }: { heads: readonly string[]; samples: Samples }): readonly string[] {
  const plain = heads.map((head, at) => withoutAside(head, textsIn(samples, at)));
  const meanings = heads.map((head, at) => {
    const said = plain[at] ?? head.replace(aside, "");
    return recognise(said) ?? presumed(said);
  });
  const isUnknown = (at: number) => meanings[at] === undefined && areNames(textsIn(samples, at));
  return heads.map((head, at) => {
    const [found, meaning] = [plain[at], meanings[at]];
    if (found === undefined || meanings.indexOf(meaning) !== meanings.lastIndexOf(meaning)) return head;
    return meaning === "name" && heads.some((_, other) => isUnknown(other)) ? head : found;
  });
}
