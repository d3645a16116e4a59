import { textIn } from "#core/own-fields/own-field.ts";
import { type AnyKind, isOwnPaper } from "#core/own-fields/own-paper.ts";
import { type DatedPaper, endedIn, type WithLastDays } from "#core/records/visibility.ts";
import { m } from "#i18n/compiled/messages.js";
import { getLocale, type Locale } from "#i18n/compiled/runtime.js";
import { documentTitles } from "./document-titles.ts";
import { writtenCount, writtenDay } from "./written.ts";

/** A paper whose last day is over. */
export type EndedPaper = { kind: AnyKind; title: string; lastDay: string };

/** Returns which papers of a record had ended before this day of the office, as strangers see the record. */
export const endedOf = (record: WithLastDays, today: string, locale: Locale = getLocale()): EndedPaper[] =>
  titled(endedIn(record, today), locale);

export const titled = (papers: readonly DatedPaper[], locale: Locale = getLocale()): EndedPaper[] =>
  papers.map(({ kind, labels, lastDay }) => ({
    kind,
    title: isOwnPaper(kind) ? textIn(labels ?? {}, locale) : documentTitles[kind]({}, { locale }),
    lastDay,
  }));

/** Returns the sentence that comes before everything else of a record: which paper ended when, or how many ended. */
export function endedWords(ended: readonly EndedPaper[], locale: Locale = getLocale()): string | undefined {
  const [paper] = ended;
  if (!paper) return undefined;
  const count = ended.length;
  return count === 1
    ? endedSentence(paper, writtenDay(paper.lastDay, locale), locale)
    : m.papers_ended({ count, written: writtenCount(count, locale) }, { locale });
}

export const endedSentence = (paper: Omit<EndedPaper, "lastDay">, date: string, locale: Locale = getLocale()): string =>
  m.paper_ended({ paper: inSentence(paper, locale), date }, { locale });

/** Returns the lines below that sentence if it gives only a number. */
export const endedLines = (ended: readonly EndedPaper[], locale: Locale = getLocale()): string[] =>
  ended.length === 1
    ? []
    : ended.map(({ title, lastDay }) => `\u2068${title}\u2069 · ${inOneLine(writtenDay(lastDay, locale))}`);

const inOneLine = (text: string) => text.replaceAll(" ", "\u00A0");

/** Within an English sentence, a title of the program begins with a small letter, unless that is an abbreviation. */
function inSentence({ kind, title }: Omit<EndedPaper, "lastDay">, locale: Locale): string {
  if (isOwnPaper(kind)) return `\u2068${title}\u2069`;
  const isWord = locale === "en" && /^\p{Lu}\p{Ll}/u.test(title);
  return isWord ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
