/** Letters and digits with the marks on them, as Bangla has; joiners stand inside of words too. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}\u200C\u200D]*/gu;

const longestWord = 40;
const mostWords = 8;
const shortestWord = 2;

/** Longer searches are cut. */
export const longestQuestion = 100;

/** A word as it is compared: without case, without the accents of Latin letters, without joiners. */
const folded = (word: string): string =>
  word
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F\u200C\u200D]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .slice(0, longestWord);

export type PlacedWord = { folded: string; start: number; end: number };

export const wordsIn = (text: string): PlacedWord[] =>
  Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({
    folded: folded(word),
    start: index,
    end: index + word.length,
  }));

/** The words of a search. Single letters are ignored: almost every text has them. */
export const searchWords = (question: string): string[] =>
  uniqueWords(question.slice(0, longestQuestion))
    .filter((word) => [...word].length >= shortestWord)
    .slice(0, mostWords);

/** The words of a text, each once, for an index. */
export const uniqueWords = (text: string): string[] => [
  ...new Set(
    wordsIn(text)
      .map((word) => word.folded)
      .filter((word) => word !== ""),
  ),
];

export const isSearchedFor = ({ folded: word }: PlacedWord, searched: readonly string[]): boolean =>
  searched.some((beginning) => word.startsWith(beginning));

export const answers = (words: readonly string[], searched: readonly string[]): boolean =>
  searched.every((beginning) => words.some((word) => word.startsWith(beginning)));
