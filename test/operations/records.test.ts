import { describe, expect } from "vitest";
import { auditTrail } from "../support/audit-trail.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import {
  decideOnRecord,
  deleteRecord,
  hideRecord,
  sendBackRecord,
  unhideRecord,
} from "#operations/records/change-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { verifyAudit, verifyRecords } from "#operations/upkeep/verify.ts";
import { admin, moderator, otherAdmin, otherModerator, particulars } from "../support/accounts/people.ts";
import { addTestRecord, addTestRecord as add } from "../support/records.ts";
import { engines, openForTest, testOn } from "../support/portals.ts";
import { uploaded } from "../support/documents.ts";
import { sql } from "kysely";
import type { LastDays } from "#core/records/record-details.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { lockRecords } from "#operations/records/record-entity.ts";
import { findRepairs, repair } from "#operations/upkeep/repair.ts";
import { countRows } from "#storage/database/rows.ts";
import { inTransaction } from "#storage/database/transaction.ts";

const isFound = async (portal: Portal, number: string) =>
  (await lookUpRecord(portal, { by: "either", number })) !== null;
const actionsOf = async (portal: Portal, id: string) =>
  (await auditTrail(portal, admin, "candidate", id)).map(({ action }) => action);
const refused = (id: string, more = {}) => expect.objectContaining({ id, ...more });

describe.each(engines)("records on %s", (engine) => {
  const test = testOn(engine);
  describe("adding", () => {
    test("succeeds once if several requests add the same number at the same time", async ({ environment }) => {
      const portals = [await openForTest(environment), await openForTest(environment)];
      const typed = particulars();
      const attempts = Array.from({ length: 8 }, (_, at) =>
        addRecord(portals[at % 2] as Portal, admin, { particulars: typed, images: {} }),
      );
      const results = await Promise.allSettled(attempts);
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const result of results) {
        if (result.status === "rejected") expect(result.reason).toEqual(refused("duplicate-number"));
      }
      expect(await verifyAudit(portals[0] as Portal)).toEqual({ events: 1, brokenAt: null });
    });
  });

  describe("looking up", () => {
    test("distinguishes both kinds of numbers, and `either` prefers the IRCC number", async ({ portal }) => {
      const one = await add(portal, admin, { passportNumber: "SAME1234" });
      const two = await add(portal, admin, { irccNumber: "SAME1234" });
      const found = async (by: "passport" | "ircc" | "either") =>
        (await lookUpRecord(portal, { by, number: "same1234" }))?.irccNumber;
      expect(await found("passport")).toBe(one.irccNumber);
      expect(await found("ircc")).toBe(two.irccNumber);
      expect(await found("either")).toBe(two.irccNumber);
      expect(await lookUpRecord(portal, { by: "ircc", number: two.passportNumber })).toBeNull();
    });
  });

  describe("updating", () => {
    test("makes the record be found by its new number and not by the old one", async ({ portal }) => {
      const added = await add(portal);
      const other = await add(portal);
      const target = { id: added.id };
      const taken = { ...added, passportNumber: other.passportNumber };
      await expect(updateRecord(portal, admin, target, { particulars: taken, images: {} })).rejects.toEqual(
        refused("duplicate-number", { record: { id: other.id, name: other.name } }),
      );
      await updateRecord(portal, admin, target, {
        particulars: { ...added, passportNumber: "NEW12345" },
        images: {},
      });
      expect(await isFound(portal, "NEW12345")).toBe(true);
      expect(await isFound(portal, added.passportNumber)).toBe(false);
    });
  });
});

// One engine is enough: these queries are the same on both.
describe("records", () => {
  const test = testOn("sqlite");
  describe("adding", () => {
    test("a moderator's record waits and keeps the typed nationality", async ({ portal }) => {
      const added = await add(portal, moderator, { nationality: "NEPAL" });
      expect(added).toMatchObject({ approval: "waiting", nationality: "NEPAL", approvedAt: null, approvedBy: null });
      expect(await isFound(portal, added.passportNumber)).toBe(false);
    });

    test("a number that is taken names its record only to people who may read that record", async ({ portal }) => {
      const { id, name, passportNumber, irccNumber } = await add(portal);
      const again = { passportNumber: `${passportNumber.slice(0, 4)} ${passportNumber.slice(4).toLowerCase()}` };
      await expect(add(portal, otherAdmin, again)).rejects.toEqual(
        refused("duplicate-number", { fields: { passportNumber: "number-taken" }, record: { id, name } }),
      );
      await expect(add(portal, moderator, { irccNumber })).rejects.toEqual(
        refused("duplicate-number", { fields: { irccNumber: "number-taken" }, record: undefined }),
      );
      // One event for the record, and one because the moderator learnt that a number is taken.
      expect((await verifyAudit(portal)).events).toBe(2);
      const own = await add(portal, moderator);
      await expect(add(portal, moderator, { passportNumber: own.passportNumber })).rejects.toEqual(
        refused("duplicate-number", { record: { id: own.id, name: own.name } }),
      );
    });

    test("an admin's record is published at once, with the nationality of the settings", async ({ portal }) => {
      const added = await add(portal, admin, { nationality: "MARS", approval: "waiting", hidden: true });
      expect(added).toMatchObject({ approval: "approved", hidden: false, nationality: "BANGLADESH", version: 1 });
      expect(await readRecord(portal, admin, added.id)).toEqual(added);
      expect(await isFound(portal, added.passportNumber)).toBe(true);
      expect(await isFound(portal, added.irccNumber)).toBe(true);
    });
  });

  describe("looking up", () => {
    test("shows only the kinds of document in the settings", async ({ portal }) => {
      const images = { workPermit: await uploaded(portal, admin) };
      const { passportNumber: number } = await add(portal, admin, { images });
      const seen = () => lookUpRecord(portal, { by: "passport", number });
      expect(await seen()).toMatchObject({ documents: { workPermit: [{}] } });
      await changeSettings(portal, admin, { change: { shownKinds: ["photo"] } });
      expect((await seen())?.documents).toEqual({});
    });

    test("follows settings that another process has just changed", async ({ portal: here, there }) => {
      const { passportNumber: number } = await add(here);
      expect(await lookUpRecord(here, { by: "passport", number })).not.toBeNull();
      await changeSettings(there, admin, { change: { lookupPolicy: "guarded" } });
      expect(await lookUpRecord(here, { by: "passport", number })).toBeNull();
    });
  });

  describe("hiding", () => {
    test("is refused for an outdated version", async ({ portal }) => {
      const { id, version } = await add(portal);
      await hideRecord(portal, admin, { id, expectedVersion: version });
      await expect(unhideRecord(portal, admin, { id, expectedVersion: version })).rejects.toEqual(refused("stale"));
    });

    test("takes effect at once, only once, and can be undone", async ({ portal }) => {
      const { id, passportNumber } = await add(portal);
      expect((await hideRecord(portal, admin, { id })).modified).toBe(1);
      expect(await isFound(portal, passportNumber)).toBe(false);
      expect((await hideRecord(portal, admin, { id })).modified).toBe(0);
      expect((await unhideRecord(portal, admin, { id })).modified).toBe(1);
      expect(await isFound(portal, passportNumber)).toBe(true);
      expect(await actionsOf(portal, id)).toEqual(["candidate-added", "candidate-hidden", "candidate-unhidden"]);
    });

    test("and showing it again in one transaction see each other", async ({ portal }) => {
      const { id, passportNumber } = await add(portal);
      await inTransaction(portal, async (within, writer) => {
        await lockRecords(within, writer, [id]);
        await hideRecord(within, admin, { id });
        expect((await hideRecord(within, admin, { id })).modified).toBe(0);
        expect((await unhideRecord(within, admin, { id })).modified).toBe(1);
      });
      expect(await isFound(portal, passportNumber)).toBe(true);
    });
  });

  describe("approving", () => {
    test("publishes a waiting record, and the toggle withdraws it", async ({ portal }) => {
      const { id, passportNumber } = await add(portal, moderator);
      const { record } = await decideOnRecord(portal, admin, { id }, "approve");
      expect(record).toMatchObject({ approval: "approved", approvedBy: "admin-1" });
      expect(await isFound(portal, passportNumber)).toBe(true);
      expect((await decideOnRecord(portal, admin, { id }, "approve")).modified).toBe(0);
      const denied = await decideOnRecord(portal, admin, { id }, "toggle");
      expect(denied.record).toMatchObject({ approvedAt: null, approvedBy: null });
      expect(await isFound(portal, passportNumber)).toBe(false);
      await decideOnRecord(portal, admin, { id }, "toggle");
      expect(await isFound(portal, passportNumber)).toBe(true);
      expect(await actionsOf(portal, id)).toEqual([
        "candidate-added",
        "candidate-approved",
        "candidate-denied",
        "candidate-approved",
      ]);
    });

    test("is refused under the four-eyes rule to the person who added the record", async ({ portal }) => {
      await changeSettings(portal, admin, { change: { fourEyes: true } });
      const { id, approval, nationality } = await add(portal, admin);
      expect({ approval, nationality }).toEqual({ approval: "waiting", nationality: "BANGLADESH" });
      await expect(decideOnRecord(portal, admin, { id }, "approve")).rejects.toEqual(refused("not-allowed"));
      const seen = { id, expectedVersion: 1 };
      await expect(decideOnRecord(portal, admin, seen, "toggle")).rejects.toEqual(refused("not-allowed"));
      expect((await decideOnRecord(portal, otherAdmin, { id }, "approve")).modified).toBe(1);
    });

    test("a record that is sent back contains the reason, and waits again once it is updated", async ({ portal }) => {
      const added = await add(portal, moderator);
      const { id } = added;
      await sendBackRecord(portal, admin, { id }, "The photo is not of this person.\n\u200BThe name is cut off.");
      expect(await readRecord(portal, moderator, id)).toMatchObject({
        approval: "returned",
        returnReason: "The photo is not of this person.\nThe name is cut off.",
      });
      // What is sent back was not published, so there is nothing to take back.
      expect((await decideOnRecord(portal, admin, { id }, "deny")).modified).toBe(0);
      const byOther = updateRecord(portal, otherModerator, { id }, { particulars: added, images: {} });
      await expect(byOther).rejects.toEqual(refused("not-found"));
      const { record } = await updateRecord(portal, moderator, { id }, { particulars: added, images: {} });
      expect(record).toMatchObject({
        approval: "waiting",
        returnReason: expect.stringContaining("The name is cut off."),
      });
      await expect(sendBackRecord(portal, admin, { id }, "  ")).rejects.toEqual(
        refused("invalid", { fields: { reason: "required" } }),
      );
    });
  });

  describe("updating", () => {
    test("changes what differs, and nothing if nothing differs", async ({ portal }) => {
      const added = await add(portal);
      const update = { particulars: { ...added, name: "Rahima Khatun" }, images: {} };
      const { record } = await updateRecord(portal, admin, { id: added.id }, update);
      expect(record).toMatchObject({ name: "Rahima Khatun", approval: "approved", version: 2 });
      expect((await updateRecord(portal, admin, { id: added.id }, update)).modified).toBe(0);
    });
  });

  describe("deleting", () => {
    test("deletes the values of its audit events, but not the events", async ({ portal }) => {
      const { id, address } = await add(portal);
      const [before] = await auditTrail(portal, admin, "candidate", id);
      expect(before?.details).toMatchObject({ address: { from: null, to: address } });
      await deleteRecord(portal, admin, { id });
      const trail = await auditTrail(portal, admin, "candidate", id);
      expect(trail.map(({ action, details }) => [action, details])).toEqual([
        ["candidate-added", null],
        ["candidate-deleted", null],
      ]);
    });

    test("removes the record for good and frees its numbers", async ({ portal }) => {
      const { id, passportNumber, irccNumber } = await add(portal);
      await expect(deleteRecord(portal, admin, { id, expectedVersion: 9 })).rejects.toEqual(refused("stale"));
      expect(await deleteRecord(portal, admin, { id })).toEqual({ deleted: 1 });
      expect(await isFound(portal, passportNumber)).toBe(false);
      await expect(deleteRecord(portal, admin, { id })).rejects.toEqual(refused("not-found"));
      await expect(add(portal, admin, { passportNumber, irccNumber })).resolves.toBeDefined();
      expect(await verifyAudit(portal)).toEqual({ events: 3, brokenAt: null });
    });
  });
});

// One engine is enough: the setting is checked before the record is read.
testOn("sqlite")("a toggle needs the version that was seen if four eyes are on, and only then", async ({ portal }) => {
  const { id } = await add(portal, moderator);
  expect(await decideOnRecord(portal, admin, { id }, "toggle")).toMatchObject({ modified: 1 });
  await changeSettings(portal, admin, { change: { fourEyes: true } });
  await expect(decideOnRecord(portal, admin, { id }, "toggle")).rejects.toMatchObject({
    id: "version-needed",
    status: 428,
  });
  expect(await decideOnRecord(portal, admin, { id, expectedVersion: [2] }, "toggle")).toMatchObject({ modified: 1 });
});

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
