import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import type { FileOfForm, FileReceiver } from "#core/images/form-with-files.ts";
import { uploadLimits } from "#core/images/upload-limits.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayInBulk } from "#core/accounts/permissions.ts";
import { importFormFields, type TableRow, zipLimits } from "#core/imports/table.ts";
import { readTable } from "#documents/spreadsheets/read-table.ts";
import { type DataKey, newDataKey } from "#sealing/data-keys.ts";
import { deleteOldestAsked, notBegun } from "#storage/database/records/bulk-runs.ts";
import { insertPart } from "#storage/database/records/imports.ts";
import { deleteRow, insertRow, updateRow } from "#storage/database/rows.ts";
import { receiveTempFile } from "../images/encrypted-temp-file.ts";
import { originalBlob } from "../images/stored-image.ts";
import type { Portal } from "../portal/portal.ts";
import {
  discardUploads,
  keepUploads,
  type ReceivedUploads,
  receiveUploads,
  storeScans,
  type Unpacked,
} from "./receive-uploads.ts";
import { receiveZipFile } from "./sealed-zip-file.ts";
import { beginningOf, tableInZip } from "./table-in-zip.ts";
import { nameImport } from "../bulk/about-file.ts";
import { rowsInPart, sealRows } from "../bulk/rows-of-import.ts";

/** The most imports of one person that wait to be begun. */
const maxReceived = 10;

type ReceivedTable = { id: string; sha256: string; uploads: readonly Unpacked[] };

/**
 * Reads a table and stores its rows, sealed, until the import has ended. Returns the id of the run and the checksum of
 * the file, and the scans if the file is a ZIP of a table and scans.
 */
export async function receiveImport(
  portal: Portal,
  actor: Actor,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ReceivedTable> {
  authorize(mayInBulk(actor, "import"), actor);
  const id = randomUUID();
  const dataKey = newDataKey(portal.keyring, id);
  const { isZip, all } = await beginningOf(bytes);
  if (isZip) return receiveZip(portal, actor, { id, dataKey }, all);
  await using file = await receiveTempFile(portal.tempFolder, all, dataKey.key, originalBlob(id.replaceAll("-", "")));
  await receiveRows(portal, actor, { id, dataKey }, readTable(await file.read(), portal.imagePipeline.roomForTables));
  return { id, sha256: file.sha256.toString("hex"), uploads: [] };
}

type NewImport = { id: string; dataKey: DataKey };

async function receiveZip(portal: Portal, actor: Actor, { id, dataKey }: NewImport, bytes: AsyncIterable<Uint8Array>) {
  await using zip = await receiveZipFile(portal.tempFolder, bytes);
  const { table, scans } = await tableInZip(zip);
  await receiveRows(portal, actor, { id, dataKey }, readTable(table, portal.imagePipeline.roomForTables));
  try {
    return { id, sha256: zip.sha256, uploads: await storeScans(portal, actor, scans) };
  } catch (error) {
    await discardImport(portal, id).catch(() => undefined);
    throw error;
  }
}

/** Stores the rows of a table that was read. */
export async function receiveRows(
  portal: Portal,
  actor: Actor,
  { id, dataKey }: NewImport,
  batches: AsyncIterable<TableRow[]>,
): Promise<void> {
  authorize(mayInBulk(actor, "import"), actor);
  await insertReceived(portal, actor.id, id, dataKey);
  try {
    const rowCount = await insertRows(portal, id, dataKey.key, batches);
    await portal.database.write((writer) => updateRow(writer, "import_file", id, { row_count: rowCount }));
  } catch (error) {
    await discardImport(portal, id).catch(() => undefined);
    throw error;
  }
}

type ReceivedFile = { table: ReceivedTable } | { zip: ReceivedUploads };

/** Receives a form with a table and, optionally, a ZIP. The table may be in a ZIP of its own, with scans. */
export const importReceiver = (portal: Portal, actor: Actor, skipsNameless: boolean): FileReceiver<ReceivedFile> => ({
  takes: (field) => Object.hasOwn(importFormFields, field),
  skipsNameless,
  bytesInRequest: zipLimits.bytes + uploadLimits.bytesInFile,
  receive: async (bytes, field) =>
    field === importFormFields.table
      ? { table: await receiveImport(portal, actor, bytes) }
      : { zip: await receiveUploads(portal, actor, bytes) },
  discard: (received) => discard(portal, received),
});

/** Returns the import of such a form. If there is any problem with the form, all its files are discarded. */
export async function importOfForm(portal: Portal, files: readonly FileOfForm<ReceivedFile>[]) {
  const done = files.flatMap(({ outcome }) => ("done" in outcome ? [outcome.done] : []));
  const name = files.find(({ field }) => field === importFormFields.table)?.name ?? "";
  const tables = done.flatMap((received) => ("table" in received ? [received.table] : []));
  const zips = done.flatMap((received) => ("zip" in received ? [received.zip] : []));
  try {
    for (const { outcome } of files) if ("failed" in outcome) throw outcome.failed;
    const [[table, secondTable], [zip, secondZip]] = [tables, zips];
    if (secondTable ?? secondZip) throw new PortalError("too-many-files");
    if (!table) throw new PortalError("invalid", { fields: { [importFormFields.table]: "required" } });
    await nameImport(portal, table.id, name);
    await keepUploads(portal, table.id, [...table.uploads, ...(zip?.uploads ?? [])]);
    return { id: table.id, sha256: [table.sha256, ...(zip ? [zip.sha256] : [])].join(" ") };
  } catch (error) {
    for (const received of done) await discard(portal, received);
    throw error;
  }
}

async function discard(portal: Portal, received: ReceivedFile): Promise<void> {
  const { uploads } = "table" in received ? received.table : received.zip;
  await discardUploads(portal, uploads);
  if ("table" in received) await discardImport(portal, received.table.id);
}

/** A sweep deletes the uploads of the import. */
export const discardImport = ({ database }: Portal, id: string): Promise<void> =>
  database.write((writer) => deleteRow(writer, "bulk_run", id));

async function insertReceived({ database, registry, keyring, now }: Portal, person: string, id: string, key: DataKey) {
  await database.write(async (writer) => {
    const run = { id, registry, person_id: person, kind: "import", state: "received", asked_at: now() } as const;
    await deleteOldestAsked(writer, run, maxReceived - 1);
    await insertRow(writer, "bulk_run", { ...run, ...notBegun });
    const empty = {
      row_count: 0,
      heads_at: 0,
      columns: "",
      begins: 0,
      takes_numbers: 0,
      sealed_name: Buffer.of(),
    } as const;
    await insertRow(writer, "import_file", { id, ...empty, key_set: keyring.current.id, wrapped_key: key.wrapped });
  });
}

/** Stores the rows in parts of one size, whatever the size of the batches is. */
async function insertRows({ database }: Portal, id: string, key: Buffer, batches: AsyncIterable<TableRow[]>) {
  let waiting: TableRow[] = [];
  let part = 0;
  let count = 0;
  const insert = async (rows: TableRow[]) => {
    const sealed = sealRows(key, id, part, rows);
    await database.write((writer) => insertPart(writer, id, { part, sealed }));
    part += 1;
    count += rows.length;
  };
  for await (const rows of batches) {
    waiting.push(...rows);
    while (waiting.length >= rowsInPart) {
      await insert(waiting.slice(0, rowsInPart));
      waiting = waiting.slice(rowsInPart);
    }
  }
  if (waiting.length > 0) await insert(waiting);
  return count;
}
