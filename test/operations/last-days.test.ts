import { sql } from "kysely";
import { describe, expect } from "vitest";
import type { LastDays } from "#core/records/last-days.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { findRepairs, repair } from "#operations/repair.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { verifyRecords } from "#operations/verify.ts";
import { countRows } from "#storage/database/rows.ts";
import { admin } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

describe.each(engines)("the last day of a document on %s", (engine) => {
  const test = testOn(engine);

  test("is the same in its own table as in the record, can be repaired, and is deleted with the record", async ({
    portal,
  }) => {
    const [one, other] = [await uploaded(portal, admin), await uploaded(portal, admin)];
    const { id } = await addTestRecord(portal, admin, {
      images: { workPermit: one, visaPaper: other },
      lastDays: { workPermit: "2026-03-31", visaPaper: "2026-03-31" },
    });
    const days = () => countRows(portal.database.read, "record_last_day");
    expect([await days(), (await verifyRecords(portal)).broken]).toEqual([1, []]);
    await portal.database.write((writer) => sql`update record_last_day set day = '2027-03-31'`.execute(writer));
    expect((await verifyRecords(portal)).broken).toEqual([id]);
    const repairs = await findRepairs(portal, { records: [id], images: [], orphans: [], database: null });
    await repair(portal, repairs, (what) => expect.fail(what));
    expect((await verifyRecords(portal)).broken).toEqual([]);
    expect((await listRecords(portal, admin, { endsTo: "2026-03-31" })).records).toMatchObject([{ id }]);
    await deleteRecord(portal, admin, { id });
    expect(await days()).toBe(0);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("the last day of a document", () => {
  const test = testOn("sqlite");

  test("is shown to visitors only with its document", async ({ portal }) => {
    const { passportNumber: number } = await addTestRecord(portal, admin, {
      images: { workPermit: await uploaded(portal, admin), medical: await uploaded(portal, admin) },
      lastDays: { workPermit: "2026-03-31", medical: "2026-02-28" },
    });
    const seen = async () => (await lookUpRecord(portal, { by: "passport", number }))?.lastDays;
    expect(await seen()).toEqual({ workPermit: "2026-03-31" });
    await changeSettings(portal, admin, { change: { shownKinds: ["medical"] } });
    expect(await seen()).toEqual({ medical: "2026-02-28" });
  });

  test("stays with its document and is removed when that document is replaced or removed", async ({ portal }) => {
    const permit = () => uploaded(portal, admin);
    const record = await addTestRecord(portal, admin, {
      images: { workPermit: await permit() },
      lastDays: { workPermit: "2026-03-31", visaPaper: "" },
    });
    expect(record.lastDays).toEqual({ workPermit: "2026-03-31" });
    const change = async (lastDays?: LastDays, images = {}) =>
      (await updateRecord(portal, admin, { id: record.id }, { particulars: record, images, lastDays })).record.lastDays;
    const found = async () => (await listRecords(portal, admin, { endsFrom: "2026-01-01" })).records.length;
    expect([await change(), await found()]).toEqual([{ workPermit: "2026-03-31" }, 1]);
    expect(await change({}, { visaPaper: await permit() })).toEqual({ workPermit: "2026-03-31" });
    expect(await change({ workPermit: "2027-01-31" })).toEqual({ workPermit: "2027-01-31" });
    expect([await change({ workPermit: "" }), await found()]).toEqual([{}, 0]);
    expect(await change({ workPermit: "2027-01-31" })).toEqual({ workPermit: "2027-01-31" });
    expect(await change({}, { workPermit: await permit() })).toEqual({});
    expect(await change({ workPermit: "2028-01-31" }, { workPermit: await permit() })).toEqual({
      workPermit: "2028-01-31",
    });
    expect([await change({}, { workPermit: null }), await found()]).toEqual([{}, 0]);
    expect([await change({ workPermit: "2028-01-31" }), await found()], "before its document").toEqual([
      { workPermit: "2028-01-31" },
      1,
    ]);
    expect(await change({}, { workPermit: await permit() })).toEqual({ workPermit: "2028-01-31" });
  });
});
