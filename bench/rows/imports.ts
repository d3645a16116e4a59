import { writeXlsx } from "hucre/xlsx";
import { beginRun } from "#operations/bulk/begin-run.ts";
import { readRun } from "#operations/bulk/read-run.ts";
import { executeRuns } from "#operations/bulk/execute-runs.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { receiveImport } from "#operations/imports/receive-import.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { freshAdmin } from "#test/support/accounts/staff.ts";
import { timeOf } from "../support/measure.ts";
import { atMost, type Row } from "../support/row.ts";

const count = 10_000;

/** A workbook of ten thousand people, from the upload to the last record. */
export async function imports(engine: string, portal: OpenPortal): Promise<Row[]> {
  const admin = await freshAdmin(portal);
  const file = await workbook();
  const work = () => executeRuns(portal, { stopping: new AbortController().signal, report: console.error });
  const before = residentNow();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentNow());
  }, 100);
  let id = "";
  const read = await timeOf(async () => {
    ({ id } = await receiveImport(portal, admin, toBytes(file)));
  });
  await takeGuessedColumns(portal, admin, id, {});
  const check = await timeOf(work);
  await beginRun(portal, admin, id);
  const commit = await timeOf(work);
  clearInterval(watch);
  const { counts } = await readRun(portal, admin, id);
  if (counts.done !== count) throw new Error(`${counts.done} rows of ${count} were imported`);
  const name = `import of ${count} rows on ${engine}`;
  return [
    atMost(`${name}: reading the workbook`, "ms", read, 10_000),
    atMost(`${name}: looking at it`, "ms", check, 10_000),
    atMost(`${name}: doing it`, "ms", commit, 60_000),
    atMost(`${name}: memory on top`, "MB", most - before, 100),
  ];
}

const residentNow = () => process.memoryUsage.rss() / 1_000_000;

async function* toBytes(file: Uint8Array) {
  yield file;
}

function workbook(): Promise<Uint8Array> {
  const heads = ["Passport no", "IRCC no", "Name", "Father's name", "Mother's name", "Address", "Nationality"];
  const people = Array.from({ length: count }, (_, at) => [
    `AB${1_000_000 + at}`,
    `W${10_000_000 + at}`,
    `Rahim Uddin ${at}`,
    "Karim Uddin",
    "Amina Begum",
    "House 12, Road 5, Dhanmondi, Dhaka",
    "BANGLADESH",
  ]);
  return writeXlsx({ sheets: [{ name: "People", rows: [heads, ...people] }] });
}
