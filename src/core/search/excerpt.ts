import { isSearchedFor, wordsIn } from "./search-words.ts";

export type MarkedPart = { text: string; isMatch: boolean };

const before = 60;
const length = 200;

/** Returns the text around the first match. Without a match, returns its beginning. */
export function excerptOf(text: string, searched: readonly string[]): MarkedPart[] {
  const words = wordsIn(text);
  const first = words.find((word) => isSearchedFor(word, searched));
  const earliest = (first?.start ?? 0) - before;
  const from = earliest <= 0 ? 0 : (words.find(({ start }) => start >= earliest)?.start ?? 0);
  const reach = from + length;
  const to = text.length <= reach ? text.length : (words.findLast(({ end }) => end <= reach)?.end ?? reach);
  const marked = markedText(onOneLine(text.slice(from, to)), searched);
  return [
    ...(from > 0 ? [{ text: "… ", isMatch: false }] : []),
    ...marked,
    ...(to < text.length ? [{ text: " …", isMatch: false }] : []),
  ];
}

/** Joins lines into one. Lines without a punctuation mark at the end, such as headings, are separated by "·". */
const onOneLine = (text: string) => text.replaceAll(/([^\s.!?।:])\s*\n\s*/g, "$1 · ").replaceAll(/\s+/g, " ");

export function markedText(text: string, searched: readonly string[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const word of wordsIn(text)) {
    if (!isSearchedFor(word, searched)) continue;
    if (word.start > at) parts.push({ text: text.slice(at, word.start), isMatch: false });
    parts.push({ text: text.slice(word.start, word.end), isMatch: true });
    at = word.end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMatch: false });
  return parts;
}
