import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect } from "vitest";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun, undoRun } from "#operations/bulk/begin-run.ts";
import { readRun } from "#operations/bulk/read-run.ts";
import { agreeToChange, readHeldChanges } from "#operations/decisions/decide-change.ts";
import { sameFiles } from "#operations/upkeep/same-files.ts";
import { openImage } from "#operations/shown-images/open-image.ts";
import { publishedChecksums } from "#operations/shown-images/published-checksums.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { waitingWork } from "#operations/overview/waiting-work.ts";
import { readApprovalQueue } from "#operations/records/approval-queue.ts";
import { decideOnRecord, sendBackRecord } from "#operations/records/change-record.ts";
import { findByNumber, readNext, readRecord, readRevised } from "#operations/records/read-record.ts";
import { updateField } from "#operations/records/update-record.ts";
import { findRepairs, repair } from "#operations/upkeep/repair.ts";
import { discardDamaged } from "#operations/revisions/check-revisions.ts";
import { releaseWaiting } from "#operations/revisions/release-waiting.ts";
import { settleRevisions } from "#operations/revisions/settle-revisions.ts";
import { readStuckRecords } from "#operations/revisions/stuck-records.ts";
import { takeBackPart } from "#operations/revisions/take-back.ts";
import { needsOtherSecret, rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { waitingMails } from "#operations/mails/mail-queue.ts";
import { verifyRecords } from "#operations/upkeep/verify.ts";
import { makeSecret } from "#server/secret-file.ts";
import { countRows, deleteRow } from "#storage/database/rows.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { changeRows } from "../support/change-rows.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { drawnDocument, uploaded } from "../support/documents.ts";
import { executeAllRuns } from "../support/execute-all-runs.ts";
import { expectIntact } from "../support/expect-intact.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { approvedRecord, edit, seen } from "../support/revisions.ts";
import { heads, line, received } from "../support/imports.ts";
import { openForTest } from "../support/portals.ts";
import { addTestRecord, grantFor } from "../support/records.ts";

const machine = system("test");
const refused = { id: "not-allowed" };
const held = { id: "waits", status: 409 };

async function changedInBulk(portal: Portal, actor: AccountActor, ids: string[], value: string) {
  const { id } = await askForRun(portal, actor, "update", { ids });
  await beginRun(portal, actor, id, { field: "nationality", value });
  await executeAllRuns(portal);
  return id;
}

async function imported(portal: Portal, actor: AccountActor, ...lines: string[]) {
  const id = await received(portal, actor, [heads, ...lines]);
  await takeGuessedColumns(portal, actor, id, {});
  await executeAllRuns(portal);
  await beginRun(portal, actor, id);
  await executeAllRuns(portal);
  return id;
}

async function undone(portal: Portal, actor: AccountActor, run: string) {
  const id = await undoRun(portal, actor, run);
  await executeAllRuns(portal);
  return (await readRun(portal, actor, id)).counts;
}

describe("under the four-eyes rule, one admin alone changes nothing that strangers see", () => {
  const test = testWithEyes("sqlite");

  test("by many records at once, nor by the undo of it", async ({ portal, one, other }) => {
    const record = await approvedRecord(portal, one, other);
    const waiting = await addTestRecord(portal, one);
    const run = await changedInBulk(portal, one, [record.id, waiting.id], "NEPAL");
    const nationality = async () => (await seen(portal, record.passportNumber))?.nationality;
    expect([await nationality(), (await readNext(portal, one, record.id)).nationality]).toEqual([
      "BANGLADESH",
      "NEPAL",
    ]);
    await expect(decideOnRecord(portal, one, record, "approve")).rejects.toMatchObject(refused);
    expect(await undone(portal, one, run)).toMatchObject({ done: 2 });
    expect(await countRows(portal.database.read, "record_revision")).toBe(0);
    await changedInBulk(portal, one, [record.id], "INDIA");
    const { id: chosen } = await askForRun(portal, one, "approve", { ids: [record.id, waiting.id] });
    expect((await readRun(portal, one, chosen)).counts).toMatchObject({ own: 2 });
    await expect(beginRun(portal, other, chosen)).rejects.toMatchObject({ id: "not-found" });
    await decideOnRecord(portal, other, record, "approve");
    expect(await nationality()).toBe("INDIA");
    await expectIntact(portal);
  });

  test("by an import, nor by its undo", async ({ portal, one, other }) => {
    const record = await approvedRecord(portal, one, other);
    const { passportNumber, irccNumber, name } = record;
    const run = await imported(
      portal,
      one,
      line(passportNumber, irccNumber, "Somebody Else"),
      line("N1234567", "N7654321"),
    );
    expect(await seen(portal, passportNumber)).toMatchObject({ name });
    expect(await seen(portal, "N1234567")).toBeNull();
    expect(await undone(portal, one, run)).toMatchObject({ done: 2 });
    expect([
      await countRows(portal.database.read, "record_revision"),
      await seen(portal, passportNumber),
    ]).toMatchObject([0, { name }]);

    // Once somebody has approved what was imported, its undo leaves the record out.
    const second = await imported(portal, one, line(passportNumber, irccNumber, "Third Name"));
    await decideOnRecord(portal, other, record, "approve");
    expect(await undone(portal, one, second)).toMatchObject({ changed: 1 });
    expect(await seen(portal, passportNumber)).toMatchObject({ name: "Third Name" });
    await expectIntact(portal);
  });

  test("by a last day, an API key, or what a file of the revision shows", async ({ portal, one, other }) => {
    const file = await drawnDocument();
    const record = await approvedRecord(portal, one, other, { images: { visaPaper: await uploaded(portal, one) } });
    await updateField(portal, one, record, { field: "lastDays.visaPaper", value: "2035-01-01" });
    const key: AccountActor = { ...other, scope: "write" };
    const changed = await edit(portal, key, await readNext(portal, one, record.id), {
      images: { lmia: await uploaded(portal, one, file), visaPaper: await uploaded(portal, one) },
    });
    expect((await seen(portal, record.passportNumber))?.lastDays).toEqual({});
    await expect(decideOnRecord(portal, { ...one, scope: "write" }, record, "approve")).rejects.toMatchObject({
      id: "person-must-approve",
    });
    const grant = await grantFor(portal, record);
    const [waiting] = changed.record.documents.lmia ?? [];
    const open = (viewer: Parameters<typeof openImage>[1]["viewer"]) =>
      openImage(portal, { page: waiting?.image ?? "", size: "list", viewer });
    await expect(open({ grant })).rejects.toMatchObject({ id: "not-found" });
    using image = await open({ actor: other });
    expect(image.kind).toBe("lmia");
    const old = { page: record.documents.visaPaper?.[0]?.image ?? "", size: "list" } as const;
    using _ = await openImage(portal, { ...old, viewer: { grant } });
    expect(await publishedChecksums(portal, { record: record.id, grant })).toHaveLength(1);
    const clerk = await freshAccount(portal, "moderator");
    await expect(open({ actor: clerk })).rejects.toMatchObject({ id: "not-found" });
    const twin = await addTestRecord(portal, clerk, { images: { workPermit: await uploaded(portal, clerk, file) } });
    expect(await sameFiles(portal, clerk, twin)).toEqual([]);
    expect(await sameFiles(portal, one, twin)).toMatchObject([{ kind: "workPermit", others: [{ id: record.id }] }]);
  });

  test("by showing more kinds of documents; fewer are shown at once", async ({ portal, one, other }) => {
    const kinds = ["photo", "visaPaper"] as const;
    await changeSettings(portal, machine, { change: { shownKinds: [...kinds] } });
    const wider = { shownKinds: ["visaPaper", "medical"] as ("visaPaper" | "medical")[], statementDays: 30 };
    await expect(changeSettings(portal, one, { change: wider })).rejects.toMatchObject(held);
    expect(await currentSettings(portal)).toMatchObject({ shownKinds: ["visaPaper"], statementDays: 30 });
    const others = { shownKinds: ["medical", "lmia"] as ("medical" | "lmia")[] };
    await expect(changeSettings(portal, other, { change: others })).rejects.toMatchObject(held);
    expect((await currentSettings(portal)).shownKinds).toEqual([]);
    const [first = { id: "" }, second = { id: "" }] = await readHeldChanges(portal, other);
    expect(first).toMatchObject({ change: { kind: "shown-kinds", kinds: ["medical"] }, mayAgree: true });
    await expect(agreeToChange(portal, one, first)).rejects.toMatchObject(refused);
    await agreeToChange(portal, one, second);
    expect((await currentSettings(portal)).shownKinds).toEqual(["lmia", "medical"]);
    // What is shown by now waits no longer: it would be shown again if somebody stops showing it.
    expect(await readHeldChanges(portal, other)).toEqual([]);
  });

  test("and learns when nobody may approve; the operator releases it, and every admin is told", async ({
    portal,
    one,
    other,
    third,
  }) => {
    const record = await approvedRecord(portal, one, other);
    for (const [admin, changes] of [
      [one, { name: "Somebody Else" }],
      [other, { address: "Sylhet" }],
    ] as const)
      await edit(portal, admin, await readNext(portal, one, record.id), changes);
    expect(await readStuckRecords(portal, one)).toEqual({ records: [], isAll: true });
    await edit(portal, third, await readNext(portal, one, record.id), { motherName: "Jahanara" });
    const [stuck] = (await readStuckRecords(portal, one)).records;
    expect(stuck).toMatchObject({ id: record.id, couldApprove: [{ from: null }, { from: null }, { from: null }] });
    await expect(releaseWaiting(portal, one, record)).rejects.toMatchObject(refused);
    expect(await releaseWaiting(portal, machine, record)).toBe(1);
    expect(await releaseWaiting(portal, machine, record)).toBe(0);
    expect(await seen(portal, record.passportNumber)).toMatchObject({ name: "Somebody Else", motherName: "Jahanara" });
    let told = 0;
    for await (const mails of waitingMails(portal)) told += mails.filter(({ text }) => text.includes(record.id)).length;
    expect(told).toBe(3);
  });

  test.for(["publish", "discard"] as const)(
    "when the rule ends, what waits is treated as was chosen: %s",
    async (leftRevisions, { portal, one, other }) => {
      const [first, second, returned] = [
        await approvedRecord(portal, one, other),
        await approvedRecord(portal, one, other),
        await approvedRecord(portal, one, other),
      ];
      for (const record of [first, second, returned]) await edit(portal, one, record, { name: "Somebody Else" });
      await sendBackRecord(portal, other, returned, "Who is this?");
      await expect(changeSettings(portal, one, { change: { fourEyes: false, leftRevisions } })).rejects.toMatchObject(
        held,
      );
      const [change = { id: "" }] = await readHeldChanges(portal, other);
      await agreeToChange(portal, other, change);
      // A change that comes before the job settles its own record.
      await edit(portal, one, await readRecord(portal, one, second.id), { address: "Sylhet" });
      await settleRevisions(portal);
      const names = await Promise.all(
        [first, second, returned].map(async ({ passportNumber: number }) => (await seen(portal, number))?.name),
      );
      const published = leftRevisions === "publish" ? "Somebody Else" : first.name;
      expect(names).toEqual([published, second.name, returned.name]);
      expect(await countRows(portal.database.read, "record_revision")).toBe(0);
      await edit(portal, one, await readRecord(portal, one, first.id), { name: "At Once" });
      expect(await seen(portal, first.passportNumber)).toMatchObject({ name: "At Once" });
      await expectIntact(portal);
    },
  );
});

describe("the end of the four-eyes rule", () => {
  const test = testWithEyes("sqlite");

  test("does not take over what was chosen at an earlier end", async ({ portal, one, other }) => {
    const end = { fourEyes: false };
    await changeSettings(portal, machine, { change: { ...end, leftRevisions: "publish" } });
    await changeSettings(portal, machine, { change: { fourEyes: true } });
    await expect(changeSettings(portal, one, { change: end })).rejects.toMatchObject(held);
    const [change = { id: "", change: {} }] = await readHeldChanges(portal, other);
    expect(change.change).toEqual({ kind: "four-eyes-off", subject: "" });
    await changeSettings(portal, machine, { change: end });
    expect(await currentSettings(portal)).toMatchObject({ ...end, leftRevisions: "discard" });
  });
});

describe("a revision", () => {
  const test = testWithEyes("sqlite");

  test("keeps its numbers reserved under a new secret", async ({ portal, environment, one, other }) => {
    const record = await approvedRecord(portal, one, other);
    await edit(portal, one, record, { passportNumber: "NEW12345" });
    const before = await portal.database.read.selectFrom("record_revision").select("key_set").executeTakeFirstOrThrow();
    const secret = await readFile(path.join(environment["DATA_DIR"] ?? "", "secret"), "utf8");
    const newer = makeSecret().trim();
    const rotated = await openForTest({ ...environment, SECRET: `${newer},${secret.trim()}` });
    expect((await rotateKeys(rotated, machine)).broken).toEqual([]);
    expect((await verifyRecords(rotated)).broken).toEqual([]);
    const withNewer = await openForTest({ ...environment, SECRET: newer });
    expect(await needsOtherSecret(withNewer)).toBe(false);
    await expect(addTestRecord(rotated, other, { passportNumber: "NEW12345" })).rejects.toMatchObject({
      id: "duplicate-number",
    });
    expect((await findByNumber(rotated, other, "NEW12345")).map(({ id }) => id)).toEqual([record.id]);
    // As if the rotation had been stopped before the revisions, which come last.
    await changeRows(rotated, "record_revision", before);
    expect(await needsOtherSecret(withNewer)).toBe(true);
  });

  test("that somebody changes, removes or puts back in the database is noticed, and never approved", async ({
    portal,
    one,
    other,
  }) => {
    const record = await approvedRecord(portal, one, other);
    await edit(portal, one, record, { name: "Somebody Else" });
    const first = await portal.database.read.selectFrom("record_revision").selectAll().executeTakeFirstOrThrow();
    await edit(portal, one, await readNext(portal, one, record.id), { name: "Third Name" });
    await changeRows(portal, "record_revision", first);
    expect((await verifyRecords(portal)).broken).toEqual([record.id]);
    await expect(decideOnRecord(portal, other, record, "approve")).rejects.toMatchObject({ id: "revision-damaged" });
    await portal.database.write((writer) => writer.deleteFrom("record_revision").execute());
    expect((await verifyRecords(portal)).broken).toEqual([record.id]);
    await expect(takeBackPart(portal, one, record)).rejects.toMatchObject({ id: "revision-damaged" });
    expect(await seen(portal, record.passportNumber)).toMatchObject({ name: record.name });
  });

  test("that cannot be opened stops nothing else, can be withdrawn, and verify --repair throws it away", async ({
    portal,
    one,
    other,
  }) => {
    const paper = await uploaded(portal, one);
    const [broken, lost, whole] = [
      await approvedRecord(portal, one, other),
      await approvedRecord(portal, one, other, { images: { visaPaper: paper } }),
      await approvedRecord(portal, one, other),
    ];
    for (const record of [broken, lost, whole])
      await edit(portal, one, record, { name: "Somebody Else", images: { lmia: await uploaded(portal, one) } });
    await changeRows(portal, "record_revision", { sealed: Buffer.from("no seal") }, { id: broken.id });
    await portal.database.write((writer) => deleteRow(writer, "record_revision", lost.id));
    // The queue names what it counts. Of what is not in the database, only the record itself knows.
    const queue = (await readApprovalQueue(portal, other)).records;
    expect(queue.map(({ record, isDamaged, mayApprove }) => [record.id, isDamaged, mayApprove])).toEqual([
      [broken.id, true, false],
      [whole.id, false, true],
    ]);
    expect((await waitingWork(portal, other)).records.count).toBe(queue.length);
    expect(await readStuckRecords(portal, one)).toMatchObject({ records: [{ id: broken.id, isDamaged: true }] });
    expect(await readRevised(portal, other, lost.id)).toMatchObject({ record: { name: lost.name }, isDamaged: true });
    const damaged = { id: "revision-damaged", status: 409 };
    await expect(edit(portal, one, broken, { name: "Third Name" })).rejects.toMatchObject(damaged);
    const { id: run } = await askForRun(portal, other, "approve", { ids: [broken.id, whole.id] });
    expect((await readRun(portal, other, run)).counts).toMatchObject({ all: 2 });

    expect(await discardDamaged(portal, one, { id: whole.id })).toMatchObject({ modified: 0 });
    expect(await discardDamaged(portal, one, { id: broken.id })).toMatchObject({ modified: 1 });
    expect((await auditTrail(portal, machine, "candidate", broken.id)).at(-1)).toMatchObject({
      action: "revision-lost",
      actor: one.id,
    });
    await edit(portal, one, broken, { name: "Third Name" });
    await changeRows(portal, "record_revision", { sealed: Buffer.from("no seal") }, { id: broken.id });
    await decideOnRecord(portal, one, broken, "deny");
    expect(await seen(portal, broken.passportNumber)).toBeNull();
    expect(await readRecord(portal, one, broken.id)).toMatchObject({ name: broken.name, revision: null });
    const damage = { images: [], orphans: [], database: null };
    const repairs = await findRepairs(portal, { ...damage, records: (await verifyRecords(portal)).broken });
    expect(repairs).toMatchObject({ records: [], revisions: [lost.id], lost: [] });

    await changeSettings(portal, machine, { change: { fourEyes: false, leftRevisions: "publish" } });
    await settleRevisions(portal);
    expect(await seen(portal, whole.passportNumber)).toMatchObject({ name: "Somebody Else" });
    await repair(portal, repairs, (what) => expect.unreachable(what));
    expect(await readNext(portal, one, lost.id)).toMatchObject({ name: lost.name, approval: "approved" });
    expect((await auditTrail(portal, machine, "candidate", lost.id)).at(-1)).toMatchObject({
      action: "revision-lost",
      details: { revision: { to: null } },
    });
    expect([
      await countRows(portal.database.read, "record_revision"),
      await countRows(portal.database.read, "image"),
    ]).toEqual([0, 2]);
    await expectIntact(portal);
  });
});
