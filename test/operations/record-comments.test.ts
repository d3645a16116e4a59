import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { assignRecord, possibleAssignees } from "#operations/records/assign-record.ts";
import { deleteRecord, hideRecord, sendBackRecord, unhideRecord } from "#operations/records/change-record.ts";
import { type HistoryPage, readHistory, readRecord } from "#operations/records/read-record.ts";
import { addComment, deleteComment, readComments } from "#operations/records/record-comments.ts";
import { changeRole, deleteAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { countRows, rowById } from "#storage/database/rows.ts";
import { admin } from "../support/accounts/people.ts";
import { freshAccount, freshAdmin } from "../support/accounts/fresh-accounts.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, sharedTest } from "../support/portals.ts";
import { addTestRecord as add } from "../support/records.ts";
import { updateRecord } from "#operations/records/update-record.ts";

const text = "The visa is of his brother.\nAsk again.";
const testWith = (engine: Engine) =>
  sharedTest[engine]
    .extend("chief", ({ portal }) => freshAdmin(portal))
    .extend("clerk", ({ portal }) => freshAccount(portal, "moderator"));

describe.each(engines)("on %s", (engine) => {
  const test = testWith(engine);

  describe("comments on a record", () => {
    test("are stored once if one page sends them twice", async ({ portal, clerk }) => {
      const { id } = await add(portal, clerk);
      const send = (words: string, key?: string) => addComment(portal, clerk, { id, text: words, key });
      const [page, other] = [randomUUID(), randomUUID()];
      const [first, again] = await Promise.all([send(text, page), send(text, page)]);
      expect([first, again, await send(text, page)]).toEqual([{ id: page }, { id: page }, { id: page }]);
      for (const [words, key] of [["Another.", page], [text, other], [text]] as const) await send(words, key);
      expect(await readComments(portal, clerk, id)).toHaveLength(4);
    });
  });

  describe("the assignee of a record", () => {
    test("is a person who may read it, until the account is deleted", async ({ portal, chief, clerk }) => {
      const record = await add(portal, clerk);
      const worksOnIt = async () => (await readRecord(portal, admin, record.id)).assignedTo;
      expect(await assignRecord(portal, chief, record, clerk.id)).toMatchObject({ modified: 1 });
      expect(await assignRecord(portal, chief, record, clerk.id)).toMatchObject({ modified: 0 });
      expect(await worksOnIt()).toBe(clerk.id);
      await hideRecord(portal, chief, record);
      expect(await worksOnIt()).toBe(clerk.id);
      const [, event] = (await readHistory(portal, chief, record.id)).events;
      expect(event).toMatchObject({ action: "record-assigned", assigned: { from: null, to: "Sadia Student" } });
      await deleteAccount(portal, chief, clerk);
      expect(await worksOnIt()).toBeNull();
      await assignRecord(portal, admin, record, chief.id);
      await assignRecord(portal, admin, record, null);
      expect(await worksOnIt()).toBeNull();
      expect((await auditTrail(portal, admin, "candidate", record.id)).map(({ action }) => action)).toEqual([
        "candidate-added",
        "record-assigned",
        "candidate-hidden",
        "record-assigned",
        "record-assigned",
        "record-assigned",
      ]);
    });

    test("is never a person who loses the role at the same moment", async ({ portal, chief }) => {
      for (let round = 0; round < 5; round += 1) {
        const leaver = await freshAdmin(portal);
        const record = await add(portal, chief);
        await Promise.allSettled([
          assignRecord(portal, chief, record, leaver.id),
          changeRole(portal, chief, { id: leaver.id, role: "student" }),
        ]);
        expect((await readRecord(portal, chief, record.id)).assignedTo).toBeNull();
      }
    });
  });
});

// One engine is enough: these queries are the same on both.
describe("on SQLite", () => {
  const test = testWith("sqlite");

  describe("comments on a record", () => {
    test("are refused if the text is empty or too long", async ({ portal, clerk }) => {
      const { id } = await add(portal, clerk);
      await expect(addComment(portal, clerk, { id, text: " \n" })).rejects.toMatchObject({
        fields: { text: "required" },
      });
      await expect(addComment(portal, clerk, { id, text: "x".repeat(2001) })).rejects.toMatchObject({
        fields: { text: "too-long" },
      });
    });

    test("can be deleted only by their author, and are deleted with the record", async ({ portal, chief, clerk }) => {
      const [{ id }, other] = [await add(portal, clerk), await add(portal, clerk)];
      const { id: comment } = await addComment(portal, clerk, { id, text });
      await addComment(portal, chief, { id, text });
      await expect(deleteComment(portal, chief, { id, comment })).rejects.toMatchObject({ id: "not-allowed" });
      await expect(deleteComment(portal, clerk, { id: other.id, comment })).rejects.toMatchObject({ id: "not-found" });
      await deleteComment(portal, clerk, { id, comment });
      expect(await readComments(portal, clerk, id)).toMatchObject([{ writtenBy: "Amina Admin" }]);
      expect((await readHistory(portal, clerk, id)).events[0]).toMatchObject({
        action: "comment-deleted",
        details: {},
      });
      const before = await countRows(portal.database.read, "record_comment");
      await deleteRecord(portal, admin, { id });
      expect(await countRows(portal.database.read, "record_comment")).toBe(before - 1);
    });

    test("are visible to all who may read the record, are sealed, and do not change the record", async ({
      portal,
      chief,
      clerk,
    }) => {
      const record = await add(portal, clerk);
      const { id } = await addComment(portal, clerk, { id: record.id, text });
      await addComment(portal, chief, { id: record.id, text: "Done." });
      for (const [reader, mine] of [
        [clerk, 0],
        [chief, 1],
      ] as const) {
        expect(await readComments(portal, reader, record.id)).toMatchObject([
          { writtenBy: "Sadia Student", text, mayDelete: mine === 0 },
          { writtenBy: "Amina Admin", text: "Done.", mayDelete: mine === 1 },
        ]);
      }
      expect((await readRecord(portal, chief, record.id)).version).toBe(record.version);
      const row = await rowById(portal.database.read, "record_comment", id);
      expect(Buffer.from(row?.sealed ?? []).includes("brother")).toBe(false);
    });

    test("are limited to fifty for each person, so that one person cannot hide the comments of others", async ({
      portal,
      chief,
      clerk,
    }) => {
      const { id } = await add(portal, clerk);
      await addComment(portal, chief, { id, text });
      for (let at = 0; at < 50; at += 1) await addComment(portal, clerk, { id, text: "Fine." });
      await expect(addComment(portal, clerk, { id, text: "Fine." })).rejects.toMatchObject({
        fields: { text: "too-many-comments" },
      });
      const [first, second] = await readComments(portal, clerk, id);
      expect(first?.text).toBe(text);
      await deleteComment(portal, clerk, { id, comment: second?.id ?? "" });
      await addComment(portal, clerk, { id, text: "Fine." });
    });
  });

  describe("the assignee of a record", () => {
    test("cannot be a person who may not read it", async ({ portal, chief, clerk }) => {
      const record = await add(portal, clerk);
      const gone = await freshAdmin(portal);
      await suspendAccount(portal, chief, gone);
      const other = await freshAccount(portal, "moderator");
      for (const { id } of [other, gone, await freshAccount(portal, "student"), { id: "nobody" }]) {
        await expect(assignRecord(portal, chief, record, id)).rejects.toMatchObject({
          fields: { assignee: "unknown-choice" },
        });
      }
      await expect(assignRecord(portal, clerk, record, clerk.id)).rejects.toMatchObject({ id: "not-allowed" });
      const possible = (await possibleAssignees(portal, chief, record)).map(({ id }) => id);
      expect(possible).toEqual(expect.arrayContaining([chief.id, clerk.id]));
      expect(possible).not.toContain(gone.id);
      expect(possible).not.toContain(other.id);
    });

    test("is removed once they may not read it any more, and the history of each record contains that", async ({
      portal,
      chief,
    }) => {
      const leavings = [
        ["student", (id: string) => changeRole(portal, chief, { id, role: "student" })],
        ["suspended", (id: string) => suspendAccount(portal, chief, { id })],
        ["deleted", (id: string) => deleteAccount(portal, chief, { id })],
        ["moderator", (id: string) => changeRole(portal, chief, { id, role: "moderator" })],
      ] as const;
      for (const [how, leaves] of leavings) {
        const leaver = await freshAdmin(portal);
        const [own, others] = [await add(portal, leaver), await add(portal, chief)];
        for (const record of [own, others]) await assignRecord(portal, chief, record, leaver.id);
        await leaves(leaver.id);
        const kept = how === "moderator" ? leaver.id : null;
        expect((await readRecord(portal, chief, own.id)).assignedTo, how).toBe(kept);
        expect((await readRecord(portal, chief, others.id)).assignedTo, how).toBeNull();
        const [last] = await auditTrail(portal, admin, "candidate", others.id).then((events) => events.toReversed());
        const details = { assignedTo: { from: leaver.id, to: null } };
        expect(last, how).toMatchObject({ actor: chief.id, action: "record-assigned", details });
      }
    });
  });
});

describe("the history of a record", () => {
  const test = sharedTest.sqlite
    .extend("chief", ({ portal }) => freshAdmin(portal))
    .extend("clerk", ({ portal }) => freshAccount(portal, "moderator"));

  test("lists who changed which value from what to what, the latest change first", async ({ portal, chief, clerk }) => {
    const record = await add(portal, clerk);
    await sendBackRecord(portal, chief, record, "A page is cut off.");
    await updateRecord(portal, clerk, record, { particulars: { ...record, address: "Sylhet" }, images: {} });
    for (const actor of [chief, clerk]) {
      const { events, next } = await readHistory(portal, actor, record.id);
      expect(next).toBeNull();
      expect(events.map(({ action, actor: by }) => [action, by])).toEqual([
        ["candidate-updated", { id: clerk.id, name: "Sadia Student" }],
        ["candidate-sent-back", { id: chief.id, name: "Amina Admin" }],
        ["candidate-added", { id: clerk.id, name: "Sadia Student" }],
      ]);
      expect(events[0]?.details).toMatchObject({ address: { from: record.address, to: "Sylhet" } });
      expect(events[1]?.details).toMatchObject({ returnReason: { from: "", to: "A page is cut off." } });
    }
  });

  test("keeps the ids of actors who have no account", async ({ portal, chief, clerk }) => {
    const { id } = await add(portal, clerk);
    await hideRecord(portal, system("demo"), { id });
    await deleteAccount(portal, chief, clerk);
    const { events } = await readHistory(portal, chief, id);
    expect(events.map(({ actor }) => actor)).toEqual([
      { id: "demo", name: null },
      { id: clerk.id, name: null },
    ]);
  });

  test("is read page by page and accepts only cursors of the same record", async ({ portal, chief }) => {
    const [{ id }, other] = [await add(portal, chief), await add(portal, chief)];
    await hideRecord(portal, chief, { id });
    await unhideRecord(portal, chief, { id });
    const actions = ({ events }: HistoryPage) => events.map(({ action }) => action);
    const first = await readHistory(portal, chief, id, { limit: 2 });
    expect(actions(first)).toEqual(["candidate-unhidden", "candidate-hidden"]);
    const cursor = first.next ?? "";
    const second = await readHistory(portal, chief, id, { limit: 2, cursor });
    expect(actions(second)).toEqual(["candidate-added"]);
    expect(second.next).toBeNull();
    for (const asked of [
      () => readHistory(portal, chief, other.id, { cursor }),
      () => readHistory(portal, chief, id, { cursor: "x" }),
    ]) {
      await expect(asked()).rejects.toMatchObject({ id: "invalid", fields: { cursor: "unknown-choice" } });
    }
  });
});
