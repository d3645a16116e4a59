import { headingsOf } from "#core/imports/group-headings.ts";
import { noteRow, type Sheet } from "#core/imports/find-table.ts";
import { isColumnMeaning } from "#core/imports/import-fields.ts";
import { cellsInTable, type TablePart } from "#core/imports/join-sheets.ts";
import type { DayOrder } from "#core/imports/read-day.ts";
import { usedOf } from "#core/own-fields/own-field.ts";
import { readRow, type RowInput, type TableReading } from "#core/imports/row.ts";
import type { TableRow } from "#core/imports/table.ts";
import {
  decodedColumn,
  flag,
  listOf,
  number,
  oneShapeOf,
  optional,
  orNull,
  pairOf,
  shape,
  text,
  textOr,
  textThat,
} from "#core/stored/decoders.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { sealedContent } from "#sealing/sealed-content.ts";
import type { Reader } from "#storage/database/database.ts";
import { type ImportFile, importPart } from "#storage/database/records/imports.ts";
import { rowById } from "#storage/database/rows.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { aboutFile } from "./about-file.ts";

/** How many rows are sealed together. */
export const rowsInPart = 50;

const cell = textOr(oneShapeOf("number", shape({ number: text }), shape({ day: text })));

export const sealedRows = sealedContent({
  table: "import_part",
  place: ({ id, part }: { id: string; part: number }) => `import_file/${id}/${part}`,
  decode: listOf(shape({ row: number, cells: listOf(cell), sheet: optional(text) })),
  id: ["id", "part"],
});

export const sealRows = (key: Buffer, id: string, part: number, rows: readonly TableRow[]): Buffer =>
  sealedRows.seal(key, { id, part }, rows);

export async function rowsOfPart(
  { keyring }: Portal,
  reader: Reader,
  { id, wrapped_key }: ImportFile,
  part: number,
): Promise<readonly TableRow[]> {
  const found = await importPart(reader, id, part);
  return found ? sealedRows.open(unwrapKey(keyring, id, wrapped_key), { id, part, sealed: found.sealed }) : [];
}

/** `at` counts all rows of the file from 0. */
async function rowAt(portal: Portal, reader: Reader, file: ImportFile, at: number): Promise<TableRow | undefined> {
  const rows = at < 0 ? [] : await rowsOfPart(portal, reader, file, Math.floor(at / rowsInPart));
  return rows[at % rowsInPart];
}

/**
 * The row with the headings, after the one above it, which may say what several columns are about. Headings that only
 * later sheets have are the last ones.
 */
export async function headingRows(portal: Portal, reader: Reader, file: ImportFile): Promise<TableRow[]> {
  const [above, heads] = [
    await rowAt(portal, reader, file, file.heads_at - 1),
    await rowAt(portal, reader, file, file.heads_at),
  ];
  if (!heads) return [];
  const rows = above && above.sheet === heads.sheet ? [above, heads] : [heads];
  const { more = [] } = aboutFile(portal, file);
  if (more.length === 0) return rows;
  const own = headingsOf(heads.cells, rows.at(-2)?.cells);
  const ownWidth = choiceOf(file).columns.length - more.length;
  const cells = Array.from({ length: ownWidth }, (_, at) => own[at]?.whole ?? "");
  return [{ ...heads, cells: [...cells, ...more] }];
}

/** All rows of a file that are stored, with their numbers from 1. */
export async function* storedRows(portal: Portal, reader: Reader, file: ImportFile) {
  for (let part = 0; part * rowsInPart < file.row_count; part += 1)
    for (const [at, row] of (await rowsOfPart(portal, reader, file, part)).entries())
      yield { ...row, seq: part * rowsInPart + at + 1 };
}

/** Returns the rows that these items stand for, by the numbers of the items. The numbers count all rows of the file from 1. */
export async function inputsOf(portal: Portal, importId: string, seqs: readonly number[]) {
  const { read } = portal.database;
  const file = await rowById(read, "import_file", importId);
  const inputs = new Map<number, RowInput>();
  if (!file) return inputs;
  const choice = await readingOf(portal, file);
  for (const [part, wanted] of Map.groupBy(seqs, (seq) => Math.floor((seq - 1) / rowsInPart))) {
    const rows = await rowsOfPart(portal, read, file, part);
    for (const seq of wanted) {
      const cells = cellsInTable(choice.parts, seq, rows[(seq - 1) % rowsInPart]?.cells ?? []);
      if (cells) inputs.set(seq, readRow(choice, cells).input);
    }
  }
  return inputs;
}

/** The rows of a file that belong to its table, with the cells in the order of its columns. */
export async function* rowsOfTable(portal: Portal, reader: Reader, file: ImportFile) {
  const { parts } = choiceOf(file);
  for await (const row of storedRows(portal, reader, file)) {
    const cells = cellsInTable(parts, row.seq, row.cells);
    if (cells) yield { ...row, cells };
  }
}

/** How to read the table of an import, and which rows of the file it consists of. */
export type ImportChoice = TableReading & { parts: readonly TablePart[]; isMonthFirst?: boolean };

const dayOrders: Readonly<Record<DayOrder, true>> = {
  "day-first": true,
  "month-first": true,
  both: true,
  "year-first": true,
};
const isDayOrder = (given: string): given is DayOrder => Object.hasOwn(dayOrders, given);

const columns = listOf(orNull(textThat(isColumnMeaning)));

const usualNumbers = shape({ lengths: listOf(number), shapes: listOf(text) });
const reading = shape({
  dayOrder: orNull(textThat(isDayOrder)),
  length: orNull(number),
  usual: orNull(usualNumbers),
  isSurnameFirst: optional(flag),
  isBeforePlace: optional(flag),
  sexAt: optional(number),
});

const storedChoice = shape({
  columns,
  readings: optional(listOf(reading)),
  parts: listOf(shape({ range: pairOf(number), places: orNull(listOf(orNull(number))), lastPerson: optional(number) })),
  isMonthFirst: optional(flag),
  takesUnusual: optional(flag),
});

/** Version 1.0 wrote the fields of the columns alone. Until somebody has chosen columns, the text is empty. */
export const storedChoiceOf = ({ id, columns: json, heads_at, row_count }: ImportFile) =>
  decodedColumn(
    (stored) =>
      Array.isArray(stored)
        ? { columns: columns(stored), parts: [{ range: [heads_at + 2, row_count], places: null } as const] }
        : storedChoice(stored),
    "import_file",
    id,
    json || "[]",
  );

export function choiceOf(file: ImportFile): ImportChoice {
  const choice = storedChoiceOf(file);
  return { ...choice, columns: [...choice.columns], takesNumbers: file.takes_numbers === 1 };
}

/** The same, with the operator's own fields and papers. */
export async function readingOf(portal: Portal, file: ImportFile): Promise<ImportChoice> {
  const { ownFields, ownPapers, kindsOff, secondNumber } = await currentSettings(portal);
  const own = { ownFields: usedOf(ownFields), ownPapers: usedOf(ownPapers) };
  return { ...choiceOf(file), ...own, kindsOff, numberForm: secondNumber.form };
}

/** Looks at all rows of a file. */
export async function sheetsOf(portal: Portal, reader: Reader, file: ImportFile): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  for await (const row of storedRows(portal, reader, file)) noteRow(sheets, row);
  return sheets;
}
