import { withPlain } from "./alike-letters.ts";
import type { LanguageWords } from "./language-words.ts";
import { wordsOfAfrica } from "./words-of-africa.ts";
import { wordsOfAsia } from "./words-of-asia.ts";
import { wordsOfEurope } from "./words-of-europe.ts";
import { wordsOfTrades } from "./words-of-trades.ts";

const all: readonly LanguageWords[] = [
  ...Object.values({ ...wordsOfEurope, ...wordsOfAsia, ...wordsOfAfrica }),
  wordsOfTrades,
];

/** What all languages say about one thing. */
export const inLanguages = (about: keyof LanguageWords): string[] =>
  all.flatMap((words) => words[about]?.split("|") ?? []).flatMap(withPlain);

/** In these scripts, words of a heading stand beside each other without spaces. */
export const writesNoSpaces =
  /[\p{Script=Myanmar}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Han}\p{Script=Hangul}]/u;
