import type { RowRange } from "#core/imports/join-sheets.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { Reader } from "#storage/database/database.ts";
import type { ImportFile } from "#storage/database/records/imports.ts";
import { rowById, rowsWithIds, updateRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";

/** The names in a file of an import: its own, and those of the sheets that are read and that are not. They may name people. */
export type AboutFile = {
  name: string;
  sheets: readonly { name: string; range: RowRange }[];
  unread: readonly { name: string; rowCount: number }[];
  /** The headings of the last columns of the table, which its first sheet does not have. */
  more?: readonly string[];
  /** Columns that are left out because nobody said what they contain, with their filled rows. */
  left?: readonly { head: string; rows: number }[];
};

const placeOf = (id: string) => `import_file/${id}/name`;
const maxNameLength = 200;

type Sealed = Pick<ImportFile, "id" | "wrapped_key" | "sealed_name">;

export function aboutFile({ keyring }: Pick<Portal, "keyring">, { id, wrapped_key, sealed_name }: Sealed): AboutFile {
  const nothing = { name: "", sheets: [], unread: [] };
  if (sealed_name.byteLength === 0) return nothing;
  // Version 1.0 wrote the name alone.
  const stored = unsealJson(unwrapKey(keyring, id, wrapped_key), placeOf(id), sealed_name) as AboutFile | string;
  return typeof stored === "string" ? { ...nothing, name: stored } : stored;
}

export const sealedAbout = (
  { keyring }: Pick<Portal, "keyring">,
  { id, wrapped_key }: Sealed,
  about: AboutFile,
): Buffer => sealJson(unwrapKey(keyring, id, wrapped_key), placeOf(id), about);

export async function nameImport(portal: Portal, id: string, name: string): Promise<void> {
  await portal.database.write(async (writer) => {
    const file = await rowById(writer, "import_file", id);
    if (!file) return;
    const about = { ...aboutFile(portal, file), name: name.slice(0, maxNameLength) };
    await updateRow(writer, "import_file", id, { sealed_name: sealedAbout(portal, file, about) });
  });
}

/** Returns the names of these imports, by id. */
export async function namesOfImports(portal: Portal, ids: readonly string[]): Promise<Map<string, string>> {
  const files = await rowsWithIds(portal.database.read, "import_file", ids);
  return new Map(files.map((file) => [file.id, aboutFile(portal, file).name]));
}

/** Returns the sheet of each row of an import, if it has several; rows are numbered over all sheets from 1. */
export async function sheetsOfRows(
  portal: Portal,
  reader: Reader,
  id: string,
): Promise<(seq: number) => string | null> {
  const file = await rowById(reader, "import_file", id);
  const sheets = file ? aboutFile(portal, file).sheets : [];
  if (sheets.length < 2) return () => null;
  return (seq) => sheets.find(({ range: [first, last] }) => first <= seq && seq <= last)?.name ?? null;
}
