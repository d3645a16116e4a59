/** Letters and digits with combining marks, as Bangla has them. Joiners are part of words as well. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}\u200C\u200D]*/gu;

const maxWordLength = 40;
const maxWords = 8;
const minWordLength = 2;

/** The number of characters that are searched. Longer searches are cut. */
export const maxQuestionLength = 100;

/** Returns a word as it is compared: in lower case, without the accents of Latin letters, without joiners. */
const folded = (word: string): string =>
  word
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F\u200C\u200D]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .slice(0, maxWordLength);

export type PlacedWord = { folded: string; start: number; end: number };

export const wordsIn = (text: string): PlacedWord[] =>
  Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({
    folded: folded(word),
    start: index,
    end: index + word.length,
  }));

/** The words of a search. Single letters are ignored: almost every text has them. */
export const searchWords = (question: string): string[] =>
  uniqueWords(question.slice(0, maxQuestionLength))
    .filter((word) => [...word].length >= minWordLength)
    .slice(0, maxWords);

/** Returns the words of a text for an index, each once. */
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
