import { holdsRecordNumber } from "../records/numbers.ts";
import { type ColumnFacts, factsWithout, newFacts, noteCell } from "./column-facts.ts";
import { guessColumns, isTelling, knownAmong, type LeftColumn, notUnderstood } from "./columns.ts";
import type { OwnHeads } from "./own-heads.ts";
import { headingsOf } from "./group-headings.ts";
import type { Columns, Heading } from "./import-fields.ts";
import { type Cell, cellText, type TableRow } from "./table.ts";

/** The headings are among so many first rows of a sheet. */
export const rowsLookedAt = 30;

/**
 * The rows of one sheet, in the order of the file. `from` counts all rows of the file from 0. `lastNumbers`: the last row
 * of each column with the number of a document, from 0.
 */
export type Sheet = {
  name: string;
  from: number;
  rowCount: number;
  top: TableRow[];
  facts: ColumnFacts[];
  lastNumbers: number[];
};

/** Adds a row to the sheets of a file. The rows come in the order of the file. */
export function noteRow(sheets: Sheet[], row: TableRow): void {
  const before = sheets.at(-1);
  const name = row.sheet ?? "";
  const next = (before?.from ?? 0) + (before?.rowCount ?? 0);
  const sheet = before?.name === name ? before : { name, from: next, rowCount: 0, top: [], facts: [], lastNumbers: [] };
  if (sheet !== before) sheets.push(sheet);
  sheet.rowCount += 1;
  if (sheet.top.length < rowsLookedAt) sheet.top.push(row);
  for (const [at, cell] of row.cells.entries()) {
    const facts = (sheet.facts[at] ??= newFacts());
    const { numbers } = facts;
    noteCell(facts, cell);
    if (facts.numbers > numbers) sheet.lastNumbers[at] = sheet.rowCount - 1;
  }
}

export function surveyed(rows: Iterable<TableRow>): Sheet[] {
  const sheets: Sheet[] = [];
  for (const row of rows) noteRow(sheets, row);
  return sheets;
}

/** The headings of a sheet. `at` counts its rows from 0. `left` are the columns that are not understood. */
export type FoundTable = { sheet: Sheet; at: number; headings: Heading[]; columns: Columns; left: LeftColumn[] };

export function tableAt(sheet: Sheet, at: number, ownHeads?: OwnHeads): FoundTable {
  const headings = headingsAt(sheet.top, at);
  const width = Math.max(headings.length, sheet.facts.length);
  const wide = Array.from({ length: width }, (_, column) => headings[column] ?? { own: "", whole: "" });
  const samples = sheet.top.slice(at + 1).map(({ cells }) => cells.map(beginning));
  const facts = sheet.facts.map((all, column) => factsWithout(all, cellsAt(sheet.top.slice(0, at + 1), column)));
  const table = { headings: wide, facts, samples, ...(ownHeads && { ownHeads }) };
  const columns = guessColumns(table);
  return { sheet, at, headings: wide, columns, left: notUnderstood(table, columns) };
}

/** So much of a text tells a name, a place or a number. */
const mostLetters = 200;
const beginning = (cell: Cell) => (typeof cell === "string" ? cell.slice(0, mostLetters) : cell);

/** A row above an empty one is a title or a part of the letterhead. */
function headingsAt(rows: readonly TableRow[], at: number): Heading[] {
  const [row, above] = [rows[at], rows[at - 1]];
  const isNext = row !== undefined && above !== undefined && above.row + 1 === row.row;
  return headingsOf(row?.cells ?? [], isNext ? above.cells : []);
}

const cellsAt = (rows: readonly TableRow[], column: number) => rows.map(({ cells }) => cells[column]);

/** True for "(1)", "(2)", "(3)" below the headings of a form. */
const countsColumns = (cells: readonly Cell[]): boolean =>
  cells.every((cell) => /^(?:\(?\d{1,2}[.)]?)?$/.test(cellText(cell)));

/** The row below the headings if it only says more of some of them: "No." and "Expiry" below "Passport details". */
function withRowBelow(rows: readonly TableRow[], at: number): number {
  const [heads, below] = [rows[at]?.cells ?? [], rows[at + 1]?.cells ?? []];
  const filled = [...below.keys()].filter((column) => cellText(below[column]) !== "");
  const both = headingsOf(below, heads);
  const isHead = (column: number) => isTelling({ own: cellText(below[column]), whole: both[column]?.whole ?? "" });
  // Beside the merged heading, the row above is empty.
  const isSplit = filled.some((column) => cellText(heads[column]) === "");
  return filled.length > 1 && isSplit && filled.every(isHead) ? at + 1 : at;
}

/**
 * Finds the row with the headings. Titles and merged cells may be above it. If no row has two known headings, it is the
 * first row with the most filled cells.
 */
export function findHeadings(rows: readonly TableRow[]): number {
  const known = rows.map(({ cells }, at) => {
    if (cells.some((cell) => holdsRecordNumber(cellText(cell))) || countsColumns(cells)) return 0;
    const headings = headingsAt(rows, at);
    // A row whose own cells say nothing is the first one below the headings.
    const own = headings.filter((_, column) => cellText(cells[column]) !== "");
    return knownAmong(own) === 0 ? 0 : knownAmong(headings);
  });
  const most = Math.max(0, ...known);
  if (most >= 2) return withRowBelow(rows, known.indexOf(most));
  const filled = rows.map(({ cells }) => cells.filter((cell) => cellText(cell) !== "").length);
  return Math.max(0, filled.indexOf(Math.max(0, ...filled)));
}
