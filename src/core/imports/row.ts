import type { FieldProblem } from "../errors.ts";
import { inLatinDigits } from "../latin-digits.ts";
import { isLastDayField } from "../records/last-days.ts";
import { recordNumber } from "../records/numbers.ts";
import { type Columns, type ImportField, keyFields, normalisedHead } from "./columns.ts";
import { type Cell, cellText } from "./table.ts";
import { sentDay } from "../records/sent-last-days.ts";

/** The values of a row by field. Empty cells are left out. */
export type RowInput = Partial<Record<ImportField, string>>;

export type RowProblems = Partial<Record<ImportField, FieldProblem>>;

/**
 * The warnings are about values that a person should look at. `takesNumbers`: the user says that the numbers are right, although a spreadsheet treated
 * them as amounts.
 */
export function readRow(
  columns: Columns,
  cells: readonly Cell[],
  takesNumbers = false,
): { input: RowInput; problems: RowProblems; warnings: RowProblems } {
  const input: RowInput = {};
  const problems: RowProblems = {};
  const warnings: RowProblems = {};
  for (const [at, field] of columns.entries()) {
    const cell = cells[at];
    const text = cellText(cell);
    if (field === null || cell === undefined || text === "") continue;
    const serial = isLastDayField(field) ? dayOfSerial(cell) : null;
    const day = isLastDayField(field) ? (serial ?? readDay(cell)) : text;
    if (day === null) problems[field] = "date-format";
    if (serial !== null) warnings[field] = "day-from-number";
    input[field] = day ?? text;
    const isTaken = takesNumbers && wholeNumber.test(inLatinDigits(text));
    if (isKey(field) && !isTaken && isChanged(cell, lengths[field])) problems[field] = "number-changed";
  }
  return { input, problems, warnings };
}

/** Matches "Total: 25 persons" or "মোট ২৫ জন" in the form that `normalisedHead` returns. */
const total =
  /^(?:(?:grand|sub)?totals?(?:of)?\p{Nd}*(?:candidates?|persons?|people|passports?|records?)?|(?:সর্ব)?মোট\p{Nd}*(?:জন|টি)?)$/u;

/**
 * True for a total or a note below the table. Either a cell contains a total and no key column has a valid number, or all
 * chosen columns are empty.
 */
export function isTotalOrNote(columns: Columns, cells: readonly Cell[]): boolean {
  const isTotal = (cell: Cell | undefined) => total.test(normalisedHead(cellText(cell)));
  const chosen = cells.filter((cell, at) => columns[at] && cellText(cell) !== "");
  const keys = cells.filter((cell, at) => keyFields.some((key) => key === columns[at]) && !isTotal(cell));
  return chosen.length === 0 || (cells.some(isTotal) && keys.every((cell) => recordNumber(cellText(cell)) === null));
}

const isKey = (field: ImportField): field is (typeof keyFields)[number] => keyFields.some((key) => key === field);

/**
 * The usual lengths of numbers that have digits only. A shorter number may have lost leading zeros, a longer one its last
 * digits.
 */
const lengths = { passportNumber: [9], irccNumber: [8, 10] } as const;

/** Matches 1.2E+08, 12,345 or 123456.0: a program treated a number as an amount. 12E45 may be a passport number. */
const asAmount = /^\d+(?:[.,]\d+)?e[+-]\d+$|^\d+[.,]\d+(?:e\d+)?$/i;

/** Spreadsheets keep only the first 15 digits. */
const wholeNumber = /^\d{1,15}$/;

/** True if a program that treats numbers as amounts may have changed this number. Nobody can tell the original. */
function isChanged(cell: Cell, usual: readonly number[]): boolean {
  if (asAmount.test(inLatinDigits(cellText(cell)))) return true;
  return (
    typeof cell !== "string" && !("number" in cell && /^\d+$/.test(cell.number) && usual.includes(cell.number.length))
  );
}

const months: readonly RegExp[] = [
  /^jan|^জানু/u,
  /^feb|^ফেব/u,
  /^mar|^মার্চ/u,
  /^apr|^এপ্রি/u,
  /^may$|^মে$/u,
  /^june?$|^জুন$/u,
  /^july?$|^জুলা/u,
  /^aug|^আগ/u,
  /^sep|^সেপ/u,
  /^oct|^অক্ট/u,
  /^nov|^নভ/u,
  /^dec|^ডিসে/u,
];

/**
 * Returns the day in a cell, such as "2026-03-31". Null if the cell contains no valid day. The year comes first or last and
 * has four digits. If the month is a number, the day is before the month, as people write in Bangladesh. If the month is a
 * word, a year at the end may have two digits: 00 to 79 mean 2000 to 2079.
 */
function readDay(cell: Cell): string | null {
  if (typeof cell !== "string") return "day" in cell ? checked(cell.day) : null;
  const parts = inLatinDigits(cell.normalize("NFC").toLowerCase())
    .replace(/[ t]0?0:00(?::00(?:\.0+)?)?z?$/, "")
    .match(/\p{N}+|[\p{L}\p{M}]+/gu);
  const [first = "", second = "", last = "", ...more] = (parts ?? []).filter((part) => !/^(?:st|nd|rd|th)$/.test(part));
  if (more.length > 0) return null;
  if (/^\d{4}$/.test(first)) return dayOf(first, second, last);
  // "March 31, 2026"
  return /^\d/.test(first) ? dayOf(last, second, first) : dayOf(last, first, second);
}

/**
 * Spreadsheets store a day as the number of days since this one. Five digits are a day from 1927 to 2173. Null if the cell
 * has something else.
 */
function dayOfSerial(cell: Cell): string | null {
  const number = inLatinDigits(cellText(cell));
  if (!/^\d{5}(?:\.\d+)?$/.test(number)) return null;
  return new Date(Date.UTC(1899, 11, 30 + Math.floor(Number(number)))).toISOString().slice(0, 10);
}

function dayOf(typedYear: string, month: string, day: string): string | null {
  const isWord = !/^\d{1,2}$/.test(month);
  const number = isWord ? months.findIndex((words) => words.test(month)) + 1 : Number(month);
  const year = isWord && /^[0-7]\d$/.test(typedYear) ? `20${typedYear}` : typedYear;
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(day)) return null;
  return checked(`${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`);
}

const checked = (day: string): string | null => (sentDay.safeParse(day).success && day !== "" ? day : null);
