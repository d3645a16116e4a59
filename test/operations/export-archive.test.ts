import { createHash, randomBytes } from "node:crypto";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { type Actor, system } from "#core/accounts/actor.ts";
import { particularsOf } from "#core/records/record-details.ts";
import { publicStateOf } from "#core/records/public-state.ts";
import { readAudit } from "#operations/audit/read-audit.ts";
import { beginRun } from "#operations/bulk/begin-run.ts";
import { readRun } from "#operations/bulk/read-run.ts";
import { takeArchive } from "#operations/exports/take-archive.ts";
import { takeRecord } from "#operations/exports/take-record.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { importOfForm, importReceiver } from "#operations/imports/receive-import.ts";
import { readUploads } from "#operations/imports/uploads-of-import.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { hideRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { blobName } from "#storage/blobs/blob-store.ts";
import { recordArchive } from "#web/dashboard/export/record-archive.server.ts";
import { freshAccount, freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { executeAllRuns } from "../support/execute-all-runs.ts";
import { handmadePdf } from "../support/files/handmade-pdf.ts";
import { holderOf } from "../support/holders.ts";
import { declarePapers, ownPaper } from "../support/own-fields.ts";
import { freshEnvironment, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { zip } from "../support/zip.ts";

const sha256 = (bytes: Uint8Array | null) => bytes && createHash("sha256").update(bytes).digest("hex");

async function archiveOf(portal: Portal, actor: Actor): Promise<Buffer> {
  const declared = await currentSettings(portal);
  const answer = recordArchive(await takeArchive(portal, actor, {}), { now: portal.now(), declared });
  return Buffer.from(await answer.arrayBuffer());
}

async function* inPieces(bytes: Buffer) {
  yield bytes.subarray(0, 3);
  for (let at = 3; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
}

/** Receives a file as the table, as the form of the page and the API do. */
async function receivedAsTable(portal: Portal, actor: Actor, bytes: Buffer): Promise<string> {
  const done = await importReceiver(portal, actor, true).receive(inPieces(bytes), "table");
  return (await importOfForm(portal, [{ field: "table", name: "records.zip", outcome: { done } }])).id;
}

/** What a record says and shows, with the hashes of its originals in the order of their pages. */
async function contentOf(portal: Portal, actor: Actor) {
  const { records } = await listRecords(portal, actor, { limit: 100 });
  const all = records.map(async (record) => ({
    ...particularsOf(record),
    state: publicStateOf(record),
    returnReason: record.returnReason,
    lastDays: record.lastDays,
    pages: Object.fromEntries(Object.entries(record.documents).map(([kind, pages]) => [kind, pages.length])),
    originals: await Array.fromAsync((await takeRecord(portal, actor, record.id)).scans(), ({ name, bytes }) => [
      name,
      sha256(bytes),
    ]),
  }));
  return (await Promise.all(all)).toSorted((one, other) => (one.passportNumber < other.passportNumber ? -1 : 1));
}

describe("the archive of a list", () => {
  const test = testOn("sqlite").extend("empty", async () => openForTest(await freshEnvironment("sqlite")));

  test("imported into an empty site gives equal records, with their scans in the same order and byte for byte", async ({
    portal,
    admin,
    empty: there,
  }) => {
    const clerk = await freshAccount(portal, "moderator");
    // An import would take a file or a column of this name for a medical form.
    for (const site of [portal, there]) await declarePapers(site, ownPaper("p1", "Wafid medical 12345"));
    // Without one, a new record has the one that the site usually gives.
    const nationality = "NEPAL";
    const png = await sharp(await drawnDocument(200, 300))
      .png()
      .toBuffer();
    const upload = (file?: Buffer) => uploaded(portal, admin, file);
    const medical = await Promise.all(Array.from({ length: 3 }, () => upload()));
    // Numbers of which parts look like a kind of document, and numbers that only a whole folder names.
    await addTestRecord(portal, admin, {
      nationality,
      passportNumber: "PP1234567",
      lastDays: { visaPaper: "2030-03-31", lmia: "2031-01-02", p1: "2031-05-31" },
      images: {
        photo: await upload(),
        p1: [await upload(), await upload()],
        visaPaper: [await upload(png), await upload(handmadePdf([{ content: "0 0 9 9 re f" }, {}])), await upload()],
      },
    });
    await addTestRecord(portal, admin, {
      nationality,
      passportNumber: "1234567",
      images: { photo: await upload(), medical },
    });
    const hidden = await addTestRecord(portal, admin, {
      nationality,
      passportNumber: "VISA1",
      images: { visaApproval: await upload() },
    });
    await hideRecord(portal, admin, { id: hidden.id });
    const sentBack = await addTestRecord(portal, clerk, {
      nationality,
      images: { idCard: await uploaded(portal, clerk) },
    });
    await sendBackRecord(portal, admin, { id: sentBack.id }, "The page is cut off.");
    await addTestRecord(portal, clerk, {
      nationality,
      name: "=Amina",
      images: { lmia: await uploaded(portal, clerk) },
    });
    await addTestRecord(portal, admin, { nationality, name: "Without papers" });

    const bytes = await archiveOf(portal, admin);
    const { events } = await readAudit(portal, system("test"), { by: admin.id });
    const taken = events.filter(({ action }) => /^records?-exported$/.test(action)).map(({ action }) => action);
    expect(taken.toSorted()).toEqual([...Array.from({ length: 5 }, () => "record-exported"), "records-exported"]);

    const owner = await freshAdmin(there);
    const id = await receivedAsTable(there, owner, bytes);
    await takeGuessedColumns(there, owner, id, {});
    await executeAllRuns(there);
    expect((await readUploads(there, owner, id)).filter(({ problem }) => problem !== null)).toEqual([]);
    await beginRun(there, owner, id);
    await executeAllRuns(there);
    expect(await readRun(there, owner, id)).toMatchObject({ counts: { done: 6, all: 6 } });
    expect(await contentOf(there, owner)).toEqual(await contentOf(portal, admin));
  });

  test("says of a scan why it is not there, and an import counts it", async ({ portal, admin, empty: there }) => {
    for (const site of [portal, there])
      await declarePapers(site, ownPaper("p1", "Work contract", { audience: "visitors" }));
    const { id, documents } = await addTestRecord(portal, admin, {
      passportNumber: "AB1000001",
      images: {
        p1: await uploaded(portal, admin),
        lmia: await uploaded(portal, admin),
        visaPaper: await uploaded(portal, admin),
        photo: await uploaded(portal, admin),
      },
    });
    const [lmia = ""] = documents.lmia?.[0]?.image.split("-") ?? [];
    await portal.blobs.remove(blobName(`${lmia}.original`));
    const { opened } = await holderOf(portal, { id });
    for (const kind of ["visaPaper", "p1"]) await holdBack(portal, opened, { kind, isWithheld: true });
    const owner = await freshAdmin(there);
    const run = await receivedAsTable(there, owner, await archiveOf(portal, admin));
    await takeGuessedColumns(there, owner, run, { begins: true });
    await executeAllRuns(there);
    expect((await readUploads(there, owner, run)).map(({ name, problem }) => [name, problem])).toEqual([
      ["AB1000001/LMIA.jpg.txt", "unsupported-file"],
      [null, null],
      ["AB1000001/visa.jpg.txt", "unsupported-file"],
      ["AB1000001/Work contract.jpg.txt", "unsupported-file"],
    ]);
    expect((await contentOf(there, owner))[0]?.pages).toEqual({ photo: 1 });
  });

  test("is refused before anything is taken if an import does not take so much", async ({ portal, admin }) => {
    for (const _ of "12") await addTestRecord(portal, admin, { images: { lmia: await uploaded(portal, admin) } });
    const most = { records: 2, scans: 2, bytes: 100_000 };
    for (const less of [{ records: 1 }, { scans: 1 }, { bytes: 10 }])
      await expect(takeArchive(portal, admin, {}, { ...most, ...less })).rejects.toMatchObject({
        id: "archive-too-large",
      });
    expect((await readAudit(portal, system("test"), { kind: "records-exported" })).events).toEqual([]);
    // A reader that leaves stops the work.
    const { body } = recordArchive(await takeArchive(portal, admin, {}, most), {
      now: portal.now(),
      declared: { ownFields: [], ownPapers: [], kindsOff: {} },
    });
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect((await readAudit(portal, system("test"), { kind: "record-exported" })).events).toEqual([]);
  });

  test.for([
    ["no table", [{ name: "AB1000001/visa.jpg", content: "a" }, { name: "AB1000001/people.csv", content: "Name" }], { fields: { table: "one-table-in-zip" } }], // prettier-ignore
    ["two tables", [{ name: "a.csv", content: "Name" }, { name: "b.xlsx", content: "a" }], { fields: { table: "one-table-in-zip" } }], // prettier-ignore
    ["a table that is none", [{ name: "b.xlsx", content: "PK\u0003\u0004" }], { id: "broken-file" }],
    ["a table that is too large", [{ name: "a.csv", content: randomBytes(15_000_001) }], { id: "file-too-large" }], // prettier-ignore
    ["a password", [{ name: "a.csv", content: "Name", isEncrypted: true }], { id: "locked-archive" }],
    ["a way out", [{ name: "../a.csv", content: "Name" }], { id: "unsafe-archive" }],
  ] as const)("is no import with %s", async ([, files, problem], { portal, admin }) => {
    await expect(receivedAsTable(portal, admin, zip(files))).rejects.toMatchObject(problem);
    expect(await portal.database.read.selectFrom("bulk_run").select("id").execute()).toEqual([]);
  });
});
