import type { ColumnFacts } from "./column-facts.ts";
import { visaWord } from "./doubtful-columns.ts";
import { foldedSet, spacedOut, wordsOf } from "./heading-words.ts";
import type { Columns, Heading } from "./import-fields.ts";
import { saysEnd } from "./last-day-heading.ts";
import { namesSomebodyElse } from "./more-headings.ts";
import { holdsOther, isIgnored } from "./recognise-heading.ts";

const permitWord =
  /work ?permit|labou?r (?:card|permit)|\bw\/?p\b|employment (?:pass|permit)|permis de travail|разрешени[ея] на работу|дозволу? на роботу|zezwoleni|permiso de trabajo|izin kerja|ওয়ার্ক পারমিট|वर्क परमिट|श्रम स्वीकृति|ورک پرمٹ|تصريح (?:ال)?عمل/iu;

const ofNumber = foldedSet("id ref reference file serial blg nombor nombar namba nambari numero n number".split(" "));
const isOfNumber = (word: string) => ofNumber.has(word) || /^(?:no|[#№])$/u.test(word);
/** Which visa or permit it is. */
const kinds = foldedSet(
  "visa visas vissa viza visum visto work permit permits labour labor card entry employment employ pass business residence residency resident study student e us usa uk uae ksa saudi arabia qatar oman kuwait bahrain malaysia singapore canada schengen europe eu korea japan taiwan calling sticker stamped paper current new valid latest appl appln application own self sag kerja izin travail permis trabajo permiso praca на работу роботу".split(
    " ",
  ),
);

const numbered = { visa: visaWord, permit: permitWord };
/** The paper whose number a heading says. */
export type NumberedPaper = keyof typeof numbered;
const numberedPapers: readonly NumberedPaper[] = ["visa", "permit"];

/** Null if any word of the heading in Latin letters may say something else. */
export function numberSaid(heading: string): NumberedPaper | null {
  const words = wordsOf(heading.normalize("NFC"));
  const isElse = holdsOther(spacedOut(words)) || saysEnd(heading);
  if (isElse || !words.some(isOfNumber) || namesSomebodyElse(heading)) return null;
  const isKnown = (word: string) => kinds.has(word) || isOfNumber(word) || isIgnored(word);
  const isOnly = (paper: RegExp) => words.every((word) => !/[a-z]{3}/.test(word) || isKnown(word) || paper.test(word));
  return numberedPapers.find((paper) => numbered[paper].test(heading) && isOnly(numbered[paper])) ?? null;
}

/**
 * The operator's second number below other words for the same: `papers` are those whose number it is, the first of them that
 * the table has. It has to be another one in each row, since many visas are for a whole group.
 */
export function withNumberOf(
  columns: Columns,
  papers: readonly NumberedPaper[],
  { headings, facts }: { headings: readonly Heading[]; facts: readonly ColumnFacts[] },
  isOpen: (at: number) => boolean,
): Columns {
  if (papers.length === 0 || columns.includes("irccNumber")) return columns;
  const said = headings.map(({ own, whole }, at) =>
    isOpen(at) && columns[at] === null ? (numberSaid(own) ?? numberSaid(whole)) : null,
  );
  const paper = papers.find((one) => said.includes(one)) ?? null;
  const at = paper === null ? -1 : said.indexOf(paper);
  const isOne = at !== -1 && at === said.lastIndexOf(paper) && facts[at]?.repeated === 0;
  return isOne ? columns.with(at, "irccNumber") : columns;
}
