import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { decideOnRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { waitingWork } from "#operations/overview/waiting-work.ts";
import { readApprovalQueue } from "#operations/records/approval-queue.ts";
import { readNext, readRecord, readRevised } from "#operations/records/read-record.ts";
import { releaseWaiting } from "#operations/revisions/release-waiting.ts";
import { takeBackPart } from "#operations/revisions/take-back.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { countRows } from "#storage/database/rows.ts";
import { expectIntact } from "../support/expect-intact.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { addTestRecord } from "../support/records.ts";
import { approvedRecord, edit, seen } from "../support/revisions.ts";

const machine = system("test");

describe("a decision about what waits of an approved record", () => {
  const test = testWithEyes("sqlite");

  test("publishes nothing that was sent back and not sent again; withdrawn, the record stays sent back", async ({
    portal,
    one,
    other,
    third,
  }) => {
    const record = await approvedRecord(portal, one, other);
    await edit(portal, one, record, { name: "Somebody Else" });
    const sent = await sendBackRecord(portal, other, { id: record.id }, "Who is this?");
    const target = { id: record.id, expectedVersion: sent.record.version };
    for (const decision of ["approve", "toggle"] as const)
      await expect(decideOnRecord(portal, third, target, decision)).rejects.toMatchObject({ id: "not-sent-again" });
    expect(await seen(portal, record.passportNumber)).toMatchObject({ name: record.name });
    const { record: returned } = await decideOnRecord(portal, third, target, "deny");
    expect(await readRecord(portal, third, record.id)).toMatchObject({
      name: "Somebody Else",
      approval: "returned",
      returnReason: "Who is this?",
    });
    // Now the record itself is what was sent back.
    const itself = { id: record.id, expectedVersion: returned.version };
    for (const decision of ["approve", "toggle"] as const)
      await expect(decideOnRecord(portal, third, itself, decision)).rejects.toMatchObject({ id: "not-sent-again" });
    await edit(portal, one, returned, {});
    expect(await decideOnRecord(portal, third, { id: record.id }, "approve")).toMatchObject({ modified: 1 });
    // Without the rule, an admin approves what was sent back, as before.
    await sendBackRecord(portal, other, { id: record.id }, "Who is this?");
    await changeSettings(portal, machine, { change: { fourEyes: false } });
    expect(await decideOnRecord(portal, one, { id: record.id }, "toggle")).toMatchObject({ modified: 1 });
    await expectIntact(portal);
  });

  test("is the operator's only about what waits and no admin may approve", async ({ portal, one, other, third }) => {
    const record = await approvedRecord(portal, one, other);
    await edit(portal, one, record, { name: "Somebody Else" });
    expect(await releaseWaiting(portal, machine, record)).toBe(0);
    await edit(portal, other, await readNext(portal, one, record.id), { address: "Sylhet" });
    await edit(portal, third, await readNext(portal, one, record.id), { motherName: "Jahanara" });
    await sendBackRecord(portal, other, { id: record.id }, "Who is this?");
    expect(await releaseWaiting(portal, machine, record)).toBe(0);
    await edit(portal, one, await readNext(portal, one, record.id), {});
    await changeSettings(portal, machine, { change: { fourEyes: false } });
    expect(await releaseWaiting(portal, machine, record)).toBe(0);
    expect(await seen(portal, record.passportNumber)).toMatchObject({ name: record.name });
  });

  test("publishes nothing that was to be thrown away with the end of the rule, nor keeps it", async ({
    portal,
    one,
    other,
  }) => {
    const record = await approvedRecord(portal, one, other);
    await edit(portal, one, record, { name: "Somebody Else" });
    await changeSettings(portal, machine, { change: { fourEyes: false, leftRevisions: "discard" } });
    const { name } = record;
    expect(await readNext(portal, one, record.id)).toMatchObject({ name, approval: "approved" });
    expect((await readApprovalQueue(portal, other)).records).toEqual([]);
    expect((await waitingWork(portal, other)).records.count).toBe(0);
    expect(await readRevised(portal, one, record.id)).toMatchObject({ revision: null, state: "approved" });
    expect(await decideOnRecord(portal, one, { id: record.id }, "approve")).toMatchObject({ modified: 0 });
    expect(await seen(portal, record.passportNumber)).toMatchObject({ name });
    await decideOnRecord(portal, one, { id: record.id }, "toggle");
    expect(await readRecord(portal, one, record.id)).toMatchObject({
      name,
      approval: "waiting",
      edited: { edits: [] },
    });
    expect(await countRows(portal.database.read, "record_revision")).toBe(0);
    await expectIntact(portal);
  });

  test("sends the record itself back if the end of the rule has thrown away what waited", async ({
    portal,
    one,
    other,
  }) => {
    const record = await approvedRecord(portal, one, other);
    await edit(portal, one, record, { name: "Somebody Else" });
    await changeSettings(portal, machine, { change: { fourEyes: false, leftRevisions: "discard" } });
    await sendBackRecord(portal, other, { id: record.id }, "Who is this?");
    expect(await readRecord(portal, one, record.id)).toMatchObject({ name: record.name, approval: "returned" });
    expect(await countRows(portal.database.read, "record_revision")).toBe(0);
  });

  test("is nobody's who edited a record that waits, however many did", async ({ portal, one, other, third }) => {
    const record = await addTestRecord(portal, third);
    await edit(portal, one, record, { name: "Somebody Else" });
    await edit(portal, other, await readNext(portal, other, record.id), { address: "Sylhet" });
    for (const editor of [one, other])
      await expect(decideOnRecord(portal, editor, record, "approve")).rejects.toMatchObject({ id: "not-allowed" });
  });

  test("a part can be taken back although somebody else has since got the number that would come back", async ({
    portal,
    one,
    other,
  }) => {
    const record = await approvedRecord(portal, one, other);
    await edit(portal, one, record, { passportNumber: "AAA11111", name: "Somebody Else" });
    await edit(portal, other, await readNext(portal, other, record.id), { passportNumber: "BBB11111" });
    await addTestRecord(portal, one, { passportNumber: "AAA11111" });
    const { passportNumber } = record;
    expect((await takeBackPart(portal, other, { id: record.id })).record).toMatchObject({
      passportNumber,
      name: "Somebody Else",
    });
    await decideOnRecord(portal, other, { id: record.id }, "approve");
    expect(await seen(portal, passportNumber)).toMatchObject({ name: "Somebody Else" });

    const waiting = await addTestRecord(portal, one);
    await edit(portal, one, waiting, { passportNumber: "CCC11111" });
    await edit(portal, other, await readNext(portal, other, waiting.id), { passportNumber: "DDD11111" });
    await addTestRecord(portal, one, { passportNumber: "CCC11111" });
    expect((await takeBackPart(portal, other, { id: waiting.id })).record.passportNumber).toBe(waiting.passportNumber);
    await expectIntact(portal);
  });

  test("names who approved it, and keeps the day of publication", async ({ portal, one, other, third }) => {
    const record = await approvedRecord(portal, one, other);
    await edit(portal, one, record, { name: "Somebody Else" });
    await decideOnRecord(portal, third, { id: record.id }, "approve");
    const { approvedBy, approvedAt } = await readRecord(portal, one, record.id);
    expect([approvedBy, approvedAt]).toEqual([third.id, record.approvedAt]);
  });
});
