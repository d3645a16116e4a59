import { describe, expect } from "vitest";
import { laterDay } from "#core/office-clock.ts";
import type { Retention } from "#core/settings/retention.ts";
import { system } from "#core/accounts/actor.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { decideOnRecord, hideRecord } from "#operations/records/change-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { readHistory } from "#operations/records/read-record.ts";
import { keepRecord, readRetention } from "#operations/retention/keep-record.ts";
import { countDueBy } from "#operations/retention/retention-days.ts";
import { reviewRetention } from "#operations/retention/review-retention.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { rowsWithIds } from "#storage/database/rows.ts";
import type { Engine } from "#storage/database/database.ts";
import { admin, moderator } from "../support/accounts/people.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { officeToday } from "#operations/portal/office-time.ts";

const day = 24 * 3_600_000;
const month = 31 * day;
const at = (portal: Portal, time: number): Portal => ({ ...portal, now: () => time });
const report = (error: unknown) => expect.unreachable(String(error));

const set = (portal: Portal, retention: Partial<Retention>) =>
  changeSettings(portal, system("test"), {
    change: { retention: { since: "published", months: 12, noticeDays: 7, ...retention } },
  });

/** Returns the ids of the records that have a notice. */
const noticed = async (portal: Portal) =>
  (await listRecords(portal, admin, { noticed: true, sort: "added" })).records.map(({ id }) => id);

const areThere = async (portal: Portal, ids: readonly string[]) => {
  const there = new Set((await rowsWithIds(portal.database.read, "candidate", ids)).map(({ id }) => id));
  return ids.map((id) => there.has(id));
};

const testWith = (engine: Engine) =>
  testOn(engine)
    .extend("now", ({ portal }) => portal.now())
    .extend("today", ({ portal }) => officeToday(portal))
    .extend("added", ({ portal, now }) => (monthsAgo: number, actor = admin) => {
      const then = at(portal, now - monthsAgo * month);
      return addTestRecord(then, actor).then(({ id }) => id);
    })
    .extend(
      "review",
      ({ portal }) =>
        (time: number) =>
          reviewRetention(at(portal, time), { report }),
    );

describe.each(engines)("records whose time is over, on %s,", (engine) => {
  const test = testWith(engine);

  test("first get a notice, and are deleted for good when its days are over", async ({
    portal,
    now,
    today,
    added,
    review,
  }) => {
    const [old, young, hidden, unapproved] = [
      await added(13),
      await added(11),
      await added(14),
      await added(15, moderator),
    ];
    const republished = await added(16, moderator);
    await decideOnRecord(portal, admin, { id: republished }, "approve");
    await hideRecord(portal, admin, { id: hidden });
    await review(now);
    expect(await noticed(portal)).toEqual([]);
    const ofYear = { months: 12, noticeDays: 7 };
    const dueBy = async (since: Retention["since"]) => (await countDueBy(portal, { since, ...ofYear })).count;
    expect([await dueBy("published"), await dueBy("changed"), await dueBy("never")]).toEqual([3, 2, 0]);
    await set(portal, {});
    for (let days = 0; days < 7; days += 1) {
      await review(now + days * day);
      expect(await noticed(portal)).toEqual([old, hidden, unapproved]);
      expect(await readRetention(at(portal, now + days * day), admin, old)).toMatchObject({
        deletedFrom: laterDay(today, 7),
      });
    }
    await review(now + 7 * day);
    expect(await areThere(portal, [old, hidden, unapproved])).toEqual([false, false, false]);
    expect(await areThere(portal, [young, republished])).toEqual([true, true]);
    const [last] = await portal.database.read
      .selectFrom("audit_event")
      .selectAll()
      .where("subject_id", "=", old)
      .orderBy("seq", "desc")
      .execute();
    expect([last?.actor, last?.action]).toEqual(["retention", "candidate-deleted"]);
    const erased = await portal.database.read.selectFrom("erasure").select("erased_id").execute();
    expect(erased.map(({ erased_id }) => erased_id).toSorted()).toEqual([old, hidden, unapproved].toSorted());
  });

  test("are deleted once by several processes, even if one is stopped half way", async ({
    portal,
    there,
    now,
    added,
    review,
  }) => {
    const ids = [];
    for (let more = 0; more < 6; more += 1) ids.push(await added(13));
    await set(portal, {});
    for (let days = 0; days <= 6; days += 1) await review(now + days * day);
    const stop = new AbortController();
    portal.events.once("erasure-noted", () => stop.abort());
    await reviewRetention(at(portal, now + 7 * day), { report, stopping: stop.signal });
    expect((await areThere(portal, ids)).filter(Boolean)).toHaveLength(5);
    await Promise.all([portal, there].map((one) => reviewRetention(at(one, now + 7 * day), { report })));
    expect((await areThere(portal, ids)).filter(Boolean)).toEqual([]);
    const deleted = portal.database.read.selectFrom("audit_event").where("action", "=", "candidate-deleted");
    expect(await deleted.select("subject_id").execute()).toHaveLength(6);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("records whose time is over", () => {
  const test = testWith("sqlite");

  test("are not deleted by a wrong clock", async ({ portal, now, added, review }) => {
    const [old, young] = [await added(13), await added(1)];
    await set(portal, {});
    await review(now);
    // The clock is a year ahead for a day. Only one day of the notice counts as over.
    for (const hours of [0, 1, 20]) await review(now + 12 * month + hours * 3_600_000);
    expect(await areThere(portal, [old, young])).toEqual([true, true]);
    // The clock is right again. Notices from the wrong time are withdrawn, and the older notice goes on.
    for (let days = 1; days <= 6; days += 1) await review(now + days * day);
    expect(await noticed(portal)).toEqual([old]);
    expect(await areThere(portal, [old, young])).toEqual([true, true]);
    await review(now + 7 * day);
    expect(await areThere(portal, [old, young])).toEqual([false, true]);
  });

  test("stay if they are changed or kept, or if the setting changes, even during the deletion", async ({
    portal,
    there,
    now,
    today,
    added,
    review,
  }) => {
    const [changed, kept, left, other] = [await added(16), await added(15), await added(14), await added(13)];
    await set(portal, { since: "changed" });
    await review(now);
    expect(await noticed(portal)).toEqual([other, left, kept, changed]);
    await hideRecord(portal, admin, { id: changed });
    const keep = (keptUntil: string) =>
      keepRecord(portal, admin, { id: kept }, { keptUntil, keepReason: "A court asks for it." });
    await expect(keep(laterDay(today, 0))).rejects.toMatchObject({ fields: { keptUntil: "day-passed" } });
    await keep(laterDay(today, 30));
    expect(await readRetention(portal, admin, kept)).toEqual({
      deletedFrom: null,
      keptUntil: laterDay(today, 30),
      mayKeep: true,
    });
    const { events } = await readHistory(portal, admin, kept);
    expect(events[0]).toMatchObject({ action: "record-kept", details: { keepReason: { to: "A court asks for it." } } });
    for (let days = 1; days <= 6; days += 1) await review(now + days * day);
    expect(await noticed(portal)).toEqual([other, left]);
    // The clock is corrected after the first deletion. By the right clock, the second record is not due.
    let time = now + 7 * day;
    portal.events.once("erasure-noted", () => (time = now - month * 6));
    await reviewRetention({ ...portal, now: () => time }, { report });
    expect((await areThere(portal, [left, other])).filter(Boolean)).toHaveLength(1);
    // If a process ends after the first deletion, a later review deletes the rest.
    await review(now + 7 * day);
    await set(portal, { since: "never" });
    await Promise.all([portal, there].map((one) => reviewRetention(at(one, now + 40 * day), { report })));
    expect([await noticed(portal), await areThere(portal, [changed, kept])]).toEqual([[], [true, true]]);
    // A record whose hold has ended gets a new notice.
    await set(portal, { since: "changed" });
    await review(now + 41 * day);
    expect(await noticed(portal)).toEqual([kept]);
  });
});
