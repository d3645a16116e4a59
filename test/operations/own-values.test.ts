import { describe, expect } from "vitest";
import type { Portal } from "#operations/portal/portal.ts";
import { beginRun, undoRun } from "#operations/bulk/begin-run.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { readRun } from "#operations/bulk/read-run.ts";
import { agreeToChange, readHeldChanges } from "#operations/decisions/decide-change.ts";
import { readPageDrafts, savePageDraft } from "#operations/drafts/page-drafts.ts";
import { saveDraft } from "#operations/drafts/change-draft.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { deleteOwnValues, emptyOwnFields } from "#operations/own-fields/delete-own-values.ts";
import { countOwnValues } from "#operations/own-fields/own-values.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { readApprovalQueue } from "#operations/records/approval-queue.ts";
import { decideOnRecord } from "#operations/records/change-record.ts";
import { readNext, readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { verifyRecords } from "#operations/upkeep/verify.ts";
import { admin as someAdmin } from "../support/accounts/people.ts";
import { executeAllRuns } from "../support/execute-all-runs.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { declare, ownField } from "../support/own-fields.ts";
import { testOn } from "../support/portals.ts";
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
    await emptyOwnFields(portal, AbortSignal.abort());
    expect(await ownOf(portal, one.id), "of a process that stopped").toEqual({ f1: "Ali", f2: "QA" });

    await emptyOwnFields(portal);
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
    await emptyOwnFields(portal);
    expect(await ownOf(portal, alone)).toEqual({ f1: "Ali" });
    const [held] = await readHeldChanges(portal, other);
    expect(held?.change).toEqual({ kind: "own-values", subject: "f1", label: "Kafeel" });
    await agreeToChange(portal, other, { id: held?.id ?? "" });
    await emptyOwnFields(portal);

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
