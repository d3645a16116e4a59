import { describe, expect } from "vitest";
import { readUploadName } from "#core/imports/upload-name.ts";
import { beginRun, undoRun } from "#operations/bulk/begin-run.ts";
import { takeRecord } from "#operations/exports/take-record.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { statementOf } from "#operations/proofs/statements.ts";
import { decideOnRecord, deleteRecord } from "#operations/records/change-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { readNext, readRecord } from "#operations/records/read-record.ts";
import { openImage } from "#operations/shown-images/open-image.ts";
import { admin as someAdmin } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { executeAllRuns } from "../support/execute-all-runs.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { heads, line, named, received } from "../support/imports.ts";
import { declare, declarePapers, ownField, ownPaper } from "../support/own-fields.ts";
import { testOn } from "../support/portals.ts";
import { addTestRecord, grantFor } from "../support/records.ts";
import { approvedRecord, edit } from "../support/revisions.ts";

const wafid = ownPaper("p1", "Wafid medical");
const contract = ownPaper("p2", "Work contract", { hasLastDay: false });

describe("the operator's own papers", () => {
  const test = testOn("sqlite");

  test("are kept and erased as other documents, found by their last day, and seen by staff only", async ({
    portal,
    admin,
  }) => {
    await declarePapers(portal, wafid, contract);
    const plain = await addTestRecord(portal, admin, { images: { photo: await uploaded(portal, admin) } });
    const images = { p1: await uploaded(portal, admin), p2: await uploaded(portal, admin) };
    const record = await addTestRecord(portal, admin, { images, lastDays: { p1: "2031-03-31" } });
    const [page] = record.documents["p1"] ?? [];
    const open = (viewer: Parameters<typeof openImage>[1]["viewer"]) =>
      openImage(portal, { page: page?.image ?? "", size: "list", viewer });
    expect((await open({ actor: admin })).kind).toBe("p1");
    await expect(open({ grant: await grantFor(portal, record) })).rejects.toMatchObject({ id: "not-found" });
    const seen = await lookUpRecord(portal, { by: "passport", number: record.passportNumber });
    expect([seen?.documents, seen?.lastDays]).toEqual([{}, {}]);
    const statement = await statementOf(portal, record.id);
    const ending = await listRecords(portal, admin, { endsFrom: "2031-03-31", endsTo: "2031-03-31" });
    expect(ending.records.map(({ id }) => id)).toEqual([record.id]);

    await edit(portal, admin, record, { address: record.address });
    const kept = await readRecord(portal, admin, record.id);
    expect([kept.documents, kept.lastDays]).toEqual([record.documents, { p1: "2031-03-31" }]);
    await edit(portal, admin, kept, { images: { p1: [await uploaded(portal, admin), await uploaded(portal, admin)] } });
    const replaced = await readRecord(portal, admin, record.id);
    expect([replaced.documents["p1"]?.length, replaced.lastDays]).toEqual([2, {}]);
    expect(await statementOf(portal, record.id)).toEqual(statement);
    await deleteRecord(portal, admin, { id: record.id });
    const rows = portal.database.read.selectFrom("image").select("candidate_id").where("state", "=", "kept");
    expect(await rows.execute()).toEqual([{ candidate_id: plain.id }]);
  });

  test("are refused unless they are declared; a removed one keeps its documents", async ({ portal, admin }) => {
    await declarePapers(portal, wafid, contract);
    const record = await addTestRecord(portal, admin, { images: { p2: await uploaded(portal, admin) } });
    const refused = { p3: "unknown-choice", "lastDays.p2": "unknown-choice" };
    const sent = { images: { p3: await uploaded(portal, admin) }, lastDays: { p2: "2031-01-01" } };
    await expect(edit(portal, admin, record, sent)).rejects.toMatchObject({ fields: refused });
    await declarePapers(portal, wafid, { ...contract, isRemoved: true });
    const image = await uploaded(portal, admin);
    await expect(edit(portal, admin, record, { images: { p2: image } })).rejects.toMatchObject({
      fields: { p2: "unknown-choice" },
    });
    const after = await edit(portal, admin, record, { images: { p1: image } });
    expect(Object.keys(after.record.documents).toSorted()).toEqual(["p1", "p2"]);
    await expect(declarePapers(portal, wafid)).rejects.toMatchObject({ id: "stale" });
  });

  test("have a name that no other paper, no field and no kind of the program has", async ({ portal }) => {
    await declare(portal, ownField("f1", "Kafeel"));
    for (const taken of ["Kafeel", "medical form", "মেডিকেল ফরম", "wafid-medical"])
      await expect(declarePapers(portal, wafid, ownPaper("p2", taken))).rejects.toMatchObject({
        fields: { "ownPapers.1.labels": "sent-twice" },
      });
    await declarePapers(portal, wafid);
    await expect(declare(portal, ownField("f1", "Kafeel"), ownField("f2", "Wafid medical"))).rejects.toMatchObject({
      fields: { "ownFields.1.labels": "sent-twice" },
    });
  });

  test("have columns for their last days in imports, which an undo takes back, and files of their names in exports", async ({
    portal,
    admin,
  }) => {
    await declarePapers(portal, wafid, contract);
    const images = { p1: await uploaded(portal, admin), p2: await uploaded(portal, admin) };
    const record = await addTestRecord(portal, admin, { passportNumber: "AB1000001", images });
    const rows = [
      `${heads},WAFID medical expiry`,
      `${line("AB1000001", record.irccNumber)},31/12/2031`,
      `${line("AB1000002", "W1000002")},30/11/2031`,
    ];
    const id = await received(portal, admin, rows);
    await takeGuessedColumns(portal, admin, id, {});
    await executeAllRuns(portal);
    await beginRun(portal, admin, id);
    await executeAllRuns(portal);
    expect((await named(portal, admin, "AB1000001"))?.lastDays).toEqual({ p1: "2031-12-31" });
    expect((await named(portal, admin, "AB1000002"))?.lastDays).toEqual({ p1: "2031-11-30" });
    await undoRun(portal, admin, id);
    await executeAllRuns(portal);
    expect((await named(portal, admin, "AB1000001"))?.lastDays).toEqual({});

    const { scans } = await takeRecord(portal, admin, record.id);
    const names = await Array.fromAsync(scans(), ({ name }) => name);
    expect(names).toEqual(["AB1000001/own paper 1.jpg", "AB1000001/Work contract.jpg"]);
    const kindOf = (name: string) => readUploadName(name, [wafid, contract]).kind;
    expect([...names, "AB1000001 Wafid_Medical.pdf", "AB1000001 medical.pdf"].map(kindOf)).toEqual([
      "p1",
      "p2",
      "p1",
      "medical",
    ]);
    expect(names.map((name) => readUploadName(name).kind)).toEqual([null, null]);
  });
});

describe("under the four-eyes rule, own papers", () => {
  const test = testWithEyes("sqlite");

  test("wait for another person; taking one away acts at once", async ({ portal, one, other }) => {
    await declarePapers(portal, wafid);
    const { id } = await approvedRecord(portal, one, other, { images: { p1: await uploaded(portal, one) } });
    const stored = async () => (await readRecord(portal, someAdmin, id)).documents["p1"];
    const first = await stored();
    await edit(portal, one, await readNext(portal, one, id), {
      images: { p1: await uploaded(portal, one) },
      lastDays: { p1: "2031-03-31" },
    });
    expect(await stored()).toEqual(first);
    const next = await readNext(portal, other, id);
    expect(next.documents["p1"]).not.toEqual(first);
    await decideOnRecord(portal, other, { id, expectedVersion: next.version }, "approve");
    expect([await stored(), (await readRecord(portal, someAdmin, id)).lastDays]).toEqual([
      next.documents["p1"],
      { p1: "2031-03-31" },
    ]);
    await edit(portal, one, await readNext(portal, one, id), { images: { p1: null } });
    expect(await stored()).toBeUndefined();
  });
});
