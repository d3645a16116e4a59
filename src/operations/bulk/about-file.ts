import { type Decoded, listOf, number, optional, pairOf, shape, text, textOr } from "#core/stored/decoders.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { sealedContent } from "#sealing/sealed-content.ts";
import type { Reader } from "#storage/database/database.ts";
import type { ImportFile } from "#storage/database/records/imports.ts";
import { rowById, rowsWithIds, updateRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";

const about = shape(
  {
    name: text,
    sheets: listOf(shape({ name: text, range: pairOf(number) })),
    unread: listOf(shape({ name: text, rowCount: number })),
    /** The headings of the last columns of the table, which its first sheet does not have. */
    more: optional(listOf(text)),
    /** Columns that are left out because nobody said what they contain, with their filled rows. */
    left: optional(listOf(shape({ head: text, rows: number }))),
  },
  "1.1",
);

/** The names in a file of an import: its own, and those of the sheets that are read and that are not. They may name people. */
export type AboutFile = Decoded<typeof about>;

export const sealedAboutFile = sealedContent({
  table: "import_file",
  place: ({ id }: { id: string }) => `import_file/${id}/name`,
  /** Version 1.0 wrote the name alone. */
  decode: textOr(about),
});

const maxNameLength = 200;

type Sealed = Pick<ImportFile, "id" | "wrapped_key" | "sealed_name">;

export function aboutFile({ keyring }: Pick<Portal, "keyring">, { id, wrapped_key, sealed_name }: Sealed): AboutFile {
  const nothing = { name: "", sheets: [], unread: [] };
  if (sealed_name.byteLength === 0) return nothing;
  const stored = sealedAboutFile.open(unwrapKey(keyring, id, wrapped_key), { id, sealed: sealed_name });
  return typeof stored === "string" ? { ...nothing, name: stored } : stored;
}

export const sealedAbout = (
  { keyring }: Pick<Portal, "keyring">,
  { id, wrapped_key }: Sealed,
  content: AboutFile,
): Buffer => sealedAboutFile.seal(unwrapKey(keyring, id, wrapped_key), { id }, content);

export async function nameImport(portal: Portal, id: string, name: string): Promise<void> {
  await portal.database.write(async (writer) => {
    const file = await rowById(writer, "import_file", id);
    if (!file) return;
    const content = { ...aboutFile(portal, file), name: name.slice(0, maxNameLength) };
    await updateRow(writer, "import_file", id, { sealed_name: sealedAbout(portal, file, content) });
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
