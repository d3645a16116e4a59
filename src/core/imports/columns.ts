import { holdsRecordNumber } from "../records/numbers.ts";
import { isLastDayField } from "../records/last-days.ts";
import { saidIn } from "./cell-text.ts";
import { type ColumnFacts, holdsNumbers, holdsWords, isIrccLike, isIrccs, isPassports } from "./column-facts.ts";
import { addressPart, type ColumnMeaning, nameParts } from "./import-fields.ts";
import { addressWords, stateTexts, unsureParts } from "./headings.ts";
import { isSecond, type Recognised, recognise, recogniseBelow, saysEnd } from "./recognise-heading.ts";
import { type Cell, cellText } from "./table.ts";

/** What each column contains, from left to right. Null for a column that is left out. */
export type Columns = (ColumnMeaning | null)[];

/** The heading of a column, the heading above it if there are two rows of them, and what both say together. */
export type Heading = { own: string; whole: string; group?: string };

/** Returns only letters, combining marks and digits of a text. */
export const normalisedHead = (head: string): string =>
  head
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}]/gu, "");

/** Words for whom a name or an address in such a group of columns is. */
const someoneElse =
  /employ|compan|agen|sponsor|kafe+l|guarant|emergenc|contact|nominee|referen|spouse|husband|wife|school|office|factor|broker|relative|নিয়োগ|কোম্পানি|এজেন্|প্রতিনিধি|দালাল|জরুরি|নমিনি|स्वामी|नियोक्ता|रोजगारदाता|कम्पनी|آجر|کمپنی|كفيل|صاحب العمل|شركة/u;

function meaningOf({ own, whole, group = "" }: Heading): Recognised | undefined {
  const meaning = recognise(whole) ?? recogniseBelow(group, own);
  if (meaning !== undefined || own === whole) return meaning;
  const alone = recognise(own);
  // "No." below "Visa" is no number of a person, and "Name" below "Employer" is not theirs.
  const isOfGroup = alone === "vague" || someoneElse.test(whole.toLowerCase());
  return isOfGroup ? "other" : alone;
}

const isMeaning = (meaning: Recognised | undefined): meaning is ColumnMeaning =>
  meaning !== undefined && meaning !== "vague" && meaning !== "application" && meaning !== "other";

/** True if a heading itself says what its column contains. */
export const isKnown = (heading: Heading): boolean => isMeaning(meaningOf(heading));

/** True if a heading, alone or below another one, is known to be one, whatever it is about. */
export const isTelling = ({ own, whole }: Heading): boolean =>
  recognise(own) !== undefined || recognise(whole) !== undefined || saysEnd(own);

/** True if the cells are what the heading says. */
const holds = (meaning: ColumnMeaning, facts: ColumnFacts | undefined): boolean => {
  if (!facts || isLastDayField(meaning)) return true;
  return meaning === "passportNumber" || meaning === "irccNumber" ? holdsNumbers(facts) : holdsWords(facts);
};

const isState = (cell: Cell | undefined) => saidIn(cell) === "" || stateTexts.has(saidIn(cell));

/** What the cells say of a column without a telling heading. */
function byContent(facts: ColumnFacts | undefined, taken: ReadonlySet<ColumnMeaning>): ColumnMeaning | undefined {
  if (!facts) return undefined;
  const meant = isPassports(facts) && !isIrccs(facts) ? "passportNumber" : isIrccs(facts) ? "irccNumber" : undefined;
  return meant && !taken.has(meant) ? meant : undefined;
}

export type ColumnsOfTable = {
  headings: readonly Heading[];
  facts?: readonly ColumnFacts[];
  /** Some rows below the headings. */
  samples?: readonly (readonly Cell[])[];
};

/** Says what columns contain: by their headings first, then by their cells. Nothing is said twice. */
export function guessColumns({ headings, facts = [], samples = [] }: ColumnsOfTable): Columns {
  const meanings = headings.map(meaningOf);
  const taken = new Set<ColumnMeaning>();
  const columns: Columns = meanings.map((meaning, at) => {
    if (!isMeaning(meaning) || isSecond(headings[at]?.whole ?? "")) return null;
    if (meaning === addressPart) return meaning;
    if (meaning === "state" && !samples.every((cells) => isState(cells[at])))
      return samples.some((cells) => stateTexts.has(saidIn(cells[at]))) ? null : addressPart;
    // Of several columns with the same meaning, the first counts whose cells are what the heading says.
    if (taken.has(meaning) || !holds(meaning, facts[at])) return null;
    taken.add(meaning);
    return meaning;
  });
  for (const [at, meaning] of meanings.entries()) {
    const found = foundLater(meaning, headings[at], { facts: facts[at], taken });
    if (!found) continue;
    taken.add(found);
    columns[at] = found;
  }
  return withWholeNames(withOwnParts(columns, headings), samples);
}

type Left = { facts: ColumnFacts | undefined; taken: ReadonlySet<ColumnMeaning> };

/** What a column contains for which only what the other columns left counts, or its cells. */
function foundLater(meaning: Recognised | undefined, heading: Heading | undefined, { facts, taken }: Left) {
  if (isMeaning(meaning)) return isSecond(heading?.whole ?? "") && !taken.has(meaning) ? meaning : undefined;
  if (meaning === "application")
    return facts && isIrccLike(facts) && !taken.has("irccNumber") ? "irccNumber" : undefined;
  const isSilent = meaning === "vague" || (meaning === undefined && heading?.own === "");
  return isSilent ? byContent(facts, taken) : undefined;
}

const isOfAddress = (meaning: ColumnMeaning | null | undefined) => meaning === addressPart || meaning === "address";

/**
 * Leaves out the parts that may belong to something else. Beside the address of another place, only those count that follow
 * the address directly.
 */
function withOwnParts(columns: Columns, headings: readonly Heading[]): Columns {
  const isSure = (at: number) =>
    isOfAddress(columns[at]) && !unsureParts.includes(normalisedHead(headings[at]?.own ?? ""));
  const hasOther = headings.some(({ own }, at) => columns[at] !== "address" && isAnAddress(own));
  const own: Columns = [];
  for (const [at, meaning] of columns.entries()) {
    const isUnsure = !isSure(at) && !isSure(at - 1) && !isSure(at + 1);
    const isOthers = hasOther && columns.includes("address") && !isOfAddress(own[at - 1]);
    own.push(meaning === addressPart && (isUnsure || isOthers) ? null : meaning);
  }
  return own;
}

const isAnAddress = (heading: string) => addressWords.some((word) => heading.toLowerCase().includes(word));

/** A name beside a surname is the given name, unless it contains the surname. Parts beside a whole name are left out. */
function withWholeNames(columns: Columns, samples: readonly (readonly Cell[])[]): Columns {
  const [name, surname] = [columns.indexOf("name"), columns.indexOf("surname")];
  if (name === -1) return columns.includes("givenName") || surname === -1 ? columns : without(columns, nameParts);
  const rows = samples.map((cells) => [saidIn(cells[name]), saidIn(cells[surname])].map((text) => text.toLowerCase()));
  const bare = rows.filter(([whole = "", last = ""]) => last !== "" && !whole.includes(last)).length;
  const isGiven = surname !== -1 && !columns.includes("givenName") && bare * 2 > rows.length;
  return isGiven ? columns.with(name, "givenName") : without(columns, nameParts);
}

const without = (columns: Columns, left: readonly ColumnMeaning[]): Columns =>
  columns.map((meaning) => (meaning !== null && left.includes(meaning) ? null : meaning));

/** How many columns of a row of headings are told apart. 0 if none of them is a column that records have. */
export function knownAmong(headings: readonly Heading[]): number {
  const meanings = headings.map(meaningOf);
  return meanings.some(isMeaning) ? meanings.filter((meaning) => meaning !== undefined).length : 0;
}

/** The headings in a row, together with those above it. */
export function headingsOf(cells: readonly Cell[], above: readonly Cell[] = []): Heading[] {
  const filled = above.flatMap((cell, at) => (cellText(cell) === "" ? [] : [at]));
  // One text at the beginning is the title of the table, and a row with numbers is about a person.
  const isOfPerson = above.some((cell) => typeof cell !== "string" || holdsRecordNumber(cell));
  const hasGroups = !isOfPerson && (filled.length > 1 || (filled[0] ?? 0) > 0);
  let group = "";
  return Array.from({ length: Math.max(cells.length, hasGroups ? above.length : 0) }, (_, at) => {
    const own = cellText(cells[at]);
    const over = hasGroups ? cellText(above[at]) : "";
    if (over !== "") group = over;
    if (own === "") return { own: over, whole: over };
    return { own, whole: group === "" ? own : `${group} ${own}`, group };
  });
}
