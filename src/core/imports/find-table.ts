import {
  addFacts,
  areUsual,
  type ColumnFacts,
  dayOrderOf,
  factsWithout,
  isUniform,
  newFacts,
  noteCell,
} from "./column-facts.ts";
import { type Columns, guessColumns, type Heading, headingsOf, knownAmong, normalisedHead } from "./columns.ts";
import { keyFields } from "./import-fields.ts";
import type { DayOrder } from "./read-day.ts";
import { type Cell, cellText, type TableRow } from "./table.ts";

/** The headings are among so many first rows of a sheet. */
export const rowsLookedAt = 30;

/** The rows of one sheet, in the order of the file. `from` counts all rows of the file from 0. */
export type Sheet = { name: string; from: number; rowCount: number; top: TableRow[]; facts: ColumnFacts[] };

/** Adds a row to the sheets of a file. The rows come in the order of the file. */
export function noteRow(sheets: Sheet[], row: TableRow): void {
  const before = sheets.at(-1);
  const name = row.sheet ?? "";
  const next = (before?.from ?? 0) + (before?.rowCount ?? 0);
  const sheet = before?.name === name ? before : { name, from: next, rowCount: 0, top: [], facts: [] };
  if (sheet !== before) sheets.push(sheet);
  sheet.rowCount += 1;
  if (sheet.top.length < rowsLookedAt) sheet.top.push(row);
  for (const [at, cell] of row.cells.entries()) noteCell((sheet.facts[at] ??= newFacts()), cell);
}

export function surveyed(rows: Iterable<TableRow>): Sheet[] {
  const sheets: Sheet[] = [];
  for (const row of rows) noteRow(sheets, row);
  return sheets;
}

/** The headings of a sheet. `at` counts its rows from 0. */
export type FoundTable = { sheet: Sheet; at: number; headings: Heading[]; columns: Columns };

function tableAt(sheet: Sheet, at: number): FoundTable {
  const headings = headingsOf(sheet.top[at]?.cells ?? [], sheet.top[at - 1]?.cells);
  const width = Math.max(headings.length, sheet.facts.length);
  const wide = Array.from({ length: width }, (_, column) => headings[column] ?? { own: "", whole: "" });
  const samples = sheet.top.slice(at + 1).map(({ cells }) => cells);
  const facts = sheet.facts.map((all, column) => factsWithout(all, cellsAt(sheet.top.slice(0, at + 1), column)));
  return { sheet, at, headings: wide, columns: guessColumns({ headings: wide, facts, samples }) };
}

const cellsAt = (rows: readonly TableRow[], column: number) => rows.map(({ cells }) => cells[column]);

/**
 * Finds the row with the headings. Titles and merged cells may be above it. If no row has two known headings, it is the
 * first row with the most filled cells.
 */
function findHeadings(rows: readonly TableRow[]): number {
  const known = rows.map(({ cells }, at) => {
    const headings = headingsOf(cells, rows[at - 1]?.cells);
    // A row whose own cells say nothing is the first one below the headings.
    const own = headings.filter((_, column) => cellText(cells[column]) !== "");
    return knownAmong(own) === 0 ? 0 : knownAmong(headings);
  });
  const most = Math.max(0, ...known);
  if (most >= 2) return known.indexOf(most);
  const filled = rows.map(({ cells }) => cells.filter((cell) => cellText(cell) !== "").length);
  return Math.max(0, filled.indexOf(Math.max(0, ...filled)));
}

const hasKey = ({ columns }: FoundTable) => keyFields.some((field) => columns.includes(field));

/** Two rows of headings that say the same. */
export const sayTheSame = (one: readonly Cell[], other: readonly Cell[]): boolean =>
  lineOf(one) === lineOf(other) && lineOf(one) !== "";
const lineOf = (cells: readonly Cell[]) =>
  cells
    .map((cell) => normalisedHead(cellText(cell)))
    .join("|")
    .replace(/\|+$/, "");

const headCells = ({ sheet, at }: FoundTable): Cell[] => sheet.top[at]?.cells ?? [];

/** True if the second table has at least the columns of the first that are read, at the same places. */
function continues(main: FoundTable, { headings }: FoundTable): boolean {
  const same = main.headings.map(
    ({ whole }, at) => normalisedHead(whole) === normalisedHead(headings[at]?.whole ?? ""),
  );
  return hasKey(main) && main.columns.every((field, at) => field === null || same[at]);
}

/** The table of a file, with the sheets that continue it and those that are not read. */
export type Layout = { main: FoundTable; others: FoundTable[]; unread: FoundTable[] };

/**
 * Finds the first sheet with people. Sheets with the same headings belong to the same table. `chosen` is the row of the
 * headings that somebody chose; it counts all rows of the file from 0.
 */
export function layoutOf(sheets: readonly Sheet[], chosen?: number): Layout | null {
  const found = sheets.map((sheet) => {
    const isChosen = chosen !== undefined && chosen >= sheet.from && chosen < sheet.from + sheet.top.length;
    return { isChosen, table: tableAt(sheet, isChosen ? chosen - sheet.from : findHeadings(sheet.top)) };
  });
  const tables = found.map(({ table }) => table);
  const main = found.find(({ isChosen }) => isChosen)?.table ?? tables.find(hasKey) ?? tables[0];
  if (!main) return null;
  const beside = tables.filter((table) => table !== main);
  const isSame = (table: FoundTable) => sayTheSame(headCells(table), headCells(main)) || continues(main, table);
  return { main, others: beside.filter(isSame), unread: beside.filter((table) => !isSame(table)) };
}

/** Rows of the file that a table consists of, without its headings. Both count all rows of the file from 1. */
export type RowRange = readonly [first: number, last: number];

export const rangeOf = ({ sheet, at }: FoundTable): RowRange => [sheet.from + at + 2, sheet.from + sheet.rowCount];

/** The order of days in each column of a table, whether its numbers are all of one length, and nearly all as long as those of passports. */
export type ColumnReading = { dayOrder: DayOrder | null; isUniform: boolean; areUsual: boolean };

/** What all sheets of a table together say about how to read each column. */
export function readingsOf({ main, others }: Layout): ColumnReading[] {
  return main.headings.map((_, at) => {
    const facts = newFacts();
    for (const { sheet } of [main, ...others]) addFacts(facts, sheet.facts[at] ?? newFacts());
    return { dayOrder: dayOrderOf(facts), isUniform: isUniform(facts), areUsual: areUsual(facts) };
  });
}
