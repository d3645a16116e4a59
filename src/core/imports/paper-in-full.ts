import { isLastDayField, lastDayField } from "../records/last-days.ts";
import { wordsOf } from "./heading-words.ts";
import { isOfEnd, saysEnd } from "./last-day-heading.ts";
import { namesSomebodyElse } from "./more-headings.ts";
import { isIgnored, recognise } from "./recognise-heading.ts";

/** Words that say which paper it is, though nobody may know it. */
const saying = (head: string) => wordsOf(head).filter((word) => word.length > 1 && !isOfEnd(word) && !isIgnored(word));

/**
 * A paper is often named in full only where its number is: "Aviz valabil" is the last day of the paper in "Nr. aviz de muncă".
 * All headings that have a word of the short name must be about the same paper.
 */
export function paperInFull(heads: readonly string[], at: number): string | undefined {
  const head = heads[at] ?? "";
  if (!saysEnd(head) || recognise(head) !== undefined || namesSomebodyElse(head)) return undefined;
  return byInitials(heads, at) ?? byWords(heads, at);
}

const initialsOf = (words: readonly string[]) => words.map((word) => word[0] ?? "").join("");

/** "E.P. validity" beside "Entry permit no." */
function byInitials(heads: readonly string[], at: number): string | undefined {
  const letters = wordsOf(heads[at] ?? "").filter((word) => !isOfEnd(word) || word.length === 1);
  const initials = letters.join("");
  if (letters.length < 2 || letters.some((word) => word.length > 1)) return undefined;
  const full = heads.filter((head, column) => column !== at && initialsOf(saying(head)).startsWith(initials));
  const [paper, ...more] = new Set(full.map((head) => recognise(`${head} expiry`)));
  return paper !== undefined && isLastDayField(paper) && more.length === 0 ? full[0] : undefined;
}

function byWords(heads: readonly string[], at: number): string | undefined {
  const head = heads[at] ?? "";
  const words = saying(head);
  const full = heads.filter((other, column) => column !== at && wordsOf(other).some((word) => words.includes(word)));
  const [paper, ...more] = new Set(full.map((other) => recognise(`${other} expiry`)));
  // "SP" beside "SP application" is what is applied for.
  if (paper === undefined || paper === lastDayField("application") || !isLastDayField(paper) || more.length > 0)
    return undefined;
  // "Mining permit" is not short for "Work permit".
  // What says an end itself is the day of that paper.
  return full.find((other) => !saysEnd(other) && words.every((word) => wordsOf(other).includes(word)));
}
