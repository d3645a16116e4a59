import type { Particulars } from "../records/candidate-record.ts";
import { readFileName } from "../records/document-file-name.ts";
import { kindsWithLastDay, lastDayField, type LastDayField } from "../records/last-days.ts";
import { type Cell, cellText, type TableRow } from "./table.ts";

export const importedParticulars = [
  "passportNumber",
  "irccNumber",
  "name",
  "fatherName",
  "motherName",
  "address",
  "nationality",
] as const satisfies (keyof Particulars)[];
type ImportedParticular = (typeof importedParticulars)[number];
export type ImportField = ImportedParticular | LastDayField;

/** The fields that a column of an imported table can contain. */
export const importFields: readonly ImportField[] = [...importedParticulars, ...kindsWithLastDay.map(lastDayField)];

export const isImportField = (text: string): text is ImportField => importFields.some((field) => field === text);

/** The fields by which an existing record is recognised. */
export const keyFields = ["passportNumber", "irccNumber"] as const satisfies ImportField[];

/** The field of each column, from left to right. Null for a column that is left out. */
export type Columns = (ImportField | null)[];

/** The usual heads of each column, in the form that `normalisedHead` returns. */
const heads: Record<ImportedParticular, readonly string[]> = {
  passportNumber: [
    "passportnumber",
    "passportno",
    "passportnum",
    "passport",
    "ppnumber",
    "ppno",
    "passportনম্বর",
    "পাসপোর্টনম্বর",
  ],
  irccNumber: [
    "irccnumber",
    "irccno",
    "irccnum",
    "ircc",
    "irccref",
    "irccনম্বর",
    "uci",
    "ucinumber",
    "applicationnumber",
    "আইআরসিসিনম্বর",
  ],
  name: ["name", "fullname", "candidate", "candidatename", "nameofcandidate", "candidatesname", "নাম", "পূর্ণনাম"],
  fatherName: ["fathername", "fathersname", "father", "nameoffather", "fname", "পিতারনাম", "বাবারনাম", "পিতা"],
  motherName: ["mothername", "mothersname", "mother", "nameofmother", "mname", "মাতারনাম", "মায়েরনাম", "মাতা"],
  address: ["address", "permanentaddress", "homeaddress", "postaladdress", "poaddress", "ঠিকানা", "স্থায়ীঠিকানা"],
  nationality: ["nationality", "citizenship", "citizenof", "জাতীয়তা", "নাগরিকত্ব"],
};

/** Different words for "number" become the same word. Bangla has three. */
const numberWords = /(?:নাম্বার|নাম্বর|নং)$/u;

/**
 * Returns only letters, combining marks and digits of a head. The site remembers a user's choice for a column under this
 * key.
 */
export const normalisedHead = (head: string): string =>
  head
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}]/gu, "")
    .replace(numberWords, "নম্বর");

const known = new Map(
  Object.entries(heads).flatMap(([field, words]) => words.map((word) => [normalisedHead(word), field as ImportField])),
);
// Shorter heads that are enough to recognise a column.
for (const [short, field] of [
  ["পাসপোর্ট", "passportNumber"],
  ["আইআরসিসি", "irccNumber"],
  ["প্রার্থীরনাম", "name"],
] as const) {
  known.set(normalisedHead(short), field);
}

/** Such as "Visa expiry" or "Last day of the work permit". */
const endWords = /expir|valid(?:upto|until|till?)|last(?:day|date)|enddate|ends|মেয়াদ|শেষ/u;

/** Reads a head that names the same field in two languages or by two names, such as "Name / নাম". */
function inAllParts(head: string): ImportField | undefined {
  const parts = head.split(/[/|()\n]/).map(normalisedHead);
  const [field, ...others] = parts.filter((part) => part !== "").map((part) => known.get(part));
  return others.every((other) => other === field) ? field : undefined;
}

function lastDayIn(head: string): LastDayField | undefined {
  const { kinds } = readFileName(head, kindsWithLastDay);
  const [kind] = kinds;
  return kind && kinds.length === 1 && endWords.test(normalisedHead(head)) ? lastDayField(kind) : undefined;
}

type RememberedHeads = ReadonlyMap<string, ImportField | null>;

/**
 * Guesses the fields of columns from their heads: first by earlier choices, then by common words. Returns no field twice.
 */
export function guessColumns(headCells: readonly Cell[], remembered: RememberedHeads = new Map()): Columns {
  const taken = new Set<ImportField>();
  return headCells.map((cell) => {
    const head = normalisedHead(cellText(cell));
    const chosen = remembered.get(head);
    const field =
      chosen === undefined ? (known.get(head) ?? inAllParts(cellText(cell)) ?? lastDayIn(cellText(cell))) : chosen;
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** The heads are among the first rows. */
export const rowsLookedAt = 20;

/** Returns the heads in a row. If heads are merged over two rows, an empty cell takes its head from the row above. */
export function headsOf(rows: readonly TableRow[], at: number, remembered?: RememberedHeads): Cell[] {
  const [own, above] = [rows[at]?.cells ?? [], rows[at - 1]?.cells ?? []];
  const width = Math.max(own.length, above.length);
  const both = Array.from({ length: width }, (_, column) =>
    cellText(own[column]) === "" ? above[column] : own[column],
  );
  const merged = both.map((cell) => cell ?? "");
  return knownIn(own, remembered) < knownIn(merged, remembered) ? merged : own;
}

const knownIn = (cells: readonly Cell[], remembered?: RememberedHeads): number =>
  guessColumns(cells, remembered).filter((field) => field !== null).length;

/**
 * Returns which of the first rows contains the heads. Titles and merged cells may be above it. If no row has enough known
 * words, returns the first row with the most filled cells.
 */
export function findHeads(rows: readonly TableRow[], remembered?: RememberedHeads): number {
  const first = rows.slice(0, rowsLookedAt);
  const own = first.map(({ cells }) => knownIn(cells, remembered));
  // Only a row with at least one known head of its own can be the lower one of two.
  const hits = own.map((hit, at) => (hit === 0 ? 0 : knownIn(headsOf(first, at, remembered), remembered)));
  const most = Math.max(0, ...hits);
  if (most >= 2) return hits.indexOf(most);
  const filled = first.map(({ cells }) => cells.filter((cell) => cellText(cell) !== "").length);
  return Math.max(0, filled.indexOf(Math.max(0, ...filled)));
}
