import type { FieldProblem, FieldProblems } from "../errors.ts";
import { inLatinDigits } from "../latin-digits.ts";
import { isLastDayField, isLastDayOff, isOwnLastDay, lastDayField } from "../records/last-days.ts";
import { fieldNamed, isOwnName, type OwnField, type OwnName } from "../own-fields/own-field.ts";
import { datedOf, type KindsOff, type OwnPaper, type OwnPaperId } from "../own-fields/own-paper.ts";
import { countryNamed } from "../own-fields/countries.ts";
import { readOwnValue } from "../own-fields/own-value.ts";
import { type NumberForm, recordNumber, recordSecond } from "../records/numbers.ts";
import { isSeries, unusualIn } from "./column-facts.ts";
import { documentNumberIn, holdsMore, saidIn, writtenIn } from "./cell-text.ts";
import { fatherSaidIn, isMan } from "./father-or-husband.ts";
import { givenFirst } from "./given-first.ts";
import { normalisedHead } from "./normalised-head.ts";
import {
  addressPart,
  type Columns,
  fatherOrHusband,
  type ImportField,
  isJoined,
  keyFields,
  nameAndAddress,
  nameAndFather,
  nameParts,
  passportSeries,
} from "./import-fields.ts";
import type { ColumnReading } from "./join-sheets.ts";
import { nameAndAddressIn } from "./name-and-address.ts";
import { namesIn } from "./name-and-father.ts";
import { numberBeforePlace } from "./number-with-more.ts";
import { stateTexts } from "./headings.ts";
import { dayOfSerial, numbersOfDay, readDay } from "./read-day.ts";
import { type Cell, cellText } from "./table.ts";

type OwnFieldName = OwnName | `lastDays.${OwnPaperId}`;
type OfFields<Value> = Partial<Record<Exclude<ImportField, OwnFieldName>, Value>> & Record<OwnFieldName, Value>;

/** The values of a row by field. Empty cells are left out. */
export type RowInput = OfFields<string>;

export type RowProblems = OfFields<FieldProblem>;

/** How to read the rows of a table. */
export type TableReading = {
  columns: Columns;
  readings?: readonly ColumnReading[];
  /** True if the user says that the numbers are right, although a spreadsheet treated them as amounts. */
  takesNumbers?: boolean;
  /** True if the user says that the passport numbers are right that are unlike the others of their column. */
  takesUnusual?: boolean;
  /** The operator's own fields. */
  ownFields?: readonly OwnField[];
  ownPapers?: readonly OwnPaper[];
  kindsOff?: KindsOff;
  /** The form of this site's second number. */
  numberForm?: NumberForm;
};

/** The warnings are about values that a person should look at. */
export type ReadRow = { input: RowInput; problems: RowProblems; warnings: RowProblems };

export function readRow(table: TableReading, cells: readonly Cell[]): ReadRow {
  const row: ReadRow = { input: {}, problems: {}, warnings: {} };
  const nationality = saidIn(cells[table.columns.indexOf("nationality")]);
  for (const [at, field] of table.columns.entries()) {
    const cell = cells[at];
    const text = field === "state" || (field !== null && isOwnName(field)) ? writtenIn(cell) : saidIn(cell);
    if (field === null || isJoined(field) || cell === undefined || text === "") continue;
    // An admin has removed the paper or switched it off since the columns were chosen.
    if (isLastDayOff({ kindsOff: table.kindsOff ?? {} }, field)) continue;
    if (isOwnLastDay(field) && !datedOf(table.ownPapers ?? []).some(({ id }) => lastDayField(id) === field)) continue;
    if (isLastDayField(field)) readLastDay(row, field, { cell, order: table.readings?.[at]?.dayOrder ?? undefined });
    else if (isOwnName(field)) readOwn(row, field, { cell, text, table, order: table.readings?.[at]?.dayOrder });
    else if (field === "state") readState(row, text);
    else if (isOfName(field) && table.readings?.[at]?.isSurnameFirst) row.input[field] = givenFirst(text) ?? text;
    else if (!isKey(field)) row.input[field] = text;
    // Of several numbers, the first counts that a row has.
    else if (row.input[field] === undefined && field === "irccNumber" && (table.numberForm ?? null) !== null)
      readSecond(row, cell, text, table.numberForm ?? null);
    else if (row.input[field] === undefined)
      readNumber(row, field, { cell, table, reading: table.readings?.[at], nationality });
  }
  joinSeries(row, table.columns, cells);
  const name = joinedName(table.columns, cells);
  if (name !== "") row.input.name ??= name;
  const father = saidIn(cells[table.columns.indexOf("fatherInName")]);
  if (father !== "") row.input.fatherName ??= father;
  joinNameAndFather(row, saidIn(cells[table.columns.indexOf(nameAndFather)]));
  joinFatherOrHusband(row, table, cells);
  joinNameAndAddress(row, saidIn(cells[table.columns.indexOf(nameAndAddress)]));
  const address = table.columns.map((field, at) => (field === addressPart ? saidIn(cells[at]) : ""));
  const whole = row.input.address ?? "";
  // "Kandy" beside "No 3, Temple Road, Kandy" says nothing more.
  const more = address.filter((part) => part !== "" && !wordsOf(whole).includes(wordsOf(part)));
  if (more.length > 0) row.input.address = [whole, ...more].filter(Boolean).join(", ");
  return row;
}

/** The warnings about cells that could not be used. The others are about values that are taken. */
export const lostOf = (warnings: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(warnings).filter(([, problem]) => problem !== "day-from-number"));

/** The values of a row without the cells that could not be used. */
export const withoutLost = (input: RowInput, warnings: FieldProblems): RowInput => {
  const lost = lostOf(warnings);
  return Object.fromEntries(Object.entries(input).filter(([field]) => !Object.hasOwn(lost, field)));
};

function readLastDay(
  { input, warnings }: ReadRow,
  field: ImportField,
  { cell, order }: { cell: Cell; order: ColumnReading["dayOrder"] | undefined },
): void {
  const serial = dayOfSerial(cell);
  const day = serial ?? readDay(cell, order ?? "day-first");
  if (day === null) warnings[field] = "date-format";
  else input[field] = day;
  if (serial !== null) warnings[field] = "day-from-number";
}

type OwnCell = {
  cell: Cell;
  text: string;
  table: TableReading;
  order: ColumnReading["dayOrder"] | undefined;
};

/** A cell that cannot be read is left out. "Pending" may be one of the choices. */
function readOwn({ input, warnings }: ReadRow, name: OwnName, { cell, text, table, order }: OwnCell): void {
  const field = fieldNamed(table.ownFields ?? [], name);
  // An admin has removed the field since the columns were chosen.
  if (!field) return;
  const day = field.type === "day" ? (dayOfSerial(cell) ?? readDay(cell, order ?? "day-first")) : null;
  const read = readOwnValue(field, day ?? text);
  if ("value" in read) input[name] = read.value;
  else if (field.type === "choice" || saidIn(cell) !== "") warnings[name] = read.problem;
}

/** A state that cannot be read refuses the row: the record could be published although it was hidden. */
function readState({ input, problems }: ReadRow, text: string): void {
  const state = stateTexts.get(text);
  if (state === undefined) problems.state = "unknown-choice";
  else input.state = state;
}

/** A number of the operator's form keeps the signs that it has. A spreadsheet may have made a day or an amount of it. */
function readSecond({ input, problems, warnings }: ReadRow, cell: Cell, text: string, form: NumberForm): void {
  if (!holdsDigit.test(text)) {
    warnings.irccNumber = "number-format";
    return;
  }
  delete warnings.irccNumber;
  input.irccNumber = recordSecond(text, form) ?? text;
  if (typeof cell !== "string" && "day" in cell) problems.irccNumber = "number-is-day";
  else if (asAmount.test(inLatinDigits(cellText(cell))) && (typeof cell !== "string" || !form?.includes("dot")))
    problems.irccNumber = "digits-lost";
  else if (recordSecond(text, form) === null) problems.irccNumber = "number-format";
}

type NumberCell = { cell: Cell; table: TableReading; reading: ColumnReading | undefined; nationality: string };

/** Nepal's older passports have eight digits, and the others two letters and seven digits: none of these has lost a letter. */
const isOlderOfNepal = (nationality: string, number: string) =>
  /^\d{8}$/.test(recordNumber(number) ?? "") &&
  (/^(?:npl|nepal(?:i|ese)|नेपाली|নেপালি|নেপালী|نیپالی|نيبالي)$/iu.test(nationality) ||
    countryNamed(nationality) === "NP");

function readNumber(
  { input, problems, warnings }: ReadRow,
  field: (typeof keyFields)[number],
  { cell, table, reading, nationality }: NumberCell,
): void {
  const text = reading?.isBeforePlace ? numberBeforePlace(saidIn(cell)) : saidIn(cell);
  if (field === "irccNumber" && !holdsDigit.test(text)) {
    // Not every record needs one: "To be filed" costs the cell, unless another column has the number.
    warnings[field] = "number-format";
    return;
  }
  delete warnings[field];
  input[field] = documentNumberIn(text);
  const isTaken = table.takesNumbers === true;
  const changed = changeOf(cell, { isTaken, usual: lengths[field], length: reading?.length ?? null });
  const usual = field === "passportNumber" && table.takesUnusual !== true ? reading?.usual : null;
  const unusual = usual && !isOlderOfNepal(nationality, input[field]) ? unusualIn(usual, input[field]) : null;
  const several = holdsMore(input[field]) ? "several-numbers" : null;
  // "Take them as shown" is offered for changed numbers: it helps no number that is unusual besides.
  const problem = isDay(cell, text)
    ? "number-is-day"
    : changed === "digits-lost"
      ? changed
      : (unusual ?? changed ?? several ?? (holdsDigit.test(text) ? null : "number-format"));
  if (problem !== null) problems[field] = problem;
}

const holdsDigit = /\p{Nd}/u;

const isOfName = (field: ImportField) => field === "name" || field === "fatherName" || field === "motherName";

function joinNameAndFather({ input }: ReadRow, text: string): void {
  if (text === "") return;
  const { name, father } = namesIn(text) ?? { name: text, father: "" };
  if (name !== "") input.name ??= name;
  if (father !== "") input.fatherName ??= father;
}

/** Of a cell that does not say whose name it is, only a man's is the father's. */
function joinFatherOrHusband({ input }: ReadRow, { columns, readings }: TableReading, cells: readonly Cell[]): void {
  const at = columns.indexOf(fatherOrHusband);
  const text = saidIn(cells[at]);
  if (at === -1 || text === "") return;
  const sex = readings?.[at]?.sexAt;
  const father = fatherSaidIn(text) ?? (sex !== undefined && isMan(cells[sex]) ? text : "");
  if (father !== "") input.fatherName ??= father;
}

/** Where the name ends, the address begins. Of a cell that does not show it, nothing is taken. */
function joinNameAndAddress({ input }: ReadRow, text: string): void {
  const { name, father, address } = nameAndAddressIn(text) ?? { name: "", father: "", address: "" };
  if (name === "") return;
  input.name ??= name;
  if (father !== "") input.fatherName ??= father;
  input.address ??= address;
}

/** Writes the letters of a passport before its digits. Without them, the number is not whole. */
function joinSeries({ input, problems }: ReadRow, columns: Columns, cells: readonly Cell[]): void {
  const at = columns.indexOf(passportSeries);
  const number = recordNumber(input.passportNumber ?? "");
  if (at === -1 || number === null || !/^\d+$/.test(number)) return;
  const series = inLatinDigits(saidIn(cells[at])).toUpperCase();
  if (isSeries(series)) input.passportNumber = series + number;
  else problems.passportNumber ??= "number-short";
}

const isDay = (cell: Cell, text: string) =>
  (typeof cell !== "string" && "day" in cell) || (numbersOfDay(text) !== null && readDay(text) !== null);

const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .join(" ")} `;

function joinedName(columns: Columns, cells: readonly Cell[]): string {
  const parts = nameParts.map((part) => saidIn(cells[columns.indexOf(part)]));
  return parts.filter((part) => part !== "").join(" ");
}

/** Words for a sum, and words for what is counted, in the form that `normalisedHead` returns. */
const sums =
  "(?:grand|sub|page|overall)?totals?|sum|সর্বমোট|মোট|सर्वमोट|कुल|जम्मा|कुलजम्मा|کل|ٹوٹل|میزان|مجموع|المجموع|الإجمالي|إجمالي|اجمالي|العدد|jumla|jumlah|total";
const counted =
  "of|no|number|candidates?|persons?|people|passports?|records?|workers?|employees?|applicants?|names?|pax|count|সংখ্যা|জন|টি|প্রার্থী|কর্মী|লোক|संख्या|जना|व्यक्ति|लोग|उम्मीदवार|कामदार|تعداد|افراد|امیدوار|لوگ|عدد|العدد|شخص|أشخاص|عامل|عاملة|العمال|مرشح|مرشحين|سجل";

/** Matches "Total: 25 persons", "মোট ২৫ জন" and "کل تعداد 126". */
const total = new RegExp(String.raw`^(?:${sums})(?:${counted}|\p{Nd})*$`, "u");

/** Matches "Prepared by: R. Khan", "Authorised signature" and their words in other languages. */
const note =
  /^(?:(?:prepared|made|compiled|typed|checked|verified|approved|submitted|forwarded|received|reviewed|signed|certified|noted|printed|authori[sz]ed|endorsed)(?:by|on)|authori[sz]edsign|signature|sign(?:ed)?(?:and|&)?(?:seal|stamp)|foran?donbehalf|managing(?:director|partner)|generalmanager|nb|note|legend|স্বাক্ষর|প্রস্তুতকারী|প্রস্তুত|যাচাইকারী|যাচাই|অনুমোদন|তৈরি(?:করেছেন|কারী)|सही$|हस्ताक्षर|दस्तखत|तयार(?:गर्ने|कर्ता)|तैयार(?:कर्ता|करने)|जाँच(?:गर्ने|कर्ता)|प्रमाणित|स्वीकृत(?:गर्ने|कर्ता)|دستخط|تياركرده|تیارکردہ|تصدیقکنندہ|منظورکردہ|التوقيع|توقيع|أعده|اعداد|إعداد|المدير|مديرالمكتب|dibuatoleh|disetujui|mengetahui|diperiksa|etablipar|établipar|faità|faita|ledirecteur|cachet)/u;

/** A line of signatures has few words. The remark "Approved by the embassy" may stand in the row of a person. */
const mostInNote = 4;

/**
 * True for a total or a note below the table. Either a cell contains a total and no key column has a valid number, or all
 * chosen columns are empty, or the cells number the columns. `isBelow`: no number of a person follows in the table.
 */
export function isTotalOrNote(columns: Columns, cells: readonly Cell[], isBelow = false): boolean {
  const heads = cells.map((cell) => normalisedHead(cellText(cell)));
  const isShort = heads.filter((head) => head !== "").length <= mostInNote;
  const isSigned = isShort || heads.filter((head) => note.test(head)).length > 1;
  const isTotal = (cell: Cell | undefined) =>
    [total, ...(isSigned ? [note] : [])].some((words) => words.test(normalisedHead(cellText(cell))));
  const chosen = cells.filter((cell, at) => columns[at] && cellText(cell) !== "");
  const keys = cells.filter((cell, at) => keyFields.some((key) => key === columns[at]) && !isTotal(cell));
  const isNobody = keys.every((cell) => recordNumber(cellText(cell)) === null);
  if (chosen.length === 0 || numberColumns(cells)) return true;
  // One text in a wide row, such as the line for a signature.
  return (
    isNobody &&
    (cells.some(isTotal) ||
      (isBelow && isShort && columns.length > 2 * mostInNote) ||
      (chosen.length === 1 && columns.length > 3 && keys.every((cell) => cellText(cell) === "")))
  );
}

/** True for a row such as 1, 2, 3 below the headings. */
function numberColumns(cells: readonly Cell[]): boolean {
  const digits = cells.map((cell) => inLatinDigits(cellText(cell)).replaceAll(/[().\s]/g, ""));
  return digits.length > 2 && digits.every((text, at) => text === String(at + 1));
}

const isKey = (field: ImportField): field is (typeof keyFields)[number] => keyFields.some((key) => key === field);

/**
 * The usual lengths of numbers that have digits only. A shorter number may have lost leading zeros, a longer one its last
 * digits.
 */
const lengths = { passportNumber: [9], irccNumber: [8, 10] } as const;

/** Matches 1.2E+08, 12,345 or 123456.5: a program treated a number as an amount. 12E45 may be a passport number. */
const asAmount = /^\d+(?:[.,]\d+)?e[+-]\d+$|^\d+[.,]\d+(?:e\d+)?$/i;

/** Spreadsheets keep only the first 15 digits. */
const wholeNumber = /^\d{1,15}$/;

/** How a program that treats numbers as amounts has changed one, or may have. Nobody can tell the original. */
function changeOf(
  cell: Cell,
  { isTaken, usual, length }: { isTaken: boolean; usual: readonly number[]; length: number | null },
): FieldProblem | null {
  const text = inLatinDigits(cellText(cell)).replace(/\.0+$/, "");
  if (asAmount.test(text)) return "digits-lost";
  if (typeof cell === "string") return null;
  if (!wholeNumber.test(text)) return "digits-lost";
  // Beside numbers of eight digits, one of seven has lost a zero.
  if (length !== null && text.length < length) return "digits-lost";
  return isTaken || length === text.length || usual.includes(text.length) ? null : "number-changed";
}
