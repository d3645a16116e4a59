import { describe, expect } from "vitest";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { readApprovalQueue } from "#operations/records/approval-queue.ts";
import {
  decideOnRecord,
  deleteRecord,
  hideRecord,
  sendBackRecord,
  unhideRecord,
} from "#operations/records/change-record.ts";
import { readNext, readRecord, readRevised } from "#operations/records/read-record.ts";
import { brokenRevisions } from "#operations/revisions/check-revisions.ts";
import { openRevised, revisedById } from "#operations/sealed/revised-record.ts";
import { takeBackPart } from "#operations/revisions/take-back.ts";
import { recordsWithIds } from "#storage/database/records/records.ts";
import { countRows } from "#storage/database/rows.ts";
import { changeRole, deleteAccount } from "#operations/accounts/manage-accounts.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { freshAccount, freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { uploaded } from "../support/documents.ts";
import { expectIntact } from "../support/expect-intact.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { approvedRecord, edit, seen } from "../support/revisions.ts";
import { engines } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { checkStatement, doesStand, savedStatement } from "../support/statements.ts";

const machine = system("test");
const refused = { id: "not-allowed" };
const taken = { id: "duplicate-number", status: 409 };

const queueOf = async (portal: Portal, actor: Parameters<typeof readApprovalQueue>[1]) =>
  (await readApprovalQueue(portal, actor)).records.map(({ record, mayApprove }) => [record.id, mayApprove]);

const actionsOn = async (portal: Portal, id: string) =>
  (await auditTrail(portal, system("test"), "candidate", id)).map(({ action }) => action);

describe.each(engines)("a change of an approved record on %s, under the four-eyes rule,", (engine) => {
  const test = testWithEyes(engine);

  test("waits until somebody else approves it; until then strangers see what was approved, and its statement stands", async ({
    portal,
    one,
    other,
    third,
  }) => {
    const record = await approvedRecord(portal, one, other);
    const statement = (await savedStatement(portal, record.id)) ?? "";
    const changed = await edit(portal, one, record, { name: "Somebody Else", passportNumber: "NEW12345" });
    expect(changed).toMatchObject({ modified: 1, record: { name: "Somebody Else", version: record.version + 1 } });

    expect(await seen(portal, record.passportNumber)).toMatchObject({ name: record.name, changedAt: record.changedAt });
    expect(await seen(portal, "NEW12345")).toBeNull();
    const signed = await checkStatement(portal, (await savedStatement(portal, record.id)) ?? "");
    expect([signed.payload["name"], await doesStand(portal, statement)]).toEqual([record.name, true]);
    expect(await readRecord(portal, other, record.id)).toMatchObject({ name: record.name, approval: "approved" });
    expect(await readNext(portal, other, record.id)).toMatchObject({ name: "Somebody Else", approval: "waiting" });
    await expect(addTestRecord(portal, other, { passportNumber: "new 12345" })).rejects.toMatchObject(taken);
    expect([await queueOf(portal, one), await queueOf(portal, other)]).toEqual([
      [[record.id, false]],
      [[record.id, true]],
    ]);

    await expect(decideOnRecord(portal, one, record, "approve")).rejects.toMatchObject(refused);
    await edit(portal, third, changed.record, { address: "Sylhet" });
    await expect(decideOnRecord(portal, third, record, "approve")).rejects.toMatchObject(refused);
    const { version } = await readNext(portal, other, record.id);
    const stale = { id: record.id, expectedVersion: version - 1 };
    await expect(decideOnRecord(portal, other, stale, "toggle")).rejects.toMatchObject({ id: "stale" });
    await decideOnRecord(portal, other, { id: record.id, expectedVersion: version }, "toggle");

    expect(await seen(portal, "NEW12345")).toMatchObject({ name: "Somebody Else", address: "Sylhet" });
    expect(await seen(portal, record.passportNumber)).toBeNull();
    const next = (await savedStatement(portal, record.id)) ?? "";
    expect([await doesStand(portal, statement), await doesStand(portal, next)]).toEqual([false, true]);
    expect((await checkStatement(portal, next)).payload).toMatchObject({ name: "Somebody Else" });
    expect(await queueOf(portal, other)).toEqual([]);
    expect(await countRows(portal.database.read, "record_revision")).toBe(0);
    expect((await actionsOn(portal, record.id)).slice(2)).toEqual([
      "revision-changed",
      "revision-changed",
      "revision-approved",
    ]);
    await expectIntact(portal);
  });

  test("can be taken back by whoever made it, who may then approve what others made", async ({
    portal,
    one,
    other,
    third,
  }) => {
    const record = await approvedRecord(portal, one, other);
    await edit(portal, one, record, { name: "Somebody Else" });
    await edit(portal, other, await readNext(portal, other, record.id), { address: "Sylhet" });
    await edit(portal, third, await readNext(portal, other, record.id), { motherName: "Jahanara" });
    for (const admin of [one, other, third])
      await expect(decideOnRecord(portal, admin, record, "approve")).rejects.toMatchObject(refused);
    expect((await takeBackPart(portal, one, record)).record).toMatchObject({ name: record.name, address: "Sylhet" });
    await decideOnRecord(portal, one, { id: record.id }, "approve");
    const approved = await seen(portal, record.passportNumber);
    expect(approved).toMatchObject({ name: record.name, address: "Sylhet", motherName: "Jahanara" });

    await edit(portal, one, await readRecord(portal, one, record.id), { name: "Third Name" });
    expect(await takeBackPart(portal, one, { id: record.id })).toMatchObject({
      modified: 1,
      record: { revision: null },
    });
    expect(await takeBackPart(portal, one, { id: record.id })).toMatchObject({ modified: 0 });
    expect(await queueOf(portal, other)).toEqual([]);
    await expectIntact(portal);
  });

  test("is opened as it is now by whoever read its record just before", async ({ portal, one, other, third }) => {
    const { read } = portal.database;
    const record = await approvedRecord(portal, one, other);
    const readRow = () => recordsWithIds(read, [record.id]);
    await edit(portal, one, record, { name: "Somebody Else" });
    const before = await readRow();
    await edit(portal, third, await readNext(portal, third, record.id), { address: "Sylhet" });
    const [found] = await openRevised(portal, read, before);
    expect(found?.revision?.edits.map(({ by }) => by)).toEqual([one.id, third.id]);
    expect(found?.record).toEqual(await readRecord(portal, one, record.id));
    const waiting = await readRow();
    await decideOnRecord(portal, other, record, "approve");
    expect((await revisedById(portal, read, waiting)).get(record.id)).toMatchObject({
      record: { name: "Somebody Else" },
      revision: null,
    });
    expect(await brokenRevisions(portal, new Set([record.id]))).toEqual([]);
    await deleteRecord(portal, other, record);
    expect(await openRevised(portal, read, waiting)).toEqual([]);
  });

  test("reserves its numbers, also against another change at the same time", async ({ portal, there, one, other }) => {
    const [first, second] = [await approvedRecord(portal, one, other), await approvedRecord(portal, one, other)];
    const changes = [
      () => edit(portal, one, first, { passportNumber: "SAME12345" }),
      () => edit(there, one, second, { passportNumber: "SAME12345" }),
      () => addTestRecord(portal, one, { passportNumber: "SAME12345" }),
      () => addTestRecord(there, one, { passportNumber: "SAME12345" }),
    ];
    const results = await Promise.allSettled(changes.map((change) => change()));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) if (result.status === "rejected") expect(result.reason).toMatchObject(taken);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries, too.
describe("under the four-eyes rule,", () => {
  const test = testWithEyes("sqlite");

  test("a document that is replaced stays public until the approval, and one that is taken away is gone at once", async ({
    portal,
    one,
    other,
  }) => {
    const images = { visaPaper: await uploaded(portal, one), workPermit: await uploaded(portal, one) };
    const lastDays = { workPermit: "2030-01-01" };
    const record = await approvedRecord(portal, one, other, { images, lastDays });
    const kindsSeen = async () => Object.keys((await seen(portal, record.passportNumber))?.documents ?? {});
    const newPaper = await uploaded(portal, one);
    const changed = await edit(portal, one, record, {
      images: { visaPaper: newPaper, workPermit: null, lmia: await uploaded(portal, one) },
    });
    expect(await kindsSeen()).toEqual(["visaPaper"]);
    expect((await seen(portal, record.passportNumber))?.documents.visaPaper).toEqual(record.documents.visaPaper);
    expect(Object.keys(changed.record.documents).toSorted()).toEqual(["lmia", "visaPaper"]);
    expect(await countRows(portal.database.read, "image")).toBe(3);
    expect((await readRecord(portal, one, record.id)).lastDays).toEqual({});
    await expectIntact(portal);

    await takeBackPart(portal, one, { id: record.id });
    expect(await countRows(portal.database.read, "image")).toBe(1);
    const again = await edit(portal, other, await readRecord(portal, one, record.id), {
      images: { visaPaper: await uploaded(portal, one) },
    });
    await decideOnRecord(portal, one, again.record, "approve");
    expect((await seen(portal, record.passportNumber))?.documents.visaPaper).toEqual(again.record.documents.visaPaper);
    expect(await countRows(portal.database.read, "image")).toBe(1);
    expect((await actionsOn(portal, record.id)).slice(2)).toEqual([
      "candidate-updated",
      "revision-changed",
      "revision-taken-back",
      "revision-changed",
      "revision-approved",
    ]);
    await expectIntact(portal);
  });

  test("a record that its approver edited waits for somebody else, or until the edit is taken back", async ({
    portal,
    one,
    other,
  }) => {
    const clerk = await freshAccount(portal, "moderator");
    const paper = await uploaded(portal, clerk);
    const record = await addTestRecord(portal, clerk, { images: { visaPaper: paper } });
    const edited = await edit(portal, one, record, {
      name: "Somebody Else",
      images: { visaPaper: await uploaded(portal, one) },
    });
    expect(edited.record).toMatchObject({ name: "Somebody Else", approval: "waiting" });
    await expect(decideOnRecord(portal, one, record, "approve")).rejects.toMatchObject(refused);
    await expectIntact(portal);
    const before = await takeBackPart(portal, one, record);
    expect(before.record).toMatchObject({ name: record.name, documents: record.documents });
    expect(await countRows(portal.database.read, "image")).toBe(1);
    await decideOnRecord(portal, one, record, "approve");
    expect(await seen(portal, record.passportNumber)).toMatchObject({ name: record.name });
    expect((await readRecord(portal, other, record.id)).edited.edits).toEqual([]);
    await expectIntact(portal);
  });

  test("whoever is tied by roles approves nothing for seven days, in either direction, even if the tie is deleted or gets another role", async ({
    portal,
    one,
    other,
  }) => {
    const [self, sister] = [await freshAdmin(portal), await freshAdmin(portal)];
    const record = await approvedRecord(portal, one, other);
    for (const [giver, person] of [
      [one, self],
      [self, sister],
    ] as const) {
      await changeRole(portal, machine, { id: person.id, role: "moderator" });
      await changeRole(portal, { ...giver, isReleased: true }, { id: person.id, role: "admin" });
    }
    const added = await addTestRecord(portal, self);
    await edit(portal, self, record, { name: "Somebody Else" });
    const expectRefused = async (...people: AccountActor[]) => {
      for (const person of people)
        for (const { id } of [record, added])
          await expect(decideOnRecord(portal, person, { id }, "approve")).rejects.toMatchObject(refused);
    };
    await expectRefused(self, sister, one);
    await changeRole(portal, machine, { id: sister.id, role: "moderator" });
    await changeRole(portal, machine, { id: sister.id, role: "admin" });
    await expectRefused(sister);
    await deleteAccount(portal, { ...other, isReleased: true }, { id: self.id, why: "left" });
    await expectRefused(sister, one);
    await edit(portal, one, await readNext(portal, one, record.id), { address: "Sylhet" });
    await expectRefused(sister);
    for (const { id } of [record, added]) await decideOnRecord(portal, other, { id }, "approve");
    expect(await seen(portal, record.passportNumber)).toMatchObject({ name: "Somebody Else" });
  });

  test("what is sent back stays as it was for strangers, and waits again once it is corrected", async ({
    portal,
    one,
    other,
  }) => {
    const record = await approvedRecord(portal, one, other);
    const { version } = (await edit(portal, one, record, { name: "Somebody Else" })).record;
    const target = { id: record.id, expectedVersion: version };
    const sent = await sendBackRecord(portal, other, target, "Who is this?");
    expect(sent.record).toMatchObject({ approval: "returned", returnReason: "Who is this?", version: version + 1 });
    expect(await seen(portal, record.passportNumber)).toMatchObject({ name: record.name });
    expect(await queueOf(portal, other)).toEqual([]);
    // As it is sent again, it waits again, even if nothing was changed.
    const again = await edit(portal, one, await readNext(portal, one, record.id), {});
    expect(again.record).toMatchObject({ approval: "waiting", returnReason: "Who is this?", name: "Somebody Else" });
    expect(await queueOf(portal, other)).toEqual([[record.id, true]]);
    await expectIntact(portal);
  });

  test("hiding, withdrawing and deleting act at once, whatever waits", async ({ portal, one, other, third }) => {
    const record = await approvedRecord(portal, one, other);
    await edit(portal, one, record, { name: "Somebody Else" });
    await hideRecord(portal, one, record);
    expect(await seen(portal, record.passportNumber)).toBeNull();
    await edit(portal, one, await readNext(portal, one, record.id), { address: "Sylhet" });
    await unhideRecord(portal, one, record);
    expect(await seen(portal, record.passportNumber)).toMatchObject({ name: record.name, address: record.address });
    await expectIntact(portal);

    await decideOnRecord(portal, one, record, "deny");
    expect(await seen(portal, record.passportNumber)).toBeNull();
    const withdrawn = await readRevised(portal, one, record.id);
    expect(withdrawn).toMatchObject({
      state: "waiting",
      revision: null,
      record: { name: "Somebody Else", address: "Sylhet" },
    });
    await expect(decideOnRecord(portal, one, record, "approve")).rejects.toMatchObject(refused);
    await takeBackPart(portal, one, record);
    expect(await readRecord(portal, one, record.id)).toMatchObject({ name: record.name, address: record.address });
    await decideOnRecord(portal, third, record, "approve");
    await expectIntact(portal);

    await edit(portal, one, await readRecord(portal, one, record.id), {
      images: { lmia: await uploaded(portal, one) },
    });
    await deleteRecord(portal, one, record);
    expect(await countRows(portal.database.read, "record_revision")).toBe(0);
    expect(await countRows(portal.database.read, "image")).toBe(0);
    await expectIntact(portal);
  });
});
