import type { FieldProblem } from "../errors.ts";
import { inLatinDigits } from "../latin-digits.ts";
import { isLastDayField } from "../records/last-days.ts";
import { recordNumber } from "../records/numbers.ts";
import { type Columns, type ImportField, keyFields, plainHead } from "./columns.ts";
import { readDay } from "./read-day.ts";
import { type Cell, cellText } from "./table.ts";

/** What a row says of each field. A cell with nothing in it says nothing. */
export type RowInput = Partial<Record<ImportField, string>>;

export type RowProblems = Partial<Record<ImportField, FieldProblem>>;

export function readRow(columns: Columns, cells: readonly Cell[]): { input: RowInput; problems: RowProblems } {
  const input: RowInput = {};
  const problems: RowProblems = {};
  for (const [at, field] of columns.entries()) {
    const cell = cells[at];
    const text = cellText(cell);
    if (field === null || cell === undefined || text === "") continue;
    const day = isLastDayField(field) ? readDay(cell) : text;
    if (day === null) problems[field] = "date-format";
    input[field] = day ?? text;
    if (isKey(field) && isChanged(cell, lengths[field])) problems[field] = "number-changed";
  }
  return { input, problems };
}

/** "Total: 25 persons", "মোট ২৫ জন", as `plainHead` leaves it. */
const total =
  /^(?:(?:grand|sub)?totals?(?:of)?\p{Nd}*(?:candidates?|persons?|people|passports?|records?)?|(?:সর্ব)?মোট\p{Nd}*(?:জন|টি)?)$/u;

/** A total or a note below the table: a cell says that it is a total, and none has a number of a person; or no column that counts has anything. */
export function isAboutNobody(columns: Columns, cells: readonly Cell[]): boolean {
  const isTotal = (cell: Cell | undefined) => total.test(plainHead(cellText(cell)));
  const chosen = cells.filter((cell, at) => columns[at] && cellText(cell) !== "");
  const keys = cells.filter((cell, at) => keyFields.some((key) => key === columns[at]) && !isTotal(cell));
  return chosen.length === 0 || (cells.some(isTotal) && keys.every((cell) => recordNumber(cellText(cell)) === null));
}

const isKey = (field: ImportField): field is (typeof keyFields)[number] => keyFields.some((key) => key === field);

/** How long numbers of digits alone are. Shorter ones may have lost zeros at the front, longer ones digits at the end. */
const lengths = { passportNumber: [9], irccNumber: [8, 10] } as const;

/** 1.2E+08, 12,345 or 123456.0: a program took a number for an amount. */
const asAmount = /^\d+(?:[.,]\d+)?e[+-]?\d+$|^\d+[.,]\d+$/i;

/** Whether a program that takes numbers for amounts may have changed this one. Nobody can tell what it was. */
function isChanged(cell: Cell, usual: readonly number[]): boolean {
  if (asAmount.test(inLatinDigits(cellText(cell)))) return true;
  return (
    typeof cell !== "string" && !("number" in cell && /^\d+$/.test(cell.number) && usual.includes(cell.number.length))
  );
}
