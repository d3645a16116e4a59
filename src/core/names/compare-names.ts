import { isEnough } from "./enough-words.ts";
import { isCounted, isName, maxLetters, type NameWord, wordsOfName } from "./name-words.ts";
import { pairsOf } from "./pair-words.ts";
import { sameLetters } from "./same-word.ts";
import { soundKeys } from "./sound.ts";

/**
 * True if a visitor who typed `given` knows the person called `name`, as people write names: decision 0112. Every typed word
 * must be a word of the name, the given name among them, and at least two words that are not titles, or the only one.
 */
export function nameMatches(given: string, name: string): boolean {
  const typed = wordsOfName(given);
  const known = wordsOfRecord(name);
  if (!typed || !known || typed.length === 0) return false;
  // "Muhammad" is a title before another name, and the whole name of some.
  return isWrittenAlike(typed, known) || (typed.some(isName) && isEnough(known, pairsOf(typed, known)));
}

/** What the office wrote may have more words than anybody types. */
const wordsOfRecord = (name: string) => wordsOfName(name, Infinity);

/** True if every typed word is, apart from accents, a word of the name, and the name matches: what opens a holder's page. */
export function nameMatchesExactly(given: string, name: string): boolean {
  const known = wordsOfRecord(name);
  const isKnown = (word: NameWord) => known?.some((one) => sameLetters(word, one)) ?? false;
  return (wordsOfName(given)?.every(isKnown) ?? false) && nameMatches(given, name);
}

/**
 * Returns the same text for names that open the same records: for the same words in another order, with a title, or in
 * another spelling.
 */
export function guessedName(name: string): string {
  const words = wordsOfName(name);
  // It opens nothing.
  if (!words) return name.slice(0, maxLetters);
  const hasTelling = words.some((word) => isName(word) && word.tells);
  const counting = words.filter((word) => !hasTelling || isCounted(word) || word.kind === "abdul");
  const keys = (isAnothers: boolean) => {
    const all = counting.filter((word) => word.isAnothers === isAnothers).map(keyOf);
    const different = new Set(all);
    // "Win Win" opens more than "Win".
    return (different.size === 1 ? all : [...different].toSorted()).join(" ");
  };
  return [keys(false), keys(true)].filter(Boolean).join(" / ");
}

/** Listed names may sound alike and be different people's: Jafar, Zafar. */
const keyOf = ({ plain, standard }: NameWord): string => standard ?? soundKeys(plain)[0] ?? plain;

/** True for the same words, even if nothing in them tells people apart: nobody could write such a name better. */
function isWrittenAlike(typed: readonly NameWord[], known: readonly NameWord[]): boolean {
  const hasAll = (some: readonly NameWord[], all: readonly NameWord[]) =>
    some.every((word) => all.some((other) => word.isAnothers === other.isAnothers && sameLetters(word, other)));
  return hasAll(typed, known) && hasAll(known, typed) && typed.length >= known.length;
}
