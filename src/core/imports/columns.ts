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

/** What a column of an imported table can be. */
export const importFields: readonly ImportField[] = [...importedParticulars, ...kindsWithLastDay.map(lastDayField)];

export const isImportField = (text: string): text is ImportField => importFields.some((field) => field === text);

/** A record is known by one of these. */
export const keyFields = ["passportNumber", "irccNumber"] as const satisfies ImportField[];

/** What each column is, from the left; null for one that is left out. */
export type Columns = (ImportField | null)[];

/** What people write above each column, as `plainHead` leaves it. */
const heads: Record<ImportedParticular, readonly string[]> = {
  passportNumber: ["passportnumber", "passportno", "passportnum", "passport", "ppnumber", "ppno", "পাসপোর্টনম্বর"],
  irccNumber: ["irccnumber", "irccno", "irccnum", "ircc", "uci", "ucinumber", "applicationnumber", "আইআরসিসিনম্বর"],
  name: ["name", "fullname", "candidate", "candidatename", "nameofcandidate", "candidatesname", "নাম", "পূর্ণনাম"],
  fatherName: ["fathername", "fathersname", "father", "nameoffather", "fname", "পিতারনাম", "বাবারনাম", "পিতা"],
  motherName: ["mothername", "mothersname", "mother", "nameofmother", "mname", "মাতারনাম", "মায়েরনাম", "মাতা"],
  address: ["address", "permanentaddress", "homeaddress", "postaladdress", "poaddress", "ঠিকানা", "স্থায়ীঠিকানা"],
  nationality: ["nationality", "citizenship", "citizenof", "জাতীয়তা", "নাগরিকত্ব"],
};

/** Words for the same thing become one. Bangla has three for "number". */
const numberWords = /(?:নাম্বার|নাম্বর|নং)$/u;

/** Letters, their signs and digits alone. Whoever maps a column once is remembered by it. */
export const plainHead = (head: string): string =>
  head
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}]/gu, "")
    .replace(numberWords, "নম্বর");

const known = new Map(
  Object.entries(heads).flatMap(([field, words]) => words.map((word) => [plainHead(word), field as ImportField])),
);
// One word is enough.
for (const [short, field] of [
  ["পাসপোর্ট", "passportNumber"],
  ["আইআরসিসি", "irccNumber"],
  ["প্রার্থীরনাম", "name"],
] as const) {
  known.set(plainHead(short), field);
}

/** "Visa expiry", "Last day of the work permit". */
const endWords = /expir|valid(?:upto|until|till?)|last(?:day|date)|enddate|ends|মেয়াদ|শেষ/u;

/** "Name / নাম": the same in two languages, or by two names. */
function inAllParts(head: string): ImportField | undefined {
  const parts = head.split(/[/|()\n]/).map(plainHead);
  const [field, ...others] = parts.filter((part) => part !== "").map((part) => known.get(part));
  return others.every((other) => other === field) ? field : undefined;
}

function lastDayIn(head: string): LastDayField | undefined {
  const { kinds } = readFileName(head, kindsWithLastDay);
  const [kind] = kinds;
  return kind && kinds.length === 1 && endWords.test(plainHead(head)) ? lastDayField(kind) : undefined;
}

type Remembered = ReadonlyMap<string, ImportField | null>;

/** What the columns seem to be, by their heads: as somebody chose before, else by common words. No field comes twice. */
export function guessColumns(headCells: readonly Cell[], remembered: Remembered = new Map()): Columns {
  const taken = new Set<ImportField>();
  return headCells.map((cell) => {
    const head = plainHead(cellText(cell));
    const chosen = remembered.get(head);
    const field =
      chosen === undefined ? (known.get(head) ?? inAllParts(cellText(cell)) ?? lastDayIn(cellText(cell))) : chosen;
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

const rowsLookedAt = 20;

/** The heads in a row. Where heads are merged over two rows, those of the upper one stand above empty cells. */
export function headsOf(rows: readonly TableRow[], at: number, remembered?: Remembered): Cell[] {
  const [own, above] = [rows[at]?.cells ?? [], rows[at - 1]?.cells ?? []];
  const width = Math.max(own.length, above.length);
  const both = Array.from({ length: width }, (_, column) =>
    cellText(own[column]) === "" ? above[column] : own[column],
  );
  const merged = both.map((cell) => cell ?? "");
  return knownIn(own, remembered) < knownIn(merged, remembered) ? merged : own;
}

const knownIn = (cells: readonly Cell[], remembered?: Remembered): number =>
  guessColumns(cells, remembered).filter((field) => field !== null).length;

/** Which of the first rows has the heads: titles and merged cells may stand above. The first, where none has known words. */
export function findHeads(rows: readonly TableRow[], remembered?: Remembered): number {
  const first = rows.slice(0, rowsLookedAt);
  const own = first.map(({ cells }) => knownIn(cells, remembered));
  // Only a row with heads of its own is the lower one of two.
  const hits = own.map((hit, at) => (hit === 0 ? 0 : knownIn(headsOf(first, at, remembered), remembered)));
  const most = Math.max(0, ...hits);
  if (most >= 2) return hits.indexOf(most);
  const filled = first.map(({ cells }) => cells.filter((cell) => cellText(cell) !== "").length);
  return Math.max(0, filled.indexOf(Math.max(0, ...filled)));
}
