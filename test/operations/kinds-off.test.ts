import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { Actor } from "#core/accounts/actor.ts";
import { system } from "#core/accounts/actor.ts";
import type { Settings } from "#core/settings/settings.ts";
import { addFromForm, saveDraft } from "#operations/drafts/change-draft.ts";
import { agreeToChange, readHeldChanges } from "#operations/decisions/decide-change.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { takeArchive } from "#operations/exports/take-archive.ts";
import { takeRecord } from "#operations/exports/take-record.ts";
import { beginRun } from "#operations/bulk/begin-run.ts";
import { readColumns, takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { storeScans } from "#operations/imports/receive-uploads.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { statementOf } from "#operations/proofs/statements.ts";
import { sweepStatements } from "#operations/proofs/sweep-statements.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { aboutSwitch, switchKind } from "#operations/own-fields/switch-kind.ts";
import { openImage } from "#operations/shown-images/open-image.ts";
import { verifyRecords } from "#operations/upkeep/verify.ts";
import { watchQueries } from "#storage/database/query-times.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { particulars } from "../support/accounts/people.ts";
import { changeRows } from "../support/change-rows.ts";
import { uploaded } from "../support/documents.ts";
import { executeAllRuns } from "../support/execute-all-runs.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { holderOf } from "../support/holders.ts";
import { heads, line, named, received } from "../support/imports.ts";
import { declarePapers, fillIndex, ownPaper } from "../support/own-fields.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord, grantFor } from "../support/records.ts";
import { edit } from "../support/revisions.ts";

const show = (portal: Portal, shownKinds: ["policeClearance", "ticket"] | ["ticket"]) =>
  changeSettings(portal, system("test"), { change: { shownKinds: [...shownKinds] } });

const switchPolice = (portal: Portal, actor: Actor) => switchKind(portal, actor, { kind: "policeClearance" });

const day = "2031-03-31";
const endingThen = async (portal: Portal, admin: Actor) =>
  (await listRecords(portal, admin, { endsFrom: day, endsTo: day })).records.map(({ id }) => id);

describe.each(engines)("a kind that is switched off on %s", (engine) => {
  const test = testOn(engine);

  test("is kept through every change, found, shown and stated nowhere, and is back as it was once it is on", async ({
    portal,
    admin,
  }) => {
    await show(portal, ["policeClearance", "ticket"]);
    const images = { policeClearance: await uploaded(portal, admin), ticket: await uploaded(portal, admin) };
    const record = await addTestRecord(portal, admin, { images, lastDays: { policeClearance: day } });
    const lookUp = async () => {
      const seen = await lookUpRecord(portal, { by: "passport", number: record.passportNumber });
      return [Object.keys(seen?.documents ?? {}).toSorted(), seen?.lastDays];
    };
    const [page] = record.documents.policeClearance ?? [];
    const open = async () =>
      openImage(portal, { page: page?.image ?? "", size: "list", viewer: { grant: await grantFor(portal, record) } });
    expect(await lookUp()).toEqual([["policeClearance", "ticket"], { policeClearance: day }]);
    expect(await aboutSwitch(portal, admin, "policeClearance")).toMatchObject({
      isOn: true,
      isShown: true,
      records: 1,
    });
    const statement = await statementOf(portal, record.id);

    await switchPolice(portal, admin);
    expect((await currentSettings(portal)).shownKinds).toEqual(["ticket"]);
    expect(await lookUp()).toEqual([["ticket"], {}]);
    await expect(open()).rejects.toMatchObject({ id: "not-found" });
    await sweepStatements(portal);
    expect(await statementOf(portal, record.id)).not.toEqual(statement);
    expect((await verifyRecords(portal)).broken).toEqual([]);
    await fillIndex(portal);
    expect([await endingThen(portal, admin), (await verifyRecords(portal)).broken]).toEqual([[], []]);

    await edit(portal, admin, record, { address: "elsewhere" });
    const kept = await readRecord(portal, admin, record.id);
    expect([kept.documents, kept.lastDays]).toEqual([record.documents, { policeClearance: day }]);
    await edit(portal, admin, kept, {
      images: { policeClearance: await uploaded(portal, admin) },
      lastDays: { policeClearance: day },
    });
    expect([await endingThen(portal, admin), await lookUp()]).toEqual([[], [["ticket"], {}]]);
    const sent = await readRecord(portal, admin, record.id);
    expect(sent.documents.policeClearance).not.toEqual(record.documents.policeClearance);

    const filesOf = async (action: "record-exported" | "person-exported") =>
      Array.fromAsync((await takeRecord(portal, admin, record.id, action)).files, ({ kind }) => kind);
    expect([await filesOf("record-exported"), await filesOf("person-exported")]).toEqual([
      ["ticket"],
      ["policeClearance", "ticket"],
    ]);
    const archive = await takeArchive(portal, admin, {});
    const taken = await Array.fromAsync(archive.records);
    expect(taken.flat().map(({ id }) => id)).toEqual([record.id]);
    expect(await Array.fromAsync(archive.scans, ({ kind }) => kind)).toEqual(["ticket"]);

    const asked = { isOn: false, isShown: true, isMost: false };
    expect(await aboutSwitch(portal, admin, "policeClearance")).toEqual({ ...asked, records: 1 });
    const asking: string[] = [];
    using _watching = watchQueries(({ text }) => void (text.includes('from "candidate"') && asking.push(text)));
    // There are too many records to open them all, so none is opened.
    expect(await aboutSwitch(portal, admin, "policeClearance", 1)).toEqual({ ...asked, records: 1, isMost: true });
    expect(asking).toEqual([]);
    await switchPolice(portal, admin);
    await fillIndex(portal);
    expect([await endingThen(portal, admin), (await verifyRecords(portal)).broken]).toEqual([[record.id], []]);
    expect(await lookUp()).toEqual([["policeClearance", "ticket"], { policeClearance: day }]);
    const after = await readRecord(portal, admin, record.id);
    expect([after.documents, after.lastDays, after.version]).toEqual([sent.documents, sent.lastDays, sent.version]);
    const { opened } = await holderOf(portal, record);
    await holdBack(portal, opened, { kind: "policeClearance", isWithheld: true });
    await switchPolice(portal, admin);
    expect(await aboutSwitch(portal, admin, "policeClearance")).toEqual({ ...asked, records: 0 });
    // Of one that only staff will see, no number is asked, so no record is opened.
    await switchPolice(portal, admin);
    await show(portal, ["ticket"]);
    await switchPolice(portal, admin);
    asking.length = 0;
    expect(await aboutSwitch(portal, admin, "policeClearance")).toMatchObject({ isOn: false, isShown: false });
    expect(asking).toEqual([]);
  });
});

describe("a kind that is switched off", () => {
  const test = testOn("sqlite");

  test("is still in the forms that were begun before, whatever is saved meanwhile", async ({ portal, admin }) => {
    const me = await freshAccount(portal, "moderator");
    const policeClearance = [await uploaded(portal, me)];
    const form = { form: randomUUID(), opening: randomUUID(), particulars: particulars({ passportNumber: "KO1" }) };
    await saveDraft(portal, me, { ...form, images: { policeClearance }, lastDays: { policeClearance: day } });
    await switchPolice(portal, admin);
    const whole = particulars();
    await saveDraft(portal, me, { ...form, particulars: whole });
    const { id } = await addFromForm(portal, me, { ...form, particulars: whole, images: {}, lastDays: {} });
    const added = await readRecord(portal, admin, id);
    expect([added.documents.policeClearance?.length, added.lastDays]).toEqual([1, { policeClearance: day }]);
  });

  test("as an own paper that is removed is: its files come back with it, and are in no record that is added meanwhile", async ({
    portal,
    admin,
  }) => {
    const [wafid, file] = [ownPaper("p1", "Wafid medical"), await uploaded(portal, admin)];
    await declarePapers(portal, wafid);
    const form = (name: string) => ({
      form: `removed-${name}`,
      opening: `opening-${name}`,
      particulars: particulars(),
    });
    const failed = [{ kind: "p1", name: "second page.jpg", problem: "too-large" }];
    const begun = { images: { p1: [file] }, lastDays: { p1: day }, names: { [file]: "wafid.jpg" }, failed };
    await saveDraft(portal, admin, { ...form("back"), ...begun });
    const images = { p1: [await uploaded(portal, admin)] };
    await saveDraft(portal, admin, { ...form("added"), images, lastDays: { p1: day } });
    await declarePapers(portal, { ...wafid, isRemoved: true });
    for (const name of ["back", "added"]) await saveDraft(portal, admin, form(name));
    await saveDraft(portal, admin, form("damaged"));
    await changeRows(portal, "form_draft", { sealed: Buffer.alloc(90, 1) }, { form: form("damaged").form });
    const { id, isAllIn } = await addFromForm(portal, admin, { ...form("added"), images: {}, lastDays: {} });
    expect(isAllIn).toBe(false);
    // Nobody knows what a draft had that cannot be read. A form without a draft had nothing.
    for (const [name, isComplete] of [
      ["damaged", false],
      ["none", true],
    ] as const) {
      const added = await addFromForm(portal, admin, { ...form(name), images: {}, lastDays: {} });
      expect(added.isAllIn).toBe(isComplete);
    }
    expect(await readRecord(portal, admin, id)).toMatchObject({ documents: {}, lastDays: {} });
    await declarePapers(portal, wafid);
    const { draft } = await readDrafts(portal, admin, "removed-back");
    expect(draft).toMatchObject({ images: { p1: [{ id: file, name: "wafid.jpg" }] }, lastDays: { p1: day }, failed });
  });

  test("has each file once in a draft that an open page saves again, and never so many that nobody can read it", async ({
    portal,
    admin,
  }) => {
    const [wafid, file] = [ownPaper("p1", "Wafid medical"), await uploaded(portal, admin)];
    await declarePapers(portal, wafid);
    const form = { form: "saved-again", opening: "opening-again" };
    const failing = (kind: string | null, count: number) =>
      Array.from({ length: count }, (_, at) => ({ kind, name: `page ${at}.jpg`, problem: "too-large" }));
    const failed = async () => (await readDrafts(portal, admin, form.form)).draft?.failed.map(({ kind }) => kind);
    await saveDraft(portal, admin, { ...form, images: { p1: [file] }, failed: failing("p1", 1) });
    await declarePapers(portal, { ...wafid, isRemoved: true });
    for (const _ of [1, 2]) await saveDraft(portal, admin, { ...form, unsorted: [file], failed: failing("p1", 1) });
    expect(await failed()).toEqual(["p1"]);
    await saveDraft(portal, admin, { ...form, unsorted: [file], failed: failing("p1", 600) });
    await saveDraft(portal, admin, { ...form, unsorted: [file], failed: failing(null, 600) });
    expect(Map.groupBy((await failed()) ?? [], (kind) => kind).get(null)).toHaveLength(600);
    await declarePapers(portal, wafid);
    const { draft } = await readDrafts(portal, admin, form.form);
    expect([draft?.images, draft?.unsorted.map(({ id }) => id)]).toEqual([{}, [file]]);
  });

  test("has no column and no file in imports, which say so; records keep what they have", async ({ portal, admin }) => {
    const record = await addTestRecord(portal, admin, {
      passportNumber: "AB1000001",
      lastDays: { policeClearance: day, ticket: day },
    });
    await switchPolice(portal, admin);
    const rows = [
      `${heads},Police clearance expiry,Ticket expiry`,
      `${line("AB1000001", record.irccNumber)},31/12/2032,31/12/2033`,
    ];
    const [scan] = await storeScans(portal, admin, [
      { name: "AB1000001 police clearance.jpg", bytes: 9, read: () => Promise.reject(new Error("it is not opened")) },
    ]);
    expect(scan).toMatchObject({ problem: "kind-off", image: null });
    const id = await received(portal, admin, rows);
    expect((await readColumns(portal, admin, id)).off).toEqual(["Police clearance expiry"]);
    await takeGuessedColumns(portal, admin, id, {});
    await executeAllRuns(portal);
    await beginRun(portal, admin, id);
    await executeAllRuns(portal);
    expect((await named(portal, admin, "AB1000001"))?.lastDays).toEqual({ policeClearance: day, ticket: "2033-12-31" });
  });
});

describe("under the four-eyes rule, a kind that visitors saw", () => {
  const test = testWithEyes("sqlite");

  test("is switched on for staff at once, and for visitors once a second admin agrees", async ({
    portal,
    one,
    other,
  }) => {
    await changeSettings(portal, system("test"), { change: { shownKinds: ["ticket"] } });
    await switchKind(portal, one, { kind: "ticket" });
    await expect(switchKind(portal, one, { kind: "ticket" })).rejects.toMatchObject({ id: "waits" });
    const { kindsOff, shownKinds } = await currentSettings(portal);
    expect([kindsOff, shownKinds]).toEqual([{}, []]);
    // Off again, it waits no more, and is as it was when it was on.
    await switchKind(portal, one, { kind: "ticket" });
    expect(await readHeldChanges(portal, other)).toEqual([]);
    expect(await currentSettings(portal)).toMatchObject({ kindsOff: { ticket: "visitors" }, shownKinds: [] });
    await expect(switchKind(portal, one, { kind: "ticket" })).rejects.toMatchObject({ id: "waits" });
    const [held] = await readHeldChanges(portal, other);
    await agreeToChange(portal, other, { id: held?.id ?? "" });
    expect(await currentSettings(portal)).toMatchObject({ kindsOff: {}, shownKinds: ["ticket"] });
  });

  test("is not shown by an older change of several kinds, once it was hidden", async ({ portal, one, other }) => {
    const showTo = (actor: Actor, ...shownKinds: Settings["shownKinds"]) =>
      changeSettings(portal, actor, { change: { shownKinds } });
    await showTo(system("test"));
    await expect(showTo(one, "medical", "ticket")).rejects.toMatchObject({ id: "waits" });
    await showTo(system("test"), "ticket");
    expect(await readHeldChanges(portal, other)).toHaveLength(1);
    await showTo(other);
    expect(await readHeldChanges(portal, other)).toEqual([]);
  });
});
