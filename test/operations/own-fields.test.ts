import { describe, expect } from "vitest";
import type { Actor } from "#core/accounts/actor.ts";
import { parseCode, shareCode } from "#core/holders/codes.ts";
import type { OwnField } from "#core/own-fields/own-field.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { noParticulars } from "#core/records/record-details.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun, undoRun } from "#operations/bulk/begin-run.ts";
import { readLeftOut, readRun, readWarnings } from "#operations/bulk/read-run.ts";
import { agreeToChange, readHeldChanges } from "#operations/decisions/decide-change.ts";
import { addFromForm } from "#operations/drafts/change-draft.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { readHolderPage } from "#operations/holders/holder-page.ts";
import { makeShareCode } from "#operations/holders/share-codes.ts";
import { countShareCodeUse } from "#operations/holders/use-share-code.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { statementOf } from "#operations/proofs/statements.ts";
import { sweepStatements } from "#operations/proofs/sweep-statements.ts";
import { verifyStatements } from "#operations/proofs/verify-statements.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { decideOnRecord } from "#operations/records/change-record.ts";
import { readHistory, readNext, readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { takeBackPart } from "#operations/revisions/take-back.ts";
import { applySettings, changeSettings, changeSettingsRow } from "#operations/settings/change-settings.ts";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { readSavedStatement } from "#verify/saved-statement.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { admin as someAdmin, particulars } from "../support/accounts/people.ts";
import { executeAllRuns } from "../support/execute-all-runs.ts";
import { testWithEyes } from "../support/four-eyes.ts";
import { heads, line, named, received } from "../support/imports.ts";
import { holderOf } from "../support/holders.ts";
import { declare, ownField } from "../support/own-fields.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { checkStatement, doesStand, savedStatement } from "../support/statements.ts";

const sponsor = ownField("f1", "Kafeel", { isNeeded: true });
const country = ownField("f2", "Country of work", { type: "country" });

describe("the operator's own fields", () => {
  const test = testOn("sqlite");

  test("are asked for by the form alone, keep what is not sent, and are seen by staff only", async ({
    portal,
    admin,
  }) => {
    await declare(portal, sponsor, country);
    const form = { form: "own-fields-1", opening: "opening-1" };
    const typed = { particulars: particulars(), images: {} };
    const add = (own: Record<string, string>) => addFromForm(portal, admin, { ...form, ...typed, own });
    await expect(add({ f2: "Atlantis" })).rejects.toMatchObject({
      fields: { "own.f1": "required", "own.f2": "unknown-choice" },
    });
    const { id } = await add({ f1: " Ali  Hassan ", f2: "Qatar" });
    const before = await readRecord(portal, admin, id);
    expect(before.own).toEqual({ f1: "Ali Hassan", f2: "QA" });
    const statement = await statementOf(portal, id);
    const change = (own?: Record<string, string>) =>
      updateRecord(portal, admin, { id }, { particulars: before, images: {}, own });
    await change();
    await change({ f1: "", f2: "BD" });
    expect((await readRecord(portal, admin, id)).own).toEqual({ f2: "BD" });
    await expect(change({ f3: "x" })).rejects.toMatchObject({ fields: { "own.f3": "unknown-choice" } });
    const { events } = await readHistory(portal, admin, id, {});
    expect(events.flatMap(({ details }) => details["own"] ?? [])).toEqual([
      { from: { f1: "Ali Hassan", f2: "QA" }, to: { f2: "BD" } },
      { from: null, to: { f1: "Ali Hassan", f2: "QA" } },
    ]);
    const seen = await lookUpRecord(portal, { by: "passport", number: before.passportNumber });
    expect(JSON.stringify(seen)).not.toMatch(/"f2"|BD"/);
    expect(await statementOf(portal, id)).toEqual(statement);
  });

  test("that are removed keep their values, and are refused from then on", async ({ portal, admin }) => {
    await declare(portal, sponsor, country);
    const record = await addTestRecord(portal, admin, { own: { f1: "Ali" } });
    await declare(portal, { ...sponsor, isRemoved: true }, country);
    const change = (own: Record<string, string>) =>
      updateRecord(portal, admin, record, { particulars: record, images: {}, own });
    await expect(change({ f1: "Omar" })).rejects.toMatchObject({ fields: { "own.f1": "unknown-choice" } });
    expect((await change({ f2: "QA" })).record.own).toEqual({ f1: "Ali", f2: "QA" });
    for (const taken of ["Name", "passport no.", "Visa expiry", "পিতার নাম"])
      await expect(declare(portal, sponsor, country, ownField("f3", taken))).rejects.toMatchObject({
        fields: { "ownFields.2.labels": "sent-twice" },
      });
    await declare(portal, sponsor, country, ownField("f3", "Present address"), ownField("f4", "District"));
    await expect(declare(portal, country)).rejects.toMatchObject({ id: "stale" });
    await expect(declare(portal, { ...sponsor, type: "day" }, country)).rejects.toMatchObject({ id: "stale" });
  });

  test("keep a name that a later version knows as a heading", async ({ portal, admin }) => {
    const field = ownField("f1", "Name");
    await changeSettingsRow(portal, admin, undefined, ({ within, writer, settings }) =>
      applySettings(within, writer, settings, admin, { ownFields: [field] }),
    );
    await declare(portal, { ...field, isNeeded: true }, country);
    const asProgram = declare(portal, { ...field, labels: { en: "It still stands", bn: "Vеrified" } }, country);
    await expect(asProgram).rejects.toMatchObject({ fields: { "ownFields.0.labels": "of-program" } });
    const renamed = declare(portal, { ...field, labels: { en: "Names" } }, country);
    await expect(renamed).rejects.toMatchObject({ fields: { "ownFields.0.labels": "sent-twice" } });
  });

  test("keep a choice that was taken away, and take no other that is not offered", async ({ portal, admin }) => {
    const branch = ownField("f1", "Branch", { type: "choice", choices: ["Dhaka", "Sylhet"] });
    await declare(portal, branch, country);
    const record = await addTestRecord(portal, admin, { own: { f1: "sylhet" } });
    await declare(portal, { ...branch, choices: ["Dhaka", "Khulna"] }, country);
    const change = (own: Record<string, string>) =>
      updateRecord(portal, admin, { id: record.id }, { particulars: record, images: {}, own });
    expect((await change({ f1: "Sylhet", f2: "QA" })).record.own).toEqual({ f1: "Sylhet", f2: "QA" });
    expect((await change({ f1: "Khulna" })).record.own).toEqual({ f1: "Khulna", f2: "QA" });
    await expect(change({ f1: "Sylhet" })).rejects.toMatchObject({ fields: { "own.f1": "unknown-choice" } });
  });

  test("are read from columns that have their labels; a cell that cannot be read is left out, an import is undone", async ({
    portal,
    admin,
  }) => {
    await declare(portal, sponsor, country, ownField("f3", "Deployed on", { type: "day" }));
    const record = await addTestRecord(portal, admin, { passportNumber: "AB1000001", own: { f1: "Ali", f2: "BD" } });
    const rows = [
      `${heads},KAFEEL,Country of work,Deployed on`,
      `${line("AB1000001", record.irccNumber)},,Qatar,31/12/2026`,
      `${line("AB1000002", "W1000002")},Omar,Atlantis,soon`,
    ];
    const id = await received(portal, admin, rows);
    await takeGuessedColumns(portal, admin, id, {});
    await executeAllRuns(portal);
    expect((await readWarnings(portal, admin, id)).map(({ problems }) => problems)).toEqual([
      { "own.f2": "unknown-choice", "own.f3": "date-format" },
    ]);
    await beginRun(portal, admin, id);
    await executeAllRuns(portal);
    expect((await named(portal, admin, "AB1000001"))?.own).toEqual({ f1: "Ali", f2: "QA", f3: "2026-12-31" });
    expect((await named(portal, admin, "AB1000002"))?.own).toEqual({ f1: "Omar" });
    await undoRun(portal, admin, id);
    await executeAllRuns(portal);
    expect((await named(portal, admin, "AB1000001"))?.own).toEqual({ f1: "Ali", f2: "BD" });
  });
});

describe.each(engines)("own fields that visitors see, on %s", (engine) => {
  const test = testOn(engine);
  const kafeel = ownField("f1", "Kafeel", { audience: "visitors" });
  const place = ownField("f2", "Country of work", { type: "country", audience: "visitors" });
  const note = ownField("f3", "Fee", { audience: "holder" });
  const own = { f1: "Ali\u202E  Hassan", f2: "QA", f3: "500" };

  const seenOf = async (portal: Portal, { passportNumber: number }: CandidateRecord) =>
    (await lookUpRecord(portal, { by: "passport", number }))?.own.map(({ id, value }) => [id, value]);

  test("stand in the statement with their names of that time, which ends once they are hidden or changed", async ({
    portal,
    admin,
  }) => {
    await declare(portal, kafeel, place, note);
    const record = await addTestRecord(portal, admin, { own });
    const other = await addTestRecord(portal, admin, { own: { f3: "500" } });
    expect(await seenOf(portal, record)).toEqual([
      ["f1", "Ali Hassan"],
      ["f2", "QA"],
    ]);
    expect(await seenOf(portal, other)).toEqual([]);
    const saved = (await savedStatement(portal, record.id)) ?? "";
    const statementsNow = () => Promise.all([record, other].map(({ id }) => statementOf(portal, id)));
    const [stated, untouched] = await statementsNow();
    const { keys } = await publicKeys(portal, portal.database.read, "statement");
    expect((await readSavedStatement(saved, keys))?.own).toEqual([
      { title: "Kafeel", value: "Ali Hassan" },
      { title: "Country of work", value: "Qatar" },
    ]);
    expect((await checkStatement(portal, saved)).payload).toMatchObject({ f2: "Country of work\nQatar" });

    await declare(portal, place, { ...kafeel, labels: { en: "Sponsor", bn: "স্পনসর" } }, note);
    await sweepStatements(portal);
    expect(await statementsNow()).toEqual([stated, untouched]);
    await declare(portal, place, { ...kafeel, audience: "staff" }, note);
    expect(await seenOf(portal, record)).toEqual([["f2", "QA"]]);
    await sweepStatements(portal);
    expect(await doesStand(portal, saved)).toBe(false);
    expect(await statementOf(portal, other.id)).toEqual(untouched);
    const next = (await savedStatement(portal, record.id)) ?? "";
    await updateRecord(portal, admin, { id: record.id }, { particulars: record, images: {}, own: { f2: "SA" } });
    expect(await doesStand(portal, next)).toBe(false);
    expect(await verifyStatements(portal)).toMatchObject({ broken: 0 });
  });

  test("are held back by the holder, who may share them by a code, and sees what is for the holder alone", async ({
    portal,
    admin,
  }) => {
    await declare(portal, kafeel, place, note);
    const record = await addTestRecord(portal, admin, { own });
    const { opened } = await holderOf(portal, record);
    const page = await readHolderPage(portal, opened);
    expect(page?.forHolder).toMatchObject([{ id: "f3", value: "500" }]);
    expect(page?.fields).toMatchObject([
      { id: "f1", isWithheld: false },
      { id: "f2", isWithheld: false },
    ]);
    await expect(holdBack(portal, opened, { kind: "own.f9", isWithheld: true })).rejects.toMatchObject({
      id: "invalid",
    });
    await holdBack(portal, opened, { kind: "own.f1", isWithheld: true });
    expect(await seenOf(portal, record)).toEqual([["f2", "QA"]]);
    expect((await readRecord(portal, admin, record.id)).own).toEqual({ ...own, f1: "Ali Hassan" });

    const shared = async (fields: Record<string, string>) => {
      const wish = { whom: "employer", words: "", days: "1", uses: "1", ...fields };
      const { code, firstName: name } = await makeShareCode(portal, opened, wish);
      return (await countShareCodeUse(portal, parseCode(code, shareCode) ?? "", name))?.record.own;
    };
    expect(await shared({})).toEqual([]);
    expect(await shared({ "own.f1": "on", "own.f3": "on" })).toMatchObject([{ id: "f1", value: "Ali Hassan" }]);
    await holdBack(portal, opened, { kind: "own.f1", isWithheld: false });
    expect(await seenOf(portal, record)).toHaveLength(2);
  });
});

describe("a needed own field", () => {
  const test = testOn("sqlite");
  const refused = { id: "needed-fields", fields: { "own.f1": "required" } };

  test("is filled in before an approval, also of many records; what is public stays so", async ({ portal, admin }) => {
    const clerk = await freshAccount(portal, "moderator");
    const { id: shown } = await addTestRecord(portal, admin);
    await declare(portal, sponsor, country);
    const [lacking, whole] = [
      await addTestRecord(portal, clerk),
      await addTestRecord(portal, clerk, { own: { f1: "Ali" } }),
    ];
    await expect(decideOnRecord(portal, admin, lacking, "approve")).rejects.toMatchObject(refused);
    const ids = [lacking.id, whole.id];
    const run = await askForRun(portal, admin, "approve", { ids });
    const left = async () => (await readLeftOut(portal, admin, run.id)).rows.map((row) => [row.id, row.outcome]);
    expect(await left()).toContainEqual([lacking.id, "incomplete"]);
    await updateRecord(portal, clerk, whole, { particulars: whole, images: {}, own: { f1: "" } });
    const late = await askForRun(portal, admin, "approve", { ids: [whole.id] });
    expect((await readRun(portal, admin, late.id)).counts.incomplete).toBe(1);
    await updateRecord(portal, clerk, lacking, { particulars: lacking, images: {}, own: { f1: "Omar" } });
    expect((await decideOnRecord(portal, admin, lacking, "approve")).record.approval).toBe("approved");
    expect((await readRecord(portal, admin, shown)).approval).toBe("approved");
  });

  test("that comes while a run approves leaves the record out", async ({ portal, admin }) => {
    const clerk = await freshAccount(portal, "moderator");
    const { id } = await addTestRecord(portal, clerk);
    const run = await askForRun(portal, admin, "approve", { ids: [id] });
    await beginRun(portal, admin, run.id);
    await declare(portal, sponsor);
    await executeAllRuns(portal);
    expect((await readRun(portal, admin, run.id)).counts).toMatchObject({ done: 0, incomplete: 1 });
  });
});

describe("under the four-eyes rule, own fields", () => {
  const test = testWithEyes("sqlite");

  test("wait with the record, are approved by another person, and are taken back", async ({ portal, one, other }) => {
    await declare(portal, sponsor, country);
    const { id } = await addTestRecord(portal, one, { own: { f1: "Ali" } });
    const stored = async () => (await readRecord(portal, someAdmin, id)).own;
    const next = async () => (await readNext(portal, someAdmin, id)).own;
    const change = async (own: Record<string, string>) => {
      const record = await readNext(portal, one, id);
      return updateRecord(portal, one, record, { particulars: { ...noParticulars, ...record }, images: {}, own });
    };
    await change({ f1: "Omar", f2: "QA" });
    await takeBackPart(portal, one, { id });
    expect(await next()).toEqual({ f1: "Ali" });
    const { version } = await readNext(portal, other, id);
    await decideOnRecord(portal, other, { id, expectedVersion: version }, "approve");
    await change({ f1: "", f2: "QA" });
    expect(await stored()).toEqual({ f1: "Ali" });
    expect(await next()).toEqual({ f2: "QA" });
    const approve = async () => {
      const expectedVersion = (await readNext(portal, other, id)).version;
      return decideOnRecord(portal, other, { id, expectedVersion }, "approve");
    };
    // The change takes the value of a needed field away.
    await expect(approve()).rejects.toMatchObject({ id: "needed-fields", fields: { "own.f1": "required" } });
    await declare(portal, { ...sponsor, isNeeded: false }, country);
    await approve();
    expect(await stored()).toEqual({ f2: "QA" });
    await declare(portal, sponsor, country);
    await change({ f2: "BD" });
    await approve();
    expect(await stored(), "of a public record that lacked it before").toEqual({ f2: "BD" });
  });

  test("are shown to visitors, or get another name there, once a second admin agrees", async ({
    portal,
    one,
    other,
  }) => {
    const save = (actor: Actor, ...fields: OwnField[]) =>
      changeSettings(portal, actor, { change: { ownFields: fields } });
    const stored = async () => (await currentSettings(portal)).ownFields[0];
    const waits = async () => (await readHeldChanges(portal, other)).map(({ change }) => change);
    const agree = async () => {
      const [held] = await readHeldChanges(portal, other);
      await agreeToChange(portal, other, { id: held?.id ?? "" });
    };
    await save(one, sponsor);
    expect(await waits()).toEqual([]);
    const shown = { ...sponsor, audience: "visitors" as const, hints: { en: "Who pays" } };
    await expect(save(one, shown)).rejects.toMatchObject({ id: "waits" });
    expect(await stored()).toEqual({ ...shown, audience: "staff" });
    expect(await waits()).toMatchObject([{ kind: "shown-fields", fields: [{ id: "f1", labels: { en: "Kafeel" } }] }]);
    await agree();
    expect(await stored()).toEqual(shown);
    await expect(save(one, { ...shown, labels: { en: "Government sponsor" } })).rejects.toMatchObject({ id: "waits" });
    expect(await stored()).toEqual(shown);
    await agree();
    expect((await stored())?.labels).toEqual({ en: "Government sponsor" });
    await expect(save(one, { ...shown, labels: { en: "Kafeel" } })).rejects.toMatchObject({ id: "waits" });
    // Hiding needs nobody, and ends what waits.
    await save(one, { ...shown, labels: { en: "Government sponsor" }, audience: "holder" });
    expect([(await stored())?.audience, await waits()]).toEqual(["holder", []]);
  });
});
