import { describe, expect } from "vitest";
import { updateRecord } from "#operations/records/update-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { hideRecord, decideOnRecord, sendBackRecord, unhideRecord } from "#operations/records/change-record.ts";
import { neighboursInQueue, readApprovalQueue } from "#operations/records/approval-queue.ts";
import { admin, moderator, otherModerator, particulars } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { engines, testOn } from "../support/portals.ts";

/** Adds a record at the given time. Returns its id. */
async function addedAt(portal: Portal, at: number, actor = moderator) {
  const { id } = await addTestRecord({ ...portal, now: () => at }, actor);
  return id;
}

const queueOf = async (portal: Portal, question = {}) => {
  const { records, next } = await readApprovalQueue(portal, admin, question);
  return { ids: records.map(({ record }) => record.id), next };
};

describe.each(engines)("the approval queue on %s", (engine) => {
  const test = testOn(engine);

  test("is complete over several pages, even if many records were added at the same moment", async ({ portal }) => {
    const ids = [];
    for (const at of [5, 5, 5, 7, 7]) ids.push(await addedAt(portal, at));
    const first = await queueOf(portal, { limit: 2 });
    // The last record of the first page is approved before the second page is read.
    await decideOnRecord(portal, admin, { id: ids[1] ?? "" }, "approve");
    const second = await queueOf(portal, { limit: 2, cursor: first.next });
    const third = await queueOf(portal, { limit: 2, cursor: second.next });
    expect([...first.ids, ...second.ids, ...third.ids]).toEqual(ids);
    expect(third.next).toBeNull();
    await expect(readApprovalQueue(portal, admin, { cursor: "made up" })).rejects.toThrow(/cannot be used/);
  });

  test("leads from each record to its neighbours, even from one that is already decided", async ({ portal }) => {
    const [first, second, third] = [await addedAt(portal, 1), await addedAt(portal, 1), await addedAt(portal, 2)];
    const around = (id: string) => neighboursInQueue(portal, admin, id);
    expect(await around(first)).toEqual({ before: null, after: second });
    expect(await around(second)).toEqual({ before: first, after: third });
    await decideOnRecord(portal, admin, { id: second }, "approve");
    expect(await around(second)).toEqual({ before: first, after: third });
    expect(await around(first)).toEqual({ before: null, after: third });
    expect(await around(third)).toEqual({ before: first, after: null });
    await expect(around("nobody")).rejects.toMatchObject({ id: "not-found" });
    await expect(neighboursInQueue({ ...portal, registry: "Another" }, admin, first)).rejects.toMatchObject({
      id: "not-found",
    });
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("the approval queue", () => {
  const test = testOn("sqlite");

  test("contains only records that wait, the longest-waiting first", async ({ portal }) => {
    const [late, early, ofAnother, hidden, approved, returned] = [
      await addedAt(portal, 3000),
      await addedAt(portal, 1000),
      await addedAt(portal, 2000, otherModerator),
      await addedAt(portal, 2500),
      await addedAt(portal, 100),
      await addedAt(portal, 200),
    ];
    await addedAt(portal, 300, admin);
    await hideRecord(portal, admin, { id: hidden });
    await decideOnRecord(portal, admin, { id: approved }, "approve");
    await sendBackRecord(portal, admin, { id: returned }, "A page is cut off.");
    expect(await queueOf(portal)).toEqual({ ids: [early, ofAnother, late], next: null });

    // A returned record gets its old place again once it is corrected.
    await updateRecord(portal, moderator, { id: returned }, { particulars: particulars(), images: {} });
    expect((await queueOf(portal)).ids).toEqual([returned, early, ofAnother, late]);
    await unhideRecord(portal, admin, { id: hidden });
    expect((await queueOf(portal)).ids).toEqual([returned, early, ofAnother, hidden, late]);
    expect((await queueOf({ ...portal, registry: "Another_Registry" })).ids).toEqual([]);
  });
});
