import { sql } from "kysely";
import { describe, expect } from "vitest";
import { draftWithout } from "#core/records/draft.ts";
import { anything } from "#core/stored/decoders.ts";
import { heldWords } from "#i18n/held-words.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { beginRun, undoRun } from "#operations/bulk/begin-run.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { readRun } from "#operations/bulk/read-run.ts";
import { agreeToChange, readHeldChanges } from "#operations/decisions/decide-change.ts";
import { readPageDrafts, savePageDraft } from "#operations/drafts/page-drafts.ts";
import { discardDraft, saveDraft } from "#operations/drafts/change-draft.ts";
import { draftRow, openDraft, readDrafts, sealedDraft } from "#operations/drafts/read-drafts.ts";
import { emptyDrafts } from "#operations/own-fields/empty-drafts.ts";
import { deleteOwnValues, emptyOwn } from "#operations/own-fields/delete-own-values.ts";
import { countOwnValues } from "#operations/own-fields/own-values.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { readApprovalQueue } from "#operations/records/approval-queue.ts";
import { decideOnRecord } from "#operations/records/change-record.ts";
import { readNext, readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { verifyRecords } from "#operations/upkeep/verify.ts";
import { sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import { imagesForChange } from "#storage/database/records/images.ts";
import { everyDraft, putDraft } from "#storage/database/records/drafts.ts";
import { rowForChange, updateRow } from "#storage/database/rows.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { admin as someAdmin } from "../support/accounts/people.ts";
import { uploaded } from "../support/documents.ts";
import { executeAllRuns } from "../support/execute-all-runs.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { declare, declarePapers, ownField, ownPaper } from "../support/own-fields.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

const sponsor = ownField("f1", "Kafeel");
const country = ownField("f2", "Country of work", { type: "country" });
const gone = { ...sponsor, isRemoved: true };

const ownOf = async (portal: Portal, id: string) => (await readRecord(portal, someAdmin, id)).own;
const counted = async (portal: Portal) => (await countOwnValues(portal, ["f1"])).get("f1");
const fieldNow = async (portal: Portal) => (await currentSettings(portal)).ownFields[0];

describe("the values of a removed own field", () => {
  const test = testOn("sqlite");

  test("are counted, and deleted from records, drafts and runs; nothing brings them back", async ({
    portal,
    admin,
  }) => {
    await declare(portal, sponsor, country);
    const one = await addTestRecord(portal, admin, { own: { f1: "Ali", f2: "QA" } });
    const two = await addTestRecord(portal, admin, { own: { f1: "Omar" } });
    await addTestRecord(portal, admin, { own: { f2: "BD" } });
    const run = await askForRun(portal, admin, "update", { ids: [two.id] });
    await beginRun(portal, admin, run.id, { field: "own.f1", value: "" });
    await executeAllRuns(portal);
    await saveDraft(portal, admin, { form: "own-values-1", opening: "opening-1", own: { f1: "Ali", f2: "QA" } });
    await savePageDraft(portal, admin, {
      name: `record:${one.id}`,
      fields: [
        ["own.f1", "Ali"],
        ["name", "Rahim"],
      ],
    });
    expect(await counted(portal)).toEqual({ records: 1, isMore: false });
    await expect(deleteOwnValues(portal, admin, { id: "f1", records: 1 }), "of a field in use").rejects.toMatchObject({
      id: "stale",
    });
    await declare(portal, gone, country);
    await expect(deleteOwnValues(portal, admin, { id: "f1", records: 2 }), "another count").rejects.toMatchObject({
      id: "stale",
    });
    await deleteOwnValues(portal, admin, { id: "f1", records: 1 });
    await expect(declare(portal, sponsor, country), "while they are deleted").rejects.toMatchObject({ id: "stale" });
    await emptyOwn(portal, AbortSignal.abort());
    expect(await ownOf(portal, one.id), "of a process that stopped").toEqual({ f1: "Ali", f2: "QA" });

    await emptyOwn(portal);
    expect(await fieldNow(portal)).toMatchObject({ isEmptying: false, emptied: { records: 1 } });
    const { version, own } = await readRecord(portal, admin, one.id);
    expect([version, own]).toEqual([one.version, { f2: "QA" }]);
    expect(await counted(portal)).toEqual({ records: 0, isMore: false });
    expect((await readDrafts(portal, admin, "own-values-1")).draft?.own).toEqual({ f2: "QA" });
    expect((await readPageDrafts(portal, admin, `record:${one.id}`)).map(({ fields }) => fields)).toEqual([
      [["name", "Rahim"]],
    ]);
    expect((await readRun(portal, admin, run.id)).run).toMatchObject({ field: "own.f1", new_value: null });
    await declare(portal, sponsor, country);
    await undoRun(portal, admin, run.id);
    await executeAllRuns(portal);
    expect([await ownOf(portal, one.id), await ownOf(portal, two.id)]).toEqual([{ f2: "QA" }, {}]);
    expect((await verifyRecords(portal)).broken).toEqual([]);
  });
});

const wafid = ownPaper("p1", "Wafid medical");
const noWafid = { ...wafid, isRemoved: true };

/** The uploads and documents of this person that can still be opened. */
const imagesOf = async (portal: Portal) =>
  (await portal.database.read.selectFrom("image").select(["id", "state"]).orderBy("id").execute()).map(
    ({ id, state }) => `${id} ${state}`,
  );

describe("the documents of a removed own paper", () => {
  const test = testOn("sqlite");

  test("are deleted with their last days and files, also in drafts, and no undo brings them back", async ({
    portal,
    admin,
  }) => {
    await declarePapers(portal, wafid, ownPaper("p2", "Contract"));
    const both = await uploaded(portal, admin);
    const record = await addTestRecord(portal, admin, {
      images: { p1: [both, await uploaded(portal, admin)], p2: both },
      lastDays: { p1: "2031-03-31" },
    });
    const run = await askForRun(portal, admin, "update", { ids: [record.id] });
    await beginRun(portal, admin, run.id, { field: "lastDays.ticket", value: "2031-05-01" });
    await executeAllRuns(portal);
    const drafted = { p1: [await uploaded(portal, admin)], ticket: [await uploaded(portal, admin)] };
    await saveDraft(portal, admin, {
      form: "own-files-1",
      opening: "opening-1",
      images: drafted,
      lastDays: { p1: "2031-03-31" },
      failed: [{ kind: "p1", name: "wafid of Ali.jpg", problem: "too-large" }],
    });
    const failed = JSON.stringify({ kind: "p1", name: "wafid of Ali.jpg", problem: "too-large" });
    await savePageDraft(portal, admin, {
      name: `record:${record.id}`,
      fields: [
        ["lastDays.p1", "2032-01-01"],
        ["failed", failed],
        ["name", "Rahim"],
      ],
    });
    await declarePapers(portal, noWafid, ownPaper("p2", "Contract"));
    const count = async () => (await countOwnValues(portal, ["p1"])).get("p1")?.records;
    expect(await count()).toBe(1);
    await deleteOwnValues(portal, admin, { id: "p1", records: 1 });
    await expect(declarePapers(portal, wafid, ownPaper("p2", "Contract")), "meanwhile").rejects.toMatchObject({
      id: "stale",
    });
    await emptyOwn(portal);

    const { ownPapers } = await currentSettings(portal);
    expect(ownPapers[0]).toMatchObject({ isRemoved: true, isEmptying: false, emptied: { records: 1 } });
    const { version, documents, lastDays } = await readRecord(portal, admin, record.id);
    expect([version, Object.keys(documents), lastDays]).toEqual([record.version + 1, ["p2"], { ticket: "2031-05-01" }]);
    expect(await count()).toBe(0);
    const { draft } = await readDrafts(portal, admin, "own-files-1");
    expect([Object.keys(draft?.images ?? {}), draft?.lastDays, draft?.failed]).toEqual([["ticket"], {}, []]);
    expect((await readPageDrafts(portal, admin, `record:${record.id}`)).map(({ fields }) => fields)).toEqual([
      [["name", "Rahim"]],
    ]);
    expect(await imagesOf(portal)).toEqual([`${both} kept`, `${drafted.ticket[0]} waiting`].toSorted());
    await declarePapers(portal, wafid, ownPaper("p2", "Contract"));
    await undoRun(portal, admin, run.id);
    await executeAllRuns(portal);
    expect((await readRecord(portal, admin, record.id)).lastDays).toEqual({});
    expect((await verifyRecords(portal)).broken).toEqual([]);
  });
});

describe.each(engines)("on %s, what a draft has of a removed own paper", (engine) => {
  const test = testOn(engine);

  test("does not come back with a save that began before it was deleted", async ({ portal, admin }) => {
    await declarePapers(portal, wafid);
    const form = { form: "emptied-1", opening: "opening-1" };
    await saveDraft(portal, admin, { ...form, lastDays: { p1: "2031-03-31" } });
    await declarePapers(portal, noWafid);
    const { database, keyring } = portal;
    const [draft] = await everyDraft(database.read);
    const [emptying, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const emptied = database.write(async (writer) => {
      const row = await rowForChange(database, writer, "form_draft", draft?.id ?? "");
      const content = row && openDraft(portal, row);
      if (!content) throw new Error("there is no draft");
      await updateRow(writer, "form_draft", row.id, sealedDraft.sealColumns(keyring, row, draftWithout(content, "p1")));
      emptying.resolve();
      await mayCommit.promise;
    });
    await emptying.promise;
    const saved = saveDraft(portal, admin, form);
    // The save waits for the row. SQLite has one transaction at a time.
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    if (engine === "postgres")
      await expect.poll(async () => (await waiting.execute(database.read)).rows).toHaveLength(1);
    mayCommit.resolve();
    await Promise.all([emptied, saved]);
    expect((await readDrafts(portal, admin, form.form)).draft?.lastDays).toEqual({});
  });
});

describe("on postgres, a draft", () => {
  const test = testOn("postgres");

  test("that its author discards while it is emptied of a paper causes no deadlock", async ({ portal, admin }) => {
    const { database } = portal;
    await declarePapers(portal, wafid);
    const image = await uploaded(portal, admin);
    const form = { form: "discarded-1", opening: "opening-1" };
    await saveDraft(portal, admin, { ...form, images: { p1: image } });
    await declarePapers(portal, noWafid);
    const waiting = async (count: number) => {
      const found = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await found.execute(database.read)).rows.length).toBe(count);
    };
    const changes: Promise<void>[] = [];
    await database.write(async (writer) => {
      await imagesForChange(database, writer, [image]);
      changes.push(discardDraft(portal, admin, { ...form, version: 1 }));
      await waiting(1);
      changes.push(emptyDrafts(portal, "p1"));
      await waiting(2);
    });
    await Promise.all(changes);
    const deadlocks = sql<{
      count: number;
    }>`select deadlocks as count from pg_stat_database where datname = current_database()`;
    expect((await deadlocks.execute(database.read)).rows).toEqual([{ count: 0 }]);
    expect((await readDrafts(portal, admin)).begun).toEqual([]);
  });
});

describe("a draft that cannot be opened", () => {
  const test = testOn("sqlite");

  test("is reported, and what other drafts have of a removed own paper is deleted nevertheless", async ({
    portal,
    admin,
  }) => {
    await declarePapers(portal, wafid);
    const place = (id: string) => ({ id, person_id: admin.id, version: 1 });
    const anyDraft = sealedUnderOwnKey({ table: "draft", place: ({ id }) => `draft/${id}`, decode: anything });
    // One comes before and one after the other draft, in whatever order they are read.
    for (const id of ["0", "z"]) {
      const sealed = anyDraft.sealColumns(portal.keyring, place(id), { failed: "no list" });
      const row = draftRow(portal, place(id), { form: `broken-${id}`, opening: `opening-${id}` }, sealed);
      await portal.database.write((writer) => putDraft(writer, row, []));
    }
    const form = { form: "whole-draft", opening: "opening-1" };
    const me = await freshAccount(portal, "moderator");
    await saveDraft(portal, me, { ...form, lastDays: { p1: "2031-03-31" } });
    await declarePapers(portal, noWafid);
    await deleteOwnValues(portal, admin, { id: "p1", records: 0 });
    const reported: unknown[] = [];
    await emptyOwn(portal, undefined, { report: (error) => reported.push(error) });
    expect(reported.map(String)).toEqual([1, 2].map(() => expect.stringContaining("wrong content: draft.failed")));
    expect((await currentSettings(portal)).ownPapers[0]?.isEmptying).toBe(false);
    const { draft } = await readDrafts(portal, me, form.form);
    expect(draft?.lastDays).toEqual({});
  });
});

describe("under the four-eyes rule, the documents of a removed own paper", () => {
  const test = testWithEyes("sqlite");

  test("are deleted once two admins want it, also where they wait", async ({ portal, one, other, third }) => {
    await declarePapers(portal, wafid);
    const { id } = await addTestRecord(portal, one, { images: { p1: await uploaded(portal, one) } });
    await decideOnRecord(portal, other, { id }, "approve");
    const ticket = await uploaded(portal, one);
    await updateRecord(
      portal,
      one,
      { id },
      {
        particulars: await readNext(portal, one, id),
        images: { p1: await uploaded(portal, one), ticket },
        lastDays: { p1: "2031-03-31" },
        own: {},
      },
    );
    await declarePapers(portal, noWafid);
    await expect(deleteOwnValues(portal, one, { id: "p1", records: 1 })).rejects.toMatchObject({ id: "waits" });
    const [held] = await readHeldChanges(portal, other);
    expect(held && heldWords(held.change, held.name, { locale: "en" })).toContain("the paper “Wafid medical”");
    await emptyOwn(portal);
    expect(Object.keys((await readRecord(portal, third, id)).documents)).toEqual(["p1"]);
    await agreeToChange(portal, other, { id: held?.id ?? "" });
    await emptyOwn(portal);

    expect(await imagesOf(portal)).toEqual([`${ticket} kept`]);
    await decideOnRecord(portal, third, { id }, "approve");
    const { documents, lastDays } = await readRecord(portal, third, id);
    expect([Object.keys(documents), lastDays]).toEqual([["ticket"], {}]);
    expect((await verifyRecords(portal)).broken).toEqual([]);
  });
});

describe("under the four-eyes rule, the values of a removed own field", () => {
  const test = testWithEyes("sqlite");

  test("are deleted once two admins want it, also where they wait", async ({ portal, one, other, third }) => {
    await declare(portal, sponsor, country);
    const add = async () => {
      const { id } = await addTestRecord(portal, one, { own: { f1: "Ali" } });
      await decideOnRecord(portal, other, { id }, "approve");
      return id;
    };
    const [alone, together] = [await add(), await add()];
    const waiting = await addTestRecord(portal, one, { own: { f2: "QA" } });
    const change = async (id: string, own: Record<string, string>) =>
      updateRecord(portal, one, { id }, { particulars: await readNext(portal, one, id), images: {}, own });
    await change(alone, { f1: "Omar" });
    await change(together, { f1: "Omar", f2: "BD" });
    await change(waiting.id, { f1: "Omar" });
    await declare(portal, gone, country);
    await expect(deleteOwnValues(portal, one, { id: "f1", records: 3 })).rejects.toMatchObject({ id: "waits" });
    await emptyOwn(portal);
    expect(await ownOf(portal, alone)).toEqual({ f1: "Ali" });
    const [held] = await readHeldChanges(portal, other);
    expect(held?.change).toEqual({ kind: "own-values", subject: "f1", label: "Kafeel" });
    await agreeToChange(portal, other, { id: held?.id ?? "" });
    expect((await currentSettings(portal)).ownFields[0]?.emptied?.records).toBe(3);
    await emptyOwn(portal);

    expect([await ownOf(portal, alone), await ownOf(portal, together)]).toEqual([{}, {}]);
    const { records } = await readApprovalQueue(portal, third);
    expect(records.map(({ record, revision }) => [record.id, revision?.edits.map(({ changes }) => changes)])).toEqual([
      [waiting.id, undefined],
      [together, [{ "own.f2": "BD" }]],
    ]);
    for (const id of [together, waiting.id]) await decideOnRecord(portal, third, { id }, "approve");
    expect([await ownOf(portal, together), await ownOf(portal, waiting.id)]).toEqual([{ f2: "BD" }, { f2: "QA" }]);
    expect((await verifyRecords(portal)).broken).toEqual([]);
  });
});
