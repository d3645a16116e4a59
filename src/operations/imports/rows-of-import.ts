import type { Columns } from "#core/imports/columns.ts";
import { readRow, type RowInput } from "#core/imports/row.ts";
import type { TableRow } from "#core/imports/table.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { Reader } from "#storage/database/database.ts";
import { type ImportFile, importPart } from "#storage/database/records/imports.ts";
import { rowById, rowsWithIds, updateRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal.ts";

/** How many rows are sealed together. */
export const rowsInPart = 50;

const placeOf = (id: string, part: number) => `import_file/${id}/${part}`;

export const sealRows = (key: Buffer, id: string, part: number, rows: readonly TableRow[]): Buffer =>
  sealJson(key, placeOf(id, part), rows);

const placeOfName = (id: string) => `import_file/${id}/name`;

const maxNameLength = 200;

export async function nameImport({ database, keyring }: Portal, id: string, name: string): Promise<void> {
  await database.write(async (writer) => {
    const file = await rowById(writer, "import_file", id);
    const key = file && unwrapKey(keyring, id, file.wrapped_key);
    if (!key) return;
    await updateRow(writer, "import_file", id, {
      sealed_name: sealJson(key, placeOfName(id), name.slice(0, maxNameLength)),
    });
  });
}

/** Returns the names of these imports, by id. */
export async function namesOfImports({ database, keyring }: Portal, ids: readonly string[]) {
  const files = await rowsWithIds(database.read, "import_file", ids);
  const named = files.filter(({ sealed_name }) => sealed_name.byteLength > 0);
  const nameOf = ({ id, wrapped_key, sealed_name }: ImportFile) =>
    String(unsealJson(unwrapKey(keyring, id, wrapped_key), placeOfName(id), sealed_name));
  return new Map(named.map((file) => [file.id, nameOf(file)]));
}

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

/** Returns the rows that these items stand for, by the numbers of the items. The numbers count all rows of the file from 1. */
export async function inputsOf(portal: Portal, importId: string, seqs: readonly number[]) {
  const { read } = portal.database;
  const file = await rowById(read, "import_file", importId);
  const inputs = new Map<number, RowInput>();
  if (!file) return inputs;
  const columns = columnsOfImport(file);
  for (const part of new Set(seqs.map((seq) => Math.floor((seq - 1) / rowsInPart)))) {
    const rows = await rowsOfPart(portal, read, file, part);
    for (const [at, { cells }] of rows.entries()) inputs.set(part * rowsInPart + at + 1, readRow(columns, cells).input);
  }
  return inputs;
}

/** Needs no validation: we wrote this text ourselves. */
export const columnsOfImport = ({ columns }: Pick<ImportFile, "columns">): Columns => JSON.parse(columns) as Columns;
