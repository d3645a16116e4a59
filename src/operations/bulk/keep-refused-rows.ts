import { tableLimits, type TableRow } from "#core/imports/table.ts";
import type { BulkOutcome } from "#core/records/bulk-run.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { SealBroken } from "#sealing/seal.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { itemsLeftOut } from "#storage/database/records/bulk-runs.ts";
import { deleteParts, type ImportFile, insertPart } from "#storage/database/records/imports.ts";
import { rowById, updateRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";
import { headingRows, rowsInPart, rowsOfTable, sealRows } from "./rows-of-import.ts";

const notRefused: readonly BulkOutcome[] = ["done", "already", "no-person"];

/** The rows that became no record although somebody is in them. */
export const refusedItems = (reader: Reader, id: string) =>
  itemsLeftOut(reader, id, notRefused, { after: 0, atMost: tableLimits.rows });

/** Deletes the rows of an import that has ended, except the refused ones with their headings: they are sent back as a table. */
export async function keepRefusedRows(portal: Portal, writer: Writer, id: string): Promise<void> {
  const file = await rowById(writer, "import_file", id);
  if (!file) return;
  const refused = new Set((await refusedItems(writer, id)).map(({ seq }) => seq));
  const kept = refused.size === 0 ? null : await rowsWith(portal, writer, file, refused).catch(nullIfBroken);
  await deleteParts(writer, id);
  if (kept === null) return;
  const rows = [...kept.headings, ...kept.refused];
  const key = unwrapKey(portal.keyring, id, file.wrapped_key);
  for (let part = 0; part * rowsInPart < rows.length; part += 1) {
    const some = rows.slice(part * rowsInPart, (part + 1) * rowsInPart);
    await insertPart(writer, id, { part, sealed: sealRows(key, id, part, some) });
  }
  await updateRow(writer, "import_file", id, { heads_at: kept.headings.length - 1, row_count: rows.length });
}

/** An import that cannot be read any more can still be stopped. */
function nullIfBroken(error: unknown): null {
  if (error instanceof SealBroken) return null;
  throw error;
}

async function rowsWith(portal: Portal, reader: Reader, file: ImportFile, seqs: ReadonlySet<number>) {
  const refused: TableRow[] = [];
  for await (const { seq, ...row } of rowsOfTable(portal, reader, file)) if (seqs.has(seq)) refused.push(row);
  return { headings: await headingRows(portal, reader, file), refused };
}
