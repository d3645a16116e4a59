import { describe, expect } from "vitest";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { changeRole } from "#operations/accounts/manage-accounts.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun, undoRun } from "#operations/bulk/begin-run.ts";
import { valueOfRun } from "#operations/bulk/value-of-run.ts";
import { executeRuns } from "#operations/run-work/execute-runs.ts";
import { readLeftOut, readRun } from "#operations/bulk/read-run.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { readStatement } from "#operations/records/read-statement.ts";
import { decideOnRecord, deleteRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { readHistory, readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { verifyAudit, verifyRecords } from "#operations/upkeep/verify.ts";
import { freshAccount, freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { uploaded } from "../support/documents.ts";
import { round } from "../support/execute-all-runs.ts";
import { declare, declarePapers, ownField, ownPaper } from "../support/own-fields.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord as add } from "../support/records.ts";

type Typed = { field?: string; value?: string };

const begun = async (portal: Portal, actor: AccountActor, ids: string[], typed: Typed) => {
  const { id } = await askForRun(portal, actor, "update", { ids });
  await beginRun(portal, actor, id, typed);
  return id;
};

const report = async (portal: Portal, actor: AccountActor, id: string) => ({
  done: (await readRun(portal, actor, id)).counts.done,
  leftOut: (await readLeftOut(portal, actor, id)).rows.map((row) => [row.id, row.outcome]),
});

describe.each(engines)("an update of many records on %s", (engine) => {
  const test = testOn(engine);
  const visaEnds = { field: "lastDays.visaPaper", value: "2027-03-31" };

  test("sets a last day, logs and states each record, and its undo restores what nobody has changed since", async ({
    portal,
    admin,
  }) => {
    const other = await freshAdmin(portal);
    const before = { visaPaper: "2026-12-31", lmia: "2026-01-31" };
    const [one, two, later, changed, gone, same] = [
      await add(portal, admin, { images: { visaPaper: await uploaded(portal, admin) }, lastDays: before }),
      await add(portal, admin),
      await add(portal, admin),
      await add(portal, admin),
      await add(portal, admin),
      await add(portal, admin, { lastDays: { visaPaper: visaEnds.value } }),
    ];
    const ids = [one, two, later, changed, gone, same].map(({ id }) => id);
    const run = await begun(portal, admin, ids, visaEnds);
    const change = (record: typeof one, name: string) =>
      updateRecord(portal, other, { id: record.id }, { particulars: { ...record, name }, images: {} });
    await change(changed, "Somebody Else");
    await deleteRecord(portal, other, gone);
    const at = (await readStatement(portal, admin, one.id))?.issuedAt;
    await executeRuns({ ...portal, now: () => Date.now() + 5000 }, round());
    expect(await report(portal, admin, run)).toEqual({
      done: 3,
      leftOut: [
        [changed.id, "changed"],
        [gone.id, "gone"],
        [same.id, "already"],
      ],
    });
    expect((await readRecord(portal, admin, one.id)).lastDays).toEqual({ ...before, visaPaper: visaEnds.value });
    expect((await listRecords(portal, admin, { endsFrom: "2027-01-01" })).records).toHaveLength(4);
    expect((await readStatement(portal, admin, one.id))?.issuedAt).not.toBe(at);
    const { events } = await readHistory(portal, admin, two.id);
    expect(events.map(({ action, actor }) => `${action} by ${actor.id}`)[0]).toBe(`candidate-updated by ${admin.id}`);

    await change(later, "Renamed Since");
    const undo = await undoRun(portal, admin, run);
    await executeRuns(portal, round());
    expect(await report(portal, admin, undo)).toEqual({ done: 2, leftOut: [[later.id, "changed"]] });
    const days = await Promise.all([one, two].map(async ({ id }) => (await readRecord(portal, admin, id)).lastDays));
    expect(days).toEqual([before, {}]);
    expect([(await verifyRecords(portal)).broken, (await verifyAudit(portal)).brokenAt]).toEqual([[], null]);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("an update of many records", () => {
  const test = testOn("sqlite");
  const visaEnds = { field: "lastDays.visaPaper", value: "2027-03-31" };

  test("takes or removes one field that many share, and nothing else", async ({ portal, admin }) => {
    const { id } = await add(portal, admin, { nationality: "NEPAL", lastDays: { lmia: "2026-01-31" } });
    const set = async (typed: Typed) => {
      await begun(portal, admin, [id], typed);
      await executeRuns(portal, round());
      const { nationality, lastDays } = await readRecord(portal, admin, id);
      return { nationality, lastDays };
    };
    const { lmia } = { lmia: "2026-01-31" };
    expect(await set({ field: "nationality", value: "  SRI  LANKA " })).toEqual({
      nationality: "SRI LANKA",
      lastDays: { lmia },
    });
    expect(await set({ field: "nationality", value: "" })).toEqual({ nationality: "", lastDays: { lmia } });
    expect(await set({ field: "lastDays.lmia", value: "" })).toEqual({ nationality: "", lastDays: {} });
    const refused = [
      [{ ...visaEnds, value: "2027-02-30" }, { value: "date-format" }],
      [{ ...visaEnds, value: "0026-02-03" }, { value: "date-format" }],
      [{ field: "nationality", value: "N".repeat(101) }, { value: "too-long" }],
      [{ field: "name", value: "Rahim" }, { field: "unknown-choice" }],
      [{ field: "lastDays.photo", value: "2027-03-31" }, { field: "unknown-choice" }],
      [{}, { field: "unknown-choice" }],
    ] as const;
    for (const [typed, fields] of refused)
      await expect(begun(portal, admin, [id], typed)).rejects.toMatchObject({ id: "invalid", fields });
  });

  test("gives an own paper a last day while it is there, and an undo puts back what was there", async ({
    portal,
    admin,
  }) => {
    const wafid = ownPaper("p1", "Wafid medical");
    await declarePapers(portal, wafid, ownPaper("p2", "Contract", { hasLastDay: false }));
    const { id } = await add(portal, admin, { lastDays: { p1: "2030-01-01" } });
    const days = async () => (await readRecord(portal, admin, id)).lastDays;
    const typed = { field: "lastDays.p1", value: "2031-03-31" };
    const run = await begun(portal, admin, [id], typed);
    await executeRuns(portal, round());
    expect(await days()).toEqual({ p1: "2031-03-31" });
    await undoRun(portal, admin, run);
    await executeRuns(portal, round());
    expect(await days()).toEqual({ p1: "2030-01-01" });
    await expect(begun(portal, admin, [id], { ...typed, field: "lastDays.p2" })).rejects.toMatchObject({
      id: "invalid",
    });
    await begun(portal, admin, [id], typed);
    await declarePapers(portal, { ...wafid, isRemoved: true }, ownPaper("p2", "Contract", { hasLastDay: false }));
    await executeRuns(portal, round());
    expect(await days()).toEqual({ p1: "2030-01-01" });
  });

  test("gives an own field a value, which is sealed in the run, and an undo puts back what was there", async ({
    portal,
    admin,
  }) => {
    const branch = ownField("f1", "Branch", { type: "choice", choices: ["Dhaka", "Sylhet"] });
    const country = ownField("f2", "Country of work", { type: "country" });
    await declare(portal, branch, country);
    const { id } = await add(portal, admin, { own: { f1: "Sylhet", f2: "BD" } });
    const set = async (typed: Typed, meanwhile?: () => Promise<unknown>) => {
      const run = await begun(portal, admin, [id], typed);
      await meanwhile?.();
      await executeRuns(portal, round());
      return run;
    };
    const values = async () => (await readRecord(portal, admin, id)).own;
    const run = await set({ field: "own.f2", value: " Qatar " });
    expect(await values()).toEqual({ f1: "Sylhet", f2: "QA" });
    const { field, new_value: stored } = (await readRun(portal, admin, run)).run;
    expect(field).toBe("own.f2");
    expect(Buffer.from(stored ?? "", "base64").toString("latin1")).not.toMatch(/QA|Qatar/);
    const undo = await undoRun(portal, admin, run);
    await executeRuns(portal, round());
    expect(await values()).toEqual({ f1: "Sylhet", f2: "BD" });
    expect(await valueOfRun(portal, (await readRun(portal, admin, undo)).run)).toEqual({ field, value: "QA" });
    await set({ field: "own.f2", value: "" });
    expect(await values()).toEqual({ f1: "Sylhet" });
    for (const [typed, fields] of [
      [{ field: "own.f1", value: "Khulna" }, { value: "unknown-choice" }],
      [{ field: "own.f3", value: "x" }, { field: "unknown-choice" }],
    ] as const)
      await expect(begun(portal, admin, [id], typed)).rejects.toMatchObject({ id: "invalid", fields });
    const late = await set({ field: "own.f1", value: "Dhaka" }, () =>
      declare(portal, { ...branch, isRemoved: true }, country),
    );
    expect(await report(portal, admin, late)).toEqual({ done: 0, leftOut: [[id, "not-allowed"]] });
    expect(await values()).toEqual({ f1: "Sylhet" });
  });

  test("of a moderator changes only their own records that are not published", async ({ portal, admin }) => {
    const clerk = await freshAccount(portal, "moderator");
    const [waiting, published, returned] = [
      await add(portal, clerk),
      await add(portal, clerk),
      await add(portal, clerk),
    ];
    const foreign = await add(portal, admin);
    await decideOnRecord(portal, admin, published, "approve");
    await sendBackRecord(portal, admin, returned, "A page is cut off.");
    const ids = [waiting, published, returned, foreign].map(({ id }) => id);
    const run = await begun(portal, clerk, ids, visaEnds);
    await executeRuns(portal, round());
    expect(await report(portal, clerk, run)).toEqual({ done: 2, leftOut: [[published.id, "not-allowed"]] });
    expect(await readRecord(portal, admin, returned.id)).toMatchObject({ approval: "returned" });
    for (const { id } of [published, foreign])
      expect((await readRecord(portal, admin, id)).lastDays, "of a record that it may not change").toEqual({});
  });

  test("is not undone in published records by somebody who has become a moderator", async ({ portal, admin }) => {
    const person = await freshAdmin(portal);
    const { id } = await add(portal, person);
    const run = await begun(portal, person, [id], visaEnds);
    await executeRuns(portal, round());
    await changeRole(portal, system("test"), { id: person.id, role: "moderator" });
    const clerk = { ...person, role: "moderator" } as const;
    const undo = await undoRun(portal, clerk, run);
    await executeRuns(portal, round());
    expect(await report(portal, clerk, undo)).toEqual({ done: 0, leftOut: [[id, "not-allowed"]] });
    expect((await readRecord(portal, admin, id)).lastDays).toEqual({ visaPaper: visaEnds.value });
  });
});
