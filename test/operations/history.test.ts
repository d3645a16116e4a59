import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { hideRecord, unhideRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { type HistoryPage, readHistory } from "#operations/records/read-record.ts";
import { deleteAccount } from "#operations/accounts/manage-accounts.ts";
import { addTestRecord as add } from "../support/records.ts";
import { sharedTest } from "../support/portals.ts";
import { freshAdmin, freshAccount } from "../support/accounts/fresh-accounts.ts";

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
