import { isName, NameWord } from "./name-words.ts";
import { isSlip, isSlipOfSound, soundKeys } from "./sound.ts";

/** Accents are folded where one side has none: "Hưng" is "Hung", but not "Hùng". */
export function sameLetters(one: NameWord, other: NameWord): boolean {
  if (one.plain !== other.plain) return false;
  return !areBothMarked(one, other) || one.marked === other.marked || tonesLast(one.marked) === tonesLast(other.marked);
}

/** "Hoà" is "Hòa": in Vietnam, the tone of a syllable may stand on either vowel. */
function tonesLast(word: string): string {
  const letters = word.normalize("NFD");
  return letters.replaceAll(tone, "") + (letters.match(tone)?.join("") ?? "");
}
const tone = /[\u0300\u0301\u0303\u0309\u0323]/g;

const areBothMarked = (one: NameWord, other: NameWord) => one.hasMarks && other.hasMarks;

/** Two spellings of one name, or two words that sound alike. */
export function soundsAlike(one: NameWord, other: NameWord): boolean {
  if (areBothMarked(one, other)) return false;
  if (one.standard !== undefined && other.standard !== undefined) return one.standard === other.standard;
  return shareKey(one.keys, other.keys) || isWithArticle(one, other) || isWithArticle(other, one);
}

/** "Elsayed" is "Sayed", and "Essaidi" is "Saidi", but "Elmira" is neither "Almira" nor "Mira". */
function isWithArticle(one: NameWord, other: NameWord): boolean {
  const rest = /^(?:[ae](?:l|(ch|[rsznmtd])(?=\1)))(.{4,})$/.exec(one.plain)?.[2];
  if (rest === undefined || (rest.length < 6 && !other.isCommon && !/[aeiou]i$/.test(rest) && one.plain[1] === "l"))
    return false;
  return shareKey(soundKeys(rest), other.keys);
}

const shareKey = (keys: readonly string[], others: readonly string[]) => keys.some((key) => others.includes(key));

export const isMisspelt = (one: NameWord, other: NameWord) =>
  isName(one) &&
  isName(other) &&
  !areBothMarked(one, other) &&
  (one.standard === undefined || other.standard === undefined) &&
  (isSlip(one.plain, other.plain) || one.keys.some((key) => other.keys.some((heard) => isSlipOfSound(key, heard))));

/** True if a word is written as two or three. */
export function isJoined(word: NameWord, run: readonly NameWord[]): boolean {
  const [first, last] = run;
  // "G. Mariam" is Gebremariam.
  if (first?.kind === "initial" && last && last.plain.length > 3)
    return run.length === 2 && word.plain.startsWith(first.plain) && word.plain.endsWith(last.plain);
  const joined = run.map(({ plain }) => plain).join("");
  if (Math.abs(joined.length - word.plain.length) > 3 || joined[0] !== word.plain[0]) return false;
  const marked = run.map((part) => part.marked).join("");
  const hasMarks = run.some((part) => part.hasMarks);
  const other = new NameWord({ kind: "name", isAnothers: word.isAnothers, plain: joined, marked, hasMarks });
  return sameLetters(word, other) || soundsAlike(word, other) || isMisspelt(word, other);
}

/** "Pd" is short for Prasad, and "Hdez" for Hernandez. */
export const isShortFor = (one: NameWord, other: NameWord) =>
  one.plain.length < other.plain.length ? isShortForm(one.plain, other.plain) : isShortForm(other.plain, one.plain);

function isShortForm(short: string, long: string): boolean {
  if (short.length > 4 || long.length < short.length + 2) return false;
  if (short[0] !== long[0] || short.at(-1) !== long.at(-1) || !/^[b-df-hj-np-tv-xz]{2}/.test(short)) return false;
  if (/[aeiouy]/.test(short) && long.length <= 2 * short.length) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
