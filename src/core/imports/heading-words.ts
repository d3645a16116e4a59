import { once } from "../once-per.ts";
import { asItSounds } from "./alike-letters.ts";
import { asSpelt } from "./as-spelt.ts";
import { numberWords } from "./headings.ts";
import { writesNoSpaces } from "./languages.ts";

const wordsForNumber = once(() => new Set(numberWords.map((word) => asItSounds(word.normalize("NFKC")))));
const joinedNumberWord = /(?:number|num|নম্বর|নাম্বার|নাম্বর|নং)$/u;

/** Programs join the lines of a cell: "اسم الأبFather's Name". */
export const betweenScripts =
  /(?<=[^\p{Script=Latin}\P{L}]\p{M}*)(?=\p{Script=Latin})|(?<=\p{Script=Latin})(?=[^\p{Script=Latin}\P{L}])/gu;
/** What stands for the rest of a word: "सं०", "सं॰" and "सं0" are "सं.", and "মোবাঃ" is "মোবা." */
export const shortening = /(?<=\p{Script=Devanagari}\p{M}*)[०॰0](?!\p{Nd})|ঃ/gu;

/** The endings that say "of" in Bangla, Hindi and Nepali, where they are written as a part of the word. */
const genitive = /(?<=[\u0980-\u09FF]{2})ের$|(?<=[\u0900-\u097F]{2})(?:को|का|कि)$/u;

/** "Father’s_Name" becomes "fathers" and "name". Every word for "number" becomes "no". */
export function wordsOf(heading: string): string[] {
  const spaced = heading
    .replaceAll(/\bn°/giu, "no ")
    .replaceAll(/\bp[./]p\b/giu, "pp")
    .normalize("NFKC")
    .replaceAll(shortening, ".")
    .replaceAll(/\bp[./]port\b/giu, "passport")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll(betweenScripts, " ")
    .toLowerCase();
  const plain = asItSounds(spaced.replaceAll(/\s?['’‘`´ʼ]\s?s?(?=\s|$)|,s\b/g, "s").replaceAll(/['’‘`´ʼ]/g, ""));
  return (plain.match(/[\p{L}\p{M}\p{Nd}]+|[№#]/gu) ?? [])
    .map((word) => word.replace(/^(?:ال|لل)(?=..)/u, "").replace(genitive, ""))
    .map((word) => (wordsForNumber().has(word) || asSpelt(word) === "number" ? "no" : word));
}

/** The order of words makes no difference, nor do spaces: people write "Name of father" and "passportno". */
export const keysOf = (words: readonly string[]): string[] => [
  words.toSorted().join(" "),
  words.join("").replace(joinedNumberWord, "no"),
];

/** Both read their words at the first use: most programs that load them read no table. */
export function foldedSet(words: readonly string[]): { has: (word: string) => boolean } {
  const set = once(() => new Set(words.flatMap(wordsOf)));
  return { has: (word) => set().has(word) };
}
export const folded = (words: readonly string[]) =>
  once(() => [...new Set(words.map((word) => wordsOf(word).join(" ")))]);

export const spacedOut = (words: readonly string[]): string => ` ${words.join(" ")} `;
/** Short words count only as whole words: "exp" is no part of "experience". */
export const holds = (text: string, word: string): boolean =>
  text.includes(
    sought.getOrInsertComputed(word, () => (word.length > 4 || writesNoSpaces.test(word) ? word : ` ${word} `)),
  );
/** As long as the lists of words. */
const sought = new Map<string, string>();

const mostSaid = 2000;
/** Keeps what is said of the last headings: each column of a table is compared with the others. */
export function remembering<Said>(say: (heading: string) => Said): (heading: string) => Said {
  const said = new Map<string, Said>();
  return (heading) => {
    if (said.size >= mostSaid) said.clear();
    return said.getOrInsertComputed(heading, say);
  };
}
