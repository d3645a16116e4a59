import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { describe, expect } from "vitest";
import type { AccountActor } from "#core/accounts/actor.ts";
import { beginRun, undoRun } from "#operations/bulk/begin-run.ts";
import { executeRuns } from "#operations/run-work/execute-runs.ts";
import { readLeftOut, readRun, readRuns, readWarnings } from "#operations/bulk/read-run.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { sweepAllImages } from "../support/sweep-images.ts";
import { checkImport } from "#operations/imports/check-import.ts";
import { changeColumns, chooseColumns, readColumns, takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { executeDryRuns } from "#operations/run-work/execute-dry-runs.ts";
import { keepUploads, receiveUploads } from "#operations/imports/receive-uploads.ts";
import { readUploads } from "#operations/imports/uploads-of-import.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { runsIn } from "#storage/database/records/bulk-runs.ts";
import { updateRow } from "#storage/database/rows.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { expectIntact } from "../support/expect-intact.ts";
import { executeAllRuns, round } from "../support/execute-all-runs.ts";
import { heads, line, named, received, startRunWorker } from "../support/imports.ts";
import { testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { type Packed, zip } from "../support/zip.ts";
import { readRefusedRows } from "#operations/imports/read-refused-rows.ts";
import { nameImport } from "#operations/bulk/about-file.ts";

/** Makes the dry run of an import with a ZIP. Does not begin the import. */
async function checkedWith(
  portal: Portal,
  actor: AccountActor,
  table: string,
  files: readonly Packed[],
  report?: (error: unknown) => void,
): Promise<string> {
  const id = await received(portal, actor, [table]);
  const { uploads } = await receiveUploads(portal, actor, inPieces(zip(files)));
  await keepUploads(portal, id, uploads);
  await takeGuessedColumns(portal, actor, id, {});
  await executeAllRuns(portal, report);
  return id;
}

async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
}

/** Returns each file with the row that takes it, or the reason why none does. */
const uploadsIn = async (portal: Portal, actor: AccountActor, id: string) =>
  (await readUploads(portal, actor, id)).map(({ name, sourceRow, problem }) => [name, problem ?? sourceRow]);

/** Returns the kinds of documents of a record, with the number of pages of each. */
const documentsOf = async (portal: Portal, actor: AccountActor, number: string) =>
  Object.entries((await named(portal, actor, number))?.documents ?? {}).map(([kind, pages]) => [kind, pages.length]);

// imports.test.ts and bulk-runs.test.ts show such runs on both engines.
describe("an import with a ZIP", () => {
  const test = testOn("sqlite");

  test("adds documents: the dry run lists the row of each file, and an undo removes only what the import added", async ({
    portal,
    admin,
  }) => {
    const there = { passportNumber: "AB1000001", irccNumber: "W1000001" };
    await addTestRecord(portal, admin, { ...there, images: { medical: await uploaded(portal, admin) } });
    const [one, two, portrait] = [await drawnDocument(), await drawnDocument(), await drawnDocument()];
    const table = `${heads},Visa expiry,Medical expiry\n${line("AB1000001", "")},31/03/2030,1 May 2031\n${line("AB1000002", "W1000002")},২০৩০-০১-০২,\n${line("AB1000003", "W1000003")},৪৭৪৮৪,\n${line("AB", "W1000004")},2030-01-01,soon\n${line("AB1000002", "W1000005")},,`;
    const run = await checkedWith(portal, admin, table, [
      { name: "ab-100-0001_visa 10.jpg", content: two },
      { name: "ab-100-0001_visa 9.jpg", content: one },
      { name: "AB1000001/medical.jpg", content: one },
      { name: "AB1000001 visa approval.jpg", content: one },
      { name: "W1000002/ভিসা.jpg", content: two },
      { name: "AB1000002/photo.jpg", content: portrait },
      { name: "AB1000002/photo", content: "" },
      { name: "AB1000002 permit.pdf", content: "no PDF" },
      { name: "W1000004 visa.jpg", content: one },
      { name: "AB1000009 visa.jpg", content: one },
      { name: "AB1000001 W1000002 visa.jpg", content: one },
      { name: "AB1000001 letter.jpg", content: one },
      { name: "IMG_001.jpg", content: one },
      { name: "AB1000002 LMIA.jpg", content: randomBytes(15_000_001) },
      { name: "__MACOSX/AB1000002/._photo.jpg", content: "x" },
    ]);
    expect(Object.fromEntries(await uploadsIn(portal, admin, run))).toEqual({
      "ab-100-0001_visa 9.jpg": 2,
      "ab-100-0001_visa 10.jpg": 2,
      "AB1000001 visa approval.jpg": 2,
      "AB1000001/medical.jpg": "document-there",
      "W1000002/ভিসা.jpg": 3,
      "AB1000002/photo.jpg": 3,
      "AB1000002/photo": "empty-file",
      "AB1000002 permit.pdf": "unsupported-file",
      "AB1000002 LMIA.jpg": "file-too-large",
      "W1000004 visa.jpg": "row-left-out",
      "AB1000009 visa.jpg": "fits-nobody",
      "AB1000001 W1000002 visa.jpg": "fits-several",
      "AB1000001 letter.jpg": "kind-unknown",
      "IMG_001.jpg": "no-number",
    });
    expect((await readLeftOut(portal, admin, run)).rows).toMatchObject([
      { sourceRow: 5, problems: { passportNumber: "number-format", "lastDays.medical": "date-format" } },
      { sourceRow: 6, problems: { passportNumber: "number-repeated" } },
    ]);
    const warnings = [
      { sheet: null, sourceRow: 4, earlier: null, problems: { "lastDays.visaPaper": "day-from-number" } },
    ];
    expect(await readWarnings(portal, admin, run)).toEqual(warnings);
    expect(await documentsOf(portal, admin, "AB1000001"), "of a look").toEqual([["medical", 1]]);
    const images = () => portal.database.read.selectFrom("image").select(["state", "page_count"]).execute();
    expect((await images()).filter(({ state }) => state === "kept")).toHaveLength(1);

    await beginRun(portal, admin, run);
    await executeAllRuns(portal);
    expect(await readRun(portal, admin, run)).toMatchObject({ counts: { done: 3, refused: 2 } });
    expect(await readWarnings(portal, admin, run), "of what was done").toEqual(warnings);
    expect(await named(portal, admin, "AB1000003"), "a day without its scan").toMatchObject({
      lastDays: { visaPaper: "2030-01-01" },
      documents: {},
    });
    const shown = await lookUpRecord(portal, { by: "passport", number: "AB1000003" });
    expect(shown).toMatchObject({ lastDays: {}, documents: {} });
    const ending = await listRecords(portal, admin, { endsFrom: "2030-01-01", endsTo: "2030-01-01" });
    expect(ending.records.map(({ passportNumber }) => passportNumber)).toEqual(["AB1000003"]);
    const [first, second] = [await named(portal, admin, "AB1000001"), await named(portal, admin, "AB1000002")];
    expect(await documentsOf(portal, admin, "AB1000001")).toEqual([["medical", 1], ["visaPaper", 2], ["visaApproval", 1]]); // prettier-ignore
    expect(first?.lastDays).toEqual({ visaPaper: "2030-03-31", medical: "2031-05-01" });
    expect(second?.lastDays).toEqual({ visaPaper: "2030-01-02" });
    expect(await documentsOf(portal, admin, "AB1000002")).toEqual([["photo", 1], ["visaPaper", 1]]); // prettier-ignore
    const names = (await readUploads(portal, admin, run)).map(({ name, problem }) => problem ?? name);
    expect(
      names.filter((name) => name === null),
      "names of what records have now",
    ).toHaveLength(5);
    expect(names).toContain("fits-nobody");

    await undoRun(portal, admin, run);
    await executeAllRuns(portal);
    expect(await documentsOf(portal, admin, "AB1000001")).toEqual([["medical", 1]]);
    expect((await named(portal, admin, "AB1000001"))?.lastDays).toEqual({});
    expect(await named(portal, admin, "AB1000002")).toBeUndefined();
    await sweepAllImages({ ...portal, now: () => Date.now() + 25 * 3_600_000 });
    expect(await images()).toEqual([{ state: "kept", page_count: 1 }]);
    await expectIntact(portal);
  });

  test("has the scan of a document that was there again when its columns are changed", async ({ portal, admin }) => {
    const numbers = { passportNumber: "AB1000001", irccNumber: "W1000001" };
    const record = await addTestRecord(portal, admin, {
      ...numbers,
      images: { medical: await uploaded(portal, admin) },
    });
    const files = [{ name: "AB1000001 medical.jpg", content: await drawnDocument() }];
    const run = await checkedWith(portal, admin, `${heads}\n${line("AB1000001", "W1000001")}`, files);
    expect(await uploadsIn(portal, admin, run)).toEqual([["AB1000001 medical.jpg", "document-there"]]);
    await updateRecord(portal, admin, { id: record.id }, { particulars: record, images: { medical: null } });
    await changeColumns(portal, admin, run);
    await takeGuessedColumns(portal, admin, run, {});
    await executeAllRuns(portal);
    expect(await uploadsIn(portal, admin, run)).toEqual([["AB1000001 medical.jpg", 2]]);
  });

  test("checks the other rows if the record of one cannot be opened", async ({ portal, admin }) => {
    const { id } = await addTestRecord(portal, admin, { passportNumber: "AB1000001", irccNumber: "W1000001" });
    await portal.database.write((writer) => updateRow(writer, "candidate", id, { sealed: Buffer.alloc(60) }));
    const reported: unknown[] = [];
    const table = `${heads}\n${line("AB1000001", "W1000001")}\n${line("AB1000002", "W1000002")}`;
    const files = ["AB1000001", "AB1000002"].map(async (number) => ({
      name: `${number} visa.jpg`,
      content: await drawnDocument(),
    }));
    const run = await checkedWith(portal, admin, table, await Promise.all(files), (error) => reported.push(error));
    expect(reported).toMatchObject([{ row: id }]);
    expect(await readRun(portal, admin, run)).toMatchObject({
      run: { state: "asked" },
      counts: { open: 1, failed: 1, all: 2 },
    });
  });

  test("continues after its process was killed while documents were processed, and adds each of them once", async ({
    portal,
    admin,
    environment,
  }) => {
    const numbers = Array.from({ length: 6 }, (_, at) => String(1_000_000 + at));
    const pictures = await Promise.all(numbers.map(() => drawnDocument(1600, 2200)));
    const run = await received(portal, admin, [heads, ...numbers.map((number) => line(`AB${number}`, `W${number}`))]);
    const files = numbers.map((number, at) => ({ name: `AB${number} visa.jpg`, content: pictures[at] ?? "" }));
    await keepUploads(portal, run, (await receiveUploads(portal, admin, inPieces(zip(files)))).uploads);
    await takeGuessedColumns(portal, admin, run, { begins: true });
    const images = (state: "arriving" | "waiting" | "kept") =>
      portal.database.read.selectFrom("image").selectAll().where("state", "=", state).execute();
    const worker = await startRunWorker(environment);
    await expect.poll(async () => (await images("waiting")).length, { interval: 5 }).toBeGreaterThan(2);
    worker.kill("SIGKILL");
    await once(worker, "exit");
    expect(await images("arriving"), "when it was killed").not.toEqual([]);
    await executeAllRuns(portal);
    expect(await readRun(portal, admin, run)).toMatchObject({ run: { state: "done" }, counts: { done: 6, all: 6 } });
    for (const number of numbers) expect(await documentsOf(portal, admin, `AB${number}`)).toEqual([["visaPaper", 1]]);
    await sweepAllImages({ ...portal, now: () => Date.now() + 25 * 3_600_000 });
    expect([(await images("kept")).length, (await images("waiting")).length]).toEqual([6, 0]);
    await expectIntact(portal);
  });

  test("is checked while the confirmed runs of others go on", async ({ portal, admin }) => {
    const pictures = await Promise.all(Array.from({ length: 6 }, () => drawnDocument(1600, 2200)));
    const withDocuments = await received(portal, admin, [heads, line("AB1000001", "W1000001")]);
    const files = pictures.map((content, at) => ({ name: `AB1000001 visa ${at}.jpg`, content }));
    await keepUploads(portal, withDocuments, (await receiveUploads(portal, admin, inPieces(zip(files)))).uploads);
    await takeGuessedColumns(portal, admin, withDocuments, {});
    // A person has one run at a time.
    const colleague = await freshAdmin(portal);
    const other = await received(portal, colleague, [heads, line("AB1000002", "W1000002")]);
    const stateOf = async (id: string, owner = admin) => (await readRun(portal, owner, id)).run.state;
    await takeGuessedColumns(portal, colleague, other, { begins: true });
    const dryRuns = executeDryRuns(portal, round());
    await once(portal.events, "bulk-run-begun");
    await executeRuns(portal, round());
    expect(await stateOf(other, colleague)).toBe("done");
    expect(await stateOf(withDocuments)).toBe("checking");
    await dryRuns;
    expect(await stateOf(withDocuments)).toBe("asked");
  });

  test("is not checked again by a process that read its state too early", async ({ portal, admin }) => {
    const run = await received(portal, admin, [heads, line("AB1000001", "W1000001")]);
    await takeGuessedColumns(portal, admin, run, {});
    const early = await runsIn(portal.database.read, portal.registry, "checking");
    await executeDryRuns(portal, round());
    for (const one of early) await checkImport(portal, { actor: admin, run: one }, round());
    expect(await readRun(portal, admin, run)).toMatchObject({ run: { state: "asked" }, counts: { open: 1 } });
    expect(early).toHaveLength(1);
  });
});

// One engine is enough: imports.test.ts makes PostgreSQL plan these queries too.
describe("an import", () => {
  const test = testOn("sqlite");

  test("goes back from its dry run to the columns, takes numbers as shown, and returns the rows that it refuses", async ({
    portal,
    admin,
  }) => {
    const lines = [heads, line("12345678", "W1000001"), line("AB1000002", "W1000002", " "), ",,,,,"];
    const id = await received(portal, admin, lines);
    await nameImport(portal, id, "people.csv");
    const choose = async (takesNumbers: boolean) => {
      const { headsAt, columns } = await readColumns(portal, admin, id);
      await chooseColumns(portal, admin, id, { headsAt, columns: columns.map(({ field }) => field), takesNumbers });
      await executeAllRuns(portal);
    };
    await choose(false);
    expect(await readRefusedRows(portal, admin, id)).toMatchObject({
      heads: heads.split(","),
      rows: [
        { cells: line("12345678", "W1000001").split(","), problems: { passportNumber: "number-changed" } },
        { cells: line("AB1000002", "W1000002", "").split(","), problems: { name: "required" } },
      ],
    });
    await changeColumns(portal, admin, id);
    await choose(true);
    expect((await readLeftOut(portal, admin, id)).rows).toMatchObject([{ sourceRow: 3, outcome: "refused" }]);
    await changeColumns(portal, admin, id);
    const [first, ...others] = (await readColumns(portal, admin, id)).columns.map(({ field }) => field);
    await chooseColumns(portal, admin, id, { headsAt: 1, columns: [first ?? null, null], takesNumbers: true });
    await executeAllRuns(portal);
    await changeColumns(portal, admin, id);
    const again = await readColumns(portal, admin, id);
    expect(again, "as chosen").toMatchObject({ headsAt: 1, takesNumbers: true });
    expect(again.columns.map(({ field }) => field).filter((field) => field !== null)).toEqual([first]);
    await chooseColumns(portal, admin, id, { headsAt: 0, columns: [first ?? null, ...others], takesNumbers: true });
    await executeAllRuns(portal);
    await beginRun(portal, admin, id);
    await expect(changeColumns(portal, admin, id)).rejects.toMatchObject({ id: "stale" });
    await executeAllRuns(portal);
    expect(await named(portal, admin, "12345678")).toMatchObject({ irccNumber: "W1000001" });
    expect((await readRuns(portal, admin)).map(({ name }) => name)).toEqual(["people.csv"]);
    const rows = [{ cells: line("AB1000002", "W1000002", "").split(","), problems: { name: "required" } }];
    expect(await readRefusedRows(portal, admin, id)).toMatchObject({ heads: heads.split(","), rows });
  });
});
