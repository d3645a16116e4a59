import { type ColumnFacts, areNumbers, isPassports } from "./column-facts.ts";
import { saidIn } from "./cell-text.ts";
import { type Columns, type Heading, hasColumnFor } from "./import-fields.ts";
import { type Presumed, presumed } from "./presume-heading.ts";
import type { Cell } from "./table.ts";

type Told = { headings: readonly Heading[]; facts: readonly ColumnFacts[]; samples: readonly (readonly Cell[])[] };

const fewest = 2;
const share = (texts: readonly string[], is: (text: string) => boolean) => texts.filter(is).length / texts.length;
const isOfLetters = (text: string) => /^[\p{L}\p{M}\s.'’()/-]+$/u.test(text);

/** Several words, hardly any of them twice, and no digits. */
function areNames(texts: readonly string[]): boolean {
  const words = texts.map((text) => text.split(/[\s.]+/).filter((word) => word.length > 1).length);
  const several = words.filter((count) => count > 1).length;
  // One may be that of a total.
  const strange = texts.filter((text) => !isOfLetters(text)).length;
  return (
    strange <= Math.max(texts.length > 3 ? 1 : 0, 0.1 * texts.length) &&
    several >= 0.6 * texts.length &&
    new Set(texts).size >= 0.7 * texts.length
  );
}

const isPassportNumber = (text: string) => /^[a-z]{0,3}\s?\d{5,9}[a-z]?$/i.test(text) && text.length >= 6;

/** Words for a citizen: "Nepali". A country alone may be where somebody goes. */
const demonym =
  /^(?:bangla ?deshi|indian|nepal(?:i|ese)|pakistani|sri ?lankan|filipin[oa]|philippine|indonesian?|wni|egyptian|jordanian|sudanese|yemeni|moroccan|marocain[e]?|ethiopian|kenyan|ugandan|ghanaian|nigerian|বাংলাদেশী|বাংলাদেশি|भारतीय|नेपाली|بھارتی|پاکستانی|مصري[ةه]?|أردني[ةه]?|اردني[ةه]?|سوداني[ةه]?|يمني[ةه]?|مغربي[ةه]?)$/iu;

const agrees: Record<Presumed, (texts: readonly string[], facts: ColumnFacts | undefined) => boolean> = {
  name: areNames,
  fatherName: areNames,
  motherName: areNames,
  passportNumber: (texts, facts) =>
    facts !== undefined && (isPassports(facts) || (areNumbers(facts) && share(texts, isPassportNumber) >= 0.8)),
  address: (texts) => share(texts, (text) => /\p{L}{2}/u.test(text) && !text.includes("@")) >= 0.9,
  nationality: (texts) => share(texts, isOfLetters) >= 0.9,
};

/**
 * What no heading of a table says for sure is taken from the only column whose heading probably says it, and whose cells
 * look like it. Of two such columns, nobody can tell.
 */
export function withPresumed(
  columns: Columns,
  { headings, facts, samples }: Told,
  isOpen: (at: number) => boolean,
): Columns {
  const textsIn = (at: number) => samples.map((cells) => saidIn(cells[at])).filter((text) => text !== "");
  const found = headings.flatMap(({ own }, at) => {
    if (!isOpen(at) || own === "") return [];
    const texts = textsIn(at);
    const meaning = texts.length >= fewest ? presumedIn(own, texts, facts[at]) : undefined;
    return meaning ? [[at, meaning] as const] : [];
  });
  return columns.map((meaning, at) => {
    const own = found.find(([column]) => column === at)?.[1];
    const isOnly = own !== undefined && found.filter(([, other]) => other === own).length === 1;
    return isOnly && !hasColumnFor(columns, own) ? own : meaning;
  });
}

function presumedIn(heading: string, texts: readonly string[], facts: ColumnFacts | undefined): Presumed | undefined {
  const meant = presumed(heading).filter((meaning) => agrees[meaning](texts, facts));
  if (meant.length === 1) return meant[0];
  return meant.length === 0 && share(texts, (text) => demonym.test(text)) >= 0.8 ? "nationality" : undefined;
}
