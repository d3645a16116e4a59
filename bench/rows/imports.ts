import { makeZip } from "client-zip";
import sharp from "sharp";
import type { AccountActor } from "#core/accounts/actor.ts";
import { maxInRun } from "#core/records/bulk-run.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun, undoRun } from "#operations/bulk/begin-run.ts";
import { readRun } from "#operations/bulk/read-run.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { receiveImport } from "#operations/imports/receive-import.ts";
import { keepUploads, receiveUploads } from "#operations/imports/receive-uploads.ts";
import { matchingRecordIds } from "#operations/records/list-records.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { freshAdmin } from "#test/support/accounts/fresh-accounts.ts";
import { executeAllRuns } from "#test/support/execute-all-runs.ts";
import { drawDocument } from "../support/documents.ts";
import { workbook } from "../support/imported-table.ts";
import { timeOf } from "../support/measure.ts";
import { atMost, rateAtLeast, type Row } from "../support/row.ts";

const count = 20_000;
/** The most records that somebody can update at once. */
const updatedAtOnce = maxInRun("update");

/**
 * Imports a workbook of twenty thousand people, from the upload to the last record, and undoes that. Then changes the same
 * people by another import, and half of them by an update of many records, and undoes each.
 */
export async function imports(engine: string, portal: OpenPortal): Promise<Row[]> {
  const admin = await freshAdmin(portal);
  const file = await workbook(count);
  const change = await workbook(count, "House 7, Road 2, Uttara, Dhaka");
  const work = () => executeAllRuns(portal);
  let id = "";
  const read = await timeOf(async () => {
    ({ id } = await receiveImport(portal, admin, toBytes(file)));
  });
  const { check, commit } = await dryRunAndImport(portal, admin, work, { id, rows: count });
  const undone = await timeOf(() => undo(portal, admin, id));
  const again = await receiveImport(portal, admin, toBytes(file));
  await dryRunAndImport(portal, admin, work, { ...again, rows: count });
  const changes = await receiveImport(portal, admin, toBytes(change));
  const { commit: updated } = await dryRunAndImport(portal, admin, work, { ...changes, rows: count });
  const putBack = await timeOf(() => undo(portal, admin, changes.id));
  const ids = await firstIds(portal, admin, updatedAtOnce);
  const chosen = await askForRun(portal, admin, "update", { ids });
  await beginRun(portal, admin, chosen.id, { field: "lastDays.visaPaper", value: "2030-03-31" });
  const dated = await timeOf(work);
  const undated = await timeOf(() => undo(portal, admin, chosen.id));
  const name = `import of ${count} rows on ${engine}`;
  const perSecond = (ms: number, done = count) => (done * 1000) / ms;
  const updates = `last day of ${ids.length} records on ${engine}`;
  return [
    atMost(`${name}: reading the workbook`, "ms", read, 20_000),
    atMost(`${name}: looking at it`, "ms", check, 20_000),
    rateAtLeast(`${name}: doing it`, "rows", perSecond(commit), 800),
    rateAtLeast(`${name}: undoing it`, "rows", perSecond(undone), 800),
    rateAtLeast(`${name}: changing records`, "rows", perSecond(updated), 800),
    rateAtLeast(`${name}: undoing the changes`, "rows", perSecond(putBack), 800),
    rateAtLeast(updates, "records", perSecond(dated, ids.length), 800),
    rateAtLeast(`${updates}: undoing it`, "records", perSecond(undated, ids.length), 800),
    ...(engine === "SQLite" ? await importOfZip(portal, admin, work) : []),
  ];
}

async function firstIds(portal: OpenPortal, admin: AccountActor, most: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const part of matchingRecordIds(portal, admin, {})) {
    ids.push(...part);
    if (ids.length >= most) break;
  }
  return ids.slice(0, most);
}

type Received = { id: string; rows: number };

/** Times the dry run, and then the import itself. */
async function dryRunAndImport(
  portal: OpenPortal,
  admin: AccountActor,
  work: () => Promise<void>,
  { id, rows }: Received,
): Promise<{ check: number; commit: number }> {
  await takeGuessedColumns(portal, admin, id, {});
  const check = await timeOf(work);
  await beginRun(portal, admin, id);
  const commit = await timeOf(work);
  const { counts } = await readRun(portal, admin, id);
  if (counts.done !== rows) throw new Error(`${counts.done} rows of ${rows} were imported`);
  return { check, commit };
}

async function undo(portal: OpenPortal, admin: AccountActor, id: string): Promise<void> {
  const run = await undoRun(portal, admin, id);
  await executeAllRuns(portal);
  const { counts } = await readRun(portal, admin, run);
  if (counts.done !== counts.all) throw new Error(`${counts.done} rows of ${counts.all} were undone`);
}

const documents = 500;

/** Imports the first of the same people, with one document each from a ZIP. */
async function importOfZip(portal: OpenPortal, admin: AccountActor, work: () => Promise<void>): Promise<Row[]> {
  const picture = await sharp(await drawDocument(1))
    .resize(1654, 2339)
    .jpeg({ quality: 90 })
    .toBuffer();
  const { peakMemory } = watchMemory();
  const { id } = await receiveImport(portal, admin, toBytes(await workbook(documents)));
  const unpacking = await timeOf(async () => {
    const { uploads } = await receiveUploads(portal, admin, makeZip(packed(picture)));
    await keepUploads(portal, id, uploads);
  });
  const { check, commit } = await dryRunAndImport(portal, admin, work, { id, rows: documents });
  const memory = peakMemory();
  const name = `import of ${documents} scans of ${(picture.byteLength / 1_000_000).toFixed(1)} MB`;
  return [
    atMost(`${name}: unpacking the ZIP`, "ms", unpacking, 60_000),
    atMost(`${name}: looking at it`, "ms", check, 300_000),
    atMost(`${name}: doing it`, "ms", commit, 30_000),
    atMost(`${name}: memory on top`, "MB", memory, 150),
  ];
}

async function* packed(picture: Buffer) {
  const input = new Uint8Array(picture);
  for (let at = 0; at < documents; at += 1)
    yield { name: `AB${1_000_000 + at} visa.jpg`, input, lastModified: new Date() };
}

function watchMemory() {
  const before = residentNow();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentNow());
  }, 100);
  const peakMemory = () => {
    clearInterval(watch);
    return most - before;
  };
  return { peakMemory };
}

const residentNow = () => process.memoryUsage.rss() / 1_000_000;

async function* toBytes(file: Uint8Array) {
  yield file;
}
