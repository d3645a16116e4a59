import type { Columns } from "#core/imports/columns.ts";
import { noteRow, type RowRange, type Sheet } from "#core/imports/find-table.ts";
import { readRow, type RowInput, type TableReading } from "#core/imports/row.ts";
import type { TableRow } from "#core/imports/table.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { Reader } from "#storage/database/database.ts";
import { type ImportFile, importPart } from "#storage/database/records/imports.ts";
import { rowById } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";

/** How many rows are sealed together. */
export const rowsInPart = 50;

const placeOf = (id: string, part: number) => `import_file/${id}/${part}`;

export const sealRows = (key: Buffer, id: string, part: number, rows: readonly TableRow[]): Buffer =>
  sealJson(key, placeOf(id, part), rows);

/** The content needs no validation: the seal proves that we wrote it. */
export async function rowsOfPart(
  { keyring }: Portal,
  reader: Reader,
  { id, wrapped_key }: ImportFile,
  part: number,
): Promise<TableRow[]> {
  const found = await importPart(reader, id, part);
  return found ? (unsealJson(unwrapKey(keyring, id, wrapped_key), placeOf(id, part), found.sealed) as TableRow[]) : [];
}

/** `at` counts all rows of the file from 0. */
async function rowAt(portal: Portal, reader: Reader, file: ImportFile, at: number): Promise<TableRow | undefined> {
  const rows = at < 0 ? [] : await rowsOfPart(portal, reader, file, Math.floor(at / rowsInPart));
  return rows[at % rowsInPart];
}

/** The row with the headings, after the one above it, which may say what several columns are about. */
export async function headingRows(portal: Portal, reader: Reader, file: ImportFile): Promise<TableRow[]> {
  const [above, heads] = [
    await rowAt(portal, reader, file, file.heads_at - 1),
    await rowAt(portal, reader, file, file.heads_at),
  ];
  return [above, heads].flatMap((row) => (row && row.sheet === heads?.sheet ? [row] : []));
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
  const choice = choiceOf(file);
  for (const [part, wanted] of Map.groupBy(seqs, (seq) => Math.floor((seq - 1) / rowsInPart))) {
    const rows = await rowsOfPart(portal, read, file, part);
    for (const seq of wanted) {
      const row = rows[(seq - 1) % rowsInPart];
      if (row) inputs.set(seq, readRow(choice, row.cells).input);
    }
  }
  return inputs;
}

/** How to read the table of an import, and which rows of the file it consists of. */
export type ImportChoice = TableReading & { ranges: readonly RowRange[]; isMonthFirst?: boolean };

/** Needs no validation: we wrote this text ourselves. Version 1.0 wrote the fields of the columns alone. */
export function choiceOf({ columns, heads_at, row_count, takes_numbers }: ImportFile): ImportChoice {
  const stored = JSON.parse(columns) as Columns | Omit<ImportChoice, "takesNumbers">;
  const choice = Array.isArray(stored) ? { columns: stored, ranges: [[heads_at + 2, row_count] as const] } : stored;
  return { ...choice, takesNumbers: takes_numbers === 1 };
}

export const isInTable = ({ ranges }: ImportChoice, seq: number): boolean =>
  ranges.some(([first, last]) => first <= seq && seq <= last);

/** Looks at all rows of a file. */
export async function sheetsOf(portal: Portal, reader: Reader, file: ImportFile): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  for await (const row of storedRows(portal, reader, file)) noteRow(sheets, row);
  return sheets;
}
