import { addFacts, commonLength, dayOrderOf, newFacts, type UsualNumbers, usualNumbers } from "./column-facts.ts";
import type { OwnHeads } from "./own-heads.ts";
import { isSurnameFirst } from "./given-first.ts";
import { normalisedHead } from "./normalised-head.ts";
import { findHeadings, type FoundTable, type Sheet, tableAt } from "./find-table.ts";
import {
  addressPart,
  type ColumnMeaning,
  isTakenOften,
  keyFields,
  nameAndAddress,
  nameAndFather,
} from "./import-fields.ts";
import { saysFatherOrHusband, sexAt } from "./father-or-husband.ts";
import { saidBesideNumber } from "./number-with-more.ts";
import type { DayOrder } from "./read-day.ts";
import { type Cell, cellText, type TableRow } from "./table.ts";

/** Which column of a sheet has what each column of the table has. Null or missing: the sheet has no such column. */
type Places = readonly (number | null)[];

/** A sheet that continues the table. */
type OtherSheet = FoundTable & { places: Places };

/** The table of a file, with the sheets that continue it and those that are not read. */
export type Layout = { main: FoundTable; others: OtherSheet[]; unread: FoundTable[] };

/**
 * Finds the sheet that says most about people, and the sheets that say the same in columns of any order. `chosen` is the
 * row of the headings that somebody chose; it counts all rows of the file from 0.
 */
export function layoutOf(sheets: readonly Sheet[], chosen?: number, ownHeads?: OwnHeads): Layout | null {
  const isChosen = ({ from, top }: Sheet) => chosen !== undefined && chosen >= from && chosen < from + top.length;
  const tables = sheets.map((sheet) =>
    tableAt(sheet, chosen !== undefined && isChosen(sheet) ? chosen - sheet.from : findHeadings(sheet.top), ownHeads),
  );
  const first = tables.find(({ sheet }) => isChosen(sheet)) ?? sayingMost(tables);
  if (!first) return null;
  return tables.filter((table) => table !== first).reduce<Layout>(withSheet, { main: first, others: [], unread: [] });
}

/** What a row needs for a new record. */
const needed: readonly ColumnMeaning[] = [
  "passportNumber",
  "name",
  "givenName",
  nameAndFather,
  nameAndAddress,
  "fatherName",
  "motherName",
  "address",
];

/** The first of the sheets with most of what a record needs. Without a number, a sheet says nothing. */
function sayingMost(tables: readonly FoundTable[]): FoundTable | undefined {
  const said = tables.map((table) =>
    hasKey(table) ? needed.filter((field) => table.columns.includes(field)).length : -1,
  );
  return tables[said.indexOf(Math.max(...said))];
}

const hasKey = ({ columns }: FoundTable) => keyFields.some((field) => columns.includes(field));

/** A column that only the later sheet has is added at the end of the table. */
function withSheet({ main, others, unread }: Layout, table: FoundTable): Layout {
  const places = placesIn(main, table);
  if (!saysAllOf(main, places) && !hasNeeded(main, places)) return { main, others, unread: [...unread, table] };
  const more = [...table.columns.keys()].filter((at) => {
    const field = table.columns[at] ?? null;
    return field !== null && !places.includes(at) && (isTakenOften(field) || !main.columns.includes(field));
  });
  const headings = more.flatMap((at) => table.headings[at] ?? []);
  const joined = {
    ...main,
    headings: [...main.headings, ...headings],
    columns: [...main.columns, ...more.map((at) => table.columns[at] ?? null)],
  };
  return { main: joined, others: [...others, { ...table, places: [...places, ...more] }], unread };
}

/** Of columns with the same heading, the first is the first of the other sheet. A column that says the same in other words is found by what it means. */
function placesIn(main: FoundTable, table: FoundTable): Places {
  const taken = new Set<number>();
  const take = (isIt: (at: number) => boolean): number | null => {
    const found = table.headings.keys().find((at) => !taken.has(at) && isIt(at));
    if (found !== undefined) taken.add(found);
    return found ?? null;
  };
  const heads = headsOf(table);
  const places = headsOf(main).map((head) => (head === "" ? null : take((at) => heads[at] === head)));
  return places.map((place, at) => {
    const field = main.columns[at] ?? null;
    if (place !== null || field === null) return place;
    // Another title may stand above it.
    const own = ownOf(main, at);
    const byOwn =
      own === "" || !isOnce(main, own) || !isOnce(table, own) ? null : take((other) => ownOf(table, other) === own);
    return byOwn ?? (field === addressPart ? null : take((other) => table.columns[other] === field));
  });
}

const ownOf = ({ headings }: FoundTable, at: number) => normalisedHead(headings[at]?.own ?? "");
const isOnce = (table: FoundTable, own: string) =>
  table.headings.filter((_, at) => ownOf(table, at) === own).length === 1;

const headsOf = ({ headings }: FoundTable) => headings.map(({ whole }) => normalisedHead(whole));

const isPlaced = (places: Places, at: number) => (places[at] ?? null) !== null;

/** True if a sheet has every heading of the table. */
const saysAllOf = ({ headings }: FoundTable, places: Places) =>
  places.some((place) => place !== null) && headings.every(({ whole }, at) => whole === "" || isPlaced(places, at));

/** A sheet may lack last days and the like, but nothing that a record needs. */
function hasNeeded({ columns }: FoundTable, places: Places): boolean {
  const keys = keyFields.filter((field) => columns.includes(field)).slice(0, 1);
  const wanted = [...keys, ...needed].filter((field) => columns.includes(field));
  const parts = [...columns.keys()].filter((at) => columns[at] === addressPart);
  const hasAddress = columns.includes("address") || parts.length === 0 || parts.some((at) => isPlaced(places, at));
  return keys.length > 0 && wanted.every((field) => isPlaced(places, columns.indexOf(field))) && hasAddress;
}

/** Rows of the file that a table consists of, without its headings. Both count all rows of the file from 1. */
export type RowRange = readonly [first: number, last: number];

export const rangeOf = ({ sheet, at }: FoundTable): RowRange => [sheet.from + at + 2, sheet.from + sheet.rowCount];

/** The headings that only later sheets have. They are the last columns of the table. */
export const headsOfLaterSheets = ({ main }: Layout): string[] =>
  main.headings.slice(main.sheet.facts.length).map(({ whole }) => whole);

/**
 * The rows of one sheet of the table. `places` is null if its columns are those of the table. Below `lastPerson`, no row has
 * a number.
 */
export type TablePart = { range: RowRange; places: Places | null; lastPerson?: number };

export const partsOf = ({ main, others }: Layout): TablePart[] => [
  { range: rangeOf(main), places: null, ...lastPersonOf(main) },
  ...others.map((sheet) => ({ range: rangeOf(sheet), places: sheet.places, ...lastPersonOf(sheet) })),
];

function lastPersonOf({ sheet, columns }: FoundTable): Pick<TablePart, "lastPerson"> {
  const rows = keyFields.flatMap((field) => sheet.lastNumbers[columns.indexOf(field)] ?? []);
  return rows.length === 0 ? {} : { lastPerson: sheet.from + Math.max(...rows) + 1 };
}

/** True for a row below all people of its sheet. */
export const isBelowPeople = (parts: readonly TablePart[], seq: number): boolean =>
  parts.some(({ range: [first, last], lastPerson = Infinity }) => first <= seq && seq <= last && seq > lastPerson);

/** The cells of a row of the file in the order of the columns of the table. Null if the row does not belong to it. */
export function cellsInTable(parts: readonly TablePart[], seq: number, cells: readonly Cell[]): readonly Cell[] | null {
  const part = parts.find(({ range: [first, last] }) => first <= seq && seq <= last);
  if (!part) return null;
  return part.places?.map((at) => (at === null ? "" : (cells[at] ?? ""))) ?? cells;
}

/** The rows of a whole file that belong to its table, with their cells as in `cellsInTable`. */
export function rowsInTable(layout: Layout, rows: readonly TableRow[]): (readonly Cell[])[] {
  const parts = partsOf(layout);
  return rows.map(({ cells }, at) => cellsInTable(parts, at + 1, cells)).filter((cells) => cells !== null);
}

/** True for a row that repeats the headings: at least two cells say what is above them, and none anything else. */
export function repeatsHeads(heads: readonly Cell[], cells: readonly Cell[]): boolean {
  const filled = cells.flatMap((cell, at) => (cellText(cell) === "" ? [] : [at]));
  const enough = Math.min(2, heads.filter((cell) => cellText(cell) !== "").length);
  return filled.length > 0 && filled.length >= enough && filled.every((at) => headIn(cells[at]) === headIn(heads[at]));
}

const headIn = (cell: Cell | undefined) => normalisedHead(cellText(cell));

/** The order of days in each column of a table, the length of most of its numbers, and what those of passports look like. */
export type ColumnReading = {
  dayOrder: DayOrder | null;
  length: number | null;
  usual: UsualNumbers | null;
  isSurnameFirst?: boolean;
  /** True if a place stands behind each number of a passport. */
  isBeforePlace?: boolean;
  /** For a column of fathers and husbands: the column that says who is a man. */
  sexAt?: number;
};

/** What all sheets of a table together say about how to read each column. */
export function readingsOf({ main, others }: Layout): ColumnReading[] {
  const sex = sexAt(main.headings);
  return main.headings.map(({ own }, at) => {
    const facts = newFacts();
    addFacts(facts, main.sheet.facts[at] ?? newFacts());
    for (const { sheet, places } of others) addFacts(facts, sheet.facts[places[at] ?? -1] ?? newFacts());
    return {
      dayOrder: dayOrderOf(facts),
      length: commonLength(facts),
      usual: usualNumbers(facts),
      ...(isSurnameFirst(own, facts) && { isSurnameFirst: true }),
      ...(sex !== undefined && saysFatherOrHusband(own) && { sexAt: sex }),
      ...(saidBesideNumber(own) === "place" && { isBeforePlace: true }),
    };
  });
}
