import { isFieldName } from "../records/record-fields.ts";
import { holdsRecordNumber } from "../records/numbers.ts";
import type { Heading } from "./import-fields.ts";
import { hasPerson } from "./presume-heading.ts";
import { recognise } from "./recognise-heading.ts";
import { readDay } from "./read-day.ts";
import { type Cell, cellText } from "./table.ts";

/** "Agency: Rahim Overseas" and "Ref no. 17" above a table are no groups of columns. */
const inLetterhead =
  /^(?:date|ref|batch|lot|flight|agen(?:t|cy)|company|employer|client|project|sponsor|demand|office|branch|prepared|page|to|from|m\/s|as on)\b[^:]*:\s*(?!(?:details?|data|info(?:rmation)?|particulars)\W*$)\S|^as (?:on|of)\b|^(?:batch|season)\s*\p{N}+$/iu;

const wordCount = (text: string) => text.split(/\s+/).length;

/** A longer text says nothing of a column, and would be read again and again. */
const mostLetters = 300;
const headIn = (cell: Cell | undefined) => inOneLine(cellText(cell).slice(0, mostLetters).toWellFormed());

/** A heading is broken where its column is narrow. Only lines that say the same are two headings: "Nama" above "Name". */
function inOneLine(heading: string): string {
  const lines = heading.split(/\s*\n\s*/u);
  if (lines.length === 1) return heading;
  const [first, ...rest] = lines.map(recognise);
  const areSame = first !== undefined && isFieldName(first) && rest.every((meaning) => meaning === first);
  return areSame ? lines.join(" / ") : lines.join(" ").replaceAll(/(?<=\p{Ll})- (?=\p{Ll})/gu, "");
}

const numbering = /^\(?\d{1,2}[.)]\s*(?=[^\d\s])/u;

/** The headings of a form have numbers: "1. Name", "2. Passport no." A single number says which of several it is. */
function withoutNumbering(heads: readonly string[]): readonly string[] {
  const filled = heads.filter((head) => head !== "");
  const numbers = filled.flatMap((head) => (numbering.test(head) ? [Number.parseInt(head.replace("(", ""), 10)] : []));
  const areInOrder = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
  const isForm = numbers.length > 2 && numbers.length >= 0.6 * filled.length && areInOrder;
  return isForm ? heads.map((head) => head.replace(numbering, "")) : heads;
}

/** The headings in a row, together with those above it. */
export function headingsOf(cells: readonly Cell[], above: readonly Cell[] = []): Heading[] {
  const filled = above.flatMap((cell, at) => (cellText(cell) === "" ? [] : [at]));
  // One text at the beginning, or one of many words, is the title of the table. A row with numbers is about a person.
  const isOfPerson = above.some((cell) => typeof cell !== "string" || holdsRecordNumber(cell));
  const isTitle = filled.length === 1 && ((filled[0] ?? 0) === 0 || wordCount(cellText(above[filled[0] ?? 0])) > 2);
  const heads = cells.map(cellText).filter((head) => head !== "");
  // Only groups tell two headings apart that are the same. Beside "Worker", "Employer: ABC" is one as well.
  const isLetterhead =
    new Set(heads).size === heads.length &&
    filled[0] === 0 &&
    !above.some((cell) => hasPerson(cellText(cell))) &&
    above.some((cell) => readDay(cell) !== null || inLetterhead.test(cellText(cell)));
  const hasGroups = !isOfPerson && filled.length > 0 && !isTitle && !isLetterhead;
  const plain = withoutNumbering(cells.map(headIn));
  let group = "";
  return Array.from({ length: Math.max(cells.length, hasGroups ? above.length : 0) }, (_, at) => {
    const own = plain[at] ?? "";
    const over = hasGroups ? headIn(above[at]) : "";
    if (over !== "") group = over;
    if (own === "") return { own: over, whole: over };
    return { own, whole: group === "" ? own : `${group} ${own}`, group };
  });
}
