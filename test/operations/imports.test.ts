import { randomInt } from "node:crypto";
import { once } from "node:events";
import { describe, expect } from "vitest";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { irccNumber } from "#core/records/second-number.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun, stopRun, undoRun } from "#operations/bulk/begin-run.ts";
import { readLeftOut, readRun } from "#operations/bulk/read-run.ts";
import { deleteOldRuns } from "#operations/run-work/due-runs.ts";
import { executeRuns } from "#operations/run-work/execute-runs.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import { chooseColumns, readColumns, takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { forgetColumn, readRemembered } from "#operations/imports/remembered-columns.ts";
import { executeDryRuns } from "#operations/run-work/execute-dry-runs.ts";
import { readRefusedRows } from "#operations/imports/read-refused-rows.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { beat } from "#operations/portal/processes.ts";
import { assignRecord } from "#operations/records/assign-record.ts";
import { hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { addComment } from "#operations/records/record-comments.ts";
import { keepRecord } from "#operations/retention/keep-record.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { SealBroken } from "#sealing/seal.ts";
import { updateRow } from "#storage/database/rows.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { executeAllRuns, round } from "../support/execute-all-runs.ts";
import {
  checked,
  countOf,
  heads,
  imported,
  leftOut,
  line,
  named,
  received,
  startRunWorker,
} from "../support/imports.ts";
import { holderOf } from "../support/holders.ts";
import type { Engine } from "#storage/database/database.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { changeRows } from "../support/change-rows.ts";

const actionsOn = async (portal: Portal, actor: AccountActor, id: string) =>
  (await auditTrail(portal, actor, "candidate", id)).map(({ action }) => action);

/** Kills a process while it executes a run of 150 rows. */
async function killedMidway(portal: Portal, environment: NodeJS.ProcessEnv, admin: AccountActor, run: string) {
  const worker = await startRunWorker(environment);
  const doneOf = async () => (await readRun(portal, admin, run)).counts.done;
  await expect.poll(doneOf, { interval: 5 }).toBeGreaterThan(20);
  worker.kill("SIGKILL");
  await once(worker, "exit");
  expect(await doneOf(), "when it was killed").toBeLessThan(150);
}

const testWith = (engine: Engine) => testOn(engine).extend("clerk", ({ portal }) => freshAccount(portal, "moderator"));

describe.each(engines)("an import on %s", (engine) => {
  const test = testWith(engine);

  test("adds and updates records, and its undo reverts those that nobody changed since, withdrawing before it deletes", async ({
    portal,
    admin,
  }) => {
    const old = { passportNumber: "AB1000001", irccNumber: "W1000001" };
    const { id: updated } = await addTestRecord(portal, admin, { ...old, name: "Old Name", address: "Old Road" });
    const lines = [line("AB1000001", "", "New Name"), line("AB1000002", "W1000002"), line("AB1000003", "W1000003")];
    const run = await imported(portal, admin, lines);
    expect(await readRun(portal, admin, run)).toMatchObject({ run: { state: "done" }, counts: { done: 3 } });
    expect(await countOf(portal, "import_part"), "of the file").toBe(0);
    const first = await named(portal, admin, "AB1000001");
    expect(first).toMatchObject({ id: updated, name: "New Name", irccNumber: "W1000001", address: "12 Lake Road" });
    const [second, third] = [await named(portal, admin, "AB1000002"), await named(portal, admin, "AB1000003")];
    expect(second).toMatchObject({ approval: "approved", addedBy: admin.id, version: 1 });
    await hideRecord(portal, admin, { id: String(third?.id) });
    // A hide that was undone is no edit.
    for (const id of [updated, String(second?.id)]) {
      await hideRecord(portal, admin, { id });
      await unhideRecord(portal, admin, { id });
    }

    const daysLater = (days: number) => ({ ...portal, now: () => Date.now() + days * 24 * 3_600_000 });
    await expect(undoRun(daysLater(7), admin, run)).rejects.toMatchObject({ id: "stale" });
    const later = daysLater(6);
    await expect(undoRun(later, { ...admin, mustProveAgain: true }, run)).rejects.toMatchObject({ id: "prove-again" });
    const undo = await undoRun(later, admin, run);
    await executeAllRuns(portal);
    expect(await leftOut(portal, admin, undo)).toEqual([{ "4 changed": {} }]);
    expect(await named(portal, admin, "AB1000001")).toMatchObject({ name: "Old Name", address: "Old Road" });
    expect(await named(portal, admin, "AB1000002")).toBeUndefined();
    expect(await named(portal, admin, "AB1000003")).toMatchObject({ hidden: true });
    expect(await actionsOn(portal, admin, updated)).toEqual([
      "candidate-added",
      "candidate-updated",
      "candidate-hidden",
      "candidate-unhidden",
      "candidate-updated",
    ]);
    const events = await portal.database.read.selectFrom("audit_event").selectAll().orderBy("seq").execute();
    const ofSecond = events.filter(({ subject_id }) => subject_id === second?.id).map(({ action }) => action);
    expect(ofSecond.slice(-3)).toEqual(["candidate-unhidden", "candidate-denied", "candidate-deleted"]);
    expect(await verifyAudit(portal)).toMatchObject({ brokenAt: null });
  });

  test("by two admins at once, in two processes, adds and changes each record once", async ({
    portal,
    there,
    admin,
  }) => {
    await addTestRecord(portal, admin, { passportNumber: "AB1000000", irccNumber: "W1000000" });
    const numbers = Array.from({ length: 60 }, (_, at) => String(1_000_000 + at));
    const lines = numbers.map((number) => line(`AB${number}`, `W${number}`));
    const other = await freshAccount(portal, "admin");
    const runs = [
      [admin, portal, await checked(portal, admin, lines)],
      [other, there, await checked(portal, other, lines)],
    ] as const;
    for (const [person, at, run] of runs) {
      await beginRun(portal, person, run);
      await beat(at);
      await at.database.write((writer) => updateRow(writer, "bulk_run", run, { process: at.processId }));
    }
    await Promise.all([executeAllRuns(portal), executeAllRuns(there)]);
    const counts = await Promise.all(runs.map(async ([person, , run]) => (await readRun(portal, person, run)).counts));
    expect(counts.map(({ done, changed }) => done + changed)).toEqual([60, 60]);
    expect(counts.reduce((sum, { done }) => sum + done, 0)).toBe(60);
    expect(await countOf(portal, "candidate")).toBe(60);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("an import", () => {
  const test = testWith("sqlite");

  test("remembers the chosen columns; it is visible to its admin only, and deleted if it is not begun", async ({
    portal,
    admin,
  }) => {
    const lines = ["List of 2026", "", "Holder,Paper,Passport no", "Rahim,A1,AB1000001"];
    const first = await received(portal, admin, lines);
    expect(await readColumns(portal, admin, first)).toEqual({
      needed: ["passportNumber", "irccNumber", "name", "fatherName", "motherName", "address"],
      headsAt: 1,
      left: [
        { head: "Holder", rows: 1 },
        { head: "Paper", rows: 1 },
      ],
      takesNumbers: false,
      headRow: 3,
      possibleHeads: [{ at: 0, row: 1 }, { at: 1, row: 3 }, { at: 2, row: 4 }], // prettier-ignore
      rowCount: 1,
      isMonthFirst: false,
      sheets: [""],
      off: [],
      unread: [],
      columns: [
        { head: "Holder", field: null, hasEitherOrder: false, samples: ["Rahim"] },
        { head: "Paper", field: null, hasEitherOrder: false, samples: ["A1"] },
        { head: "Passport no", field: "passportNumber", hasEitherOrder: false, samples: ["AB1000001"] },
      ],
    });
    const choose = (columns: Parameters<typeof chooseColumns>[3]["columns"]) =>
      chooseColumns(portal, admin, first, { headsAt: 1, columns });
    await expect(choose(["name", null, null])).rejects.toMatchObject({ id: "no-number-column" });
    await expect(choose(["passportNumber", null, "passportNumber"])).rejects.toMatchObject({ id: "invalid" });
    await choose(["name", null, "passportNumber"]);
    await expect(choose(["name", null, "passportNumber"])).rejects.toMatchObject({ id: "stale" });
    const second = await received(portal, admin, lines);
    const fieldsOf = async (id: string) => (await readColumns(portal, admin, id)).columns.map(({ field }) => field);
    expect(await fieldsOf(second)).toEqual(["name", null, "passportNumber"]);
    // Another row of headings, although one of them is the same.
    expect(await fieldsOf(await received(portal, admin, ["Holder,Passport no", "x,A1234567"]))).toEqual([null, "passportNumber"]); // prettier-ignore

    const letters = Array.from({ length: 1900 }, () => String.fromCodePoint(0x995 + randomInt(30))).join("");
    // Not remembered: a person in the row of the headings, a known heading, and what a program takes.
    for (const head of ["AB1000009,Rahim Uddin", "Paper,Passport no", `Passport,${letters}`]) {
      await executeAllRuns(portal);
      const run = await received(portal, admin, [head, "AB1000001,AB1000002"]);
      await chooseColumns(portal, admin, run, { headsAt: 0, columns: ["passportNumber", "name"] });
    }
    const program = await freshAccount(portal, "admin");
    await takeGuessedColumns(portal, program, await received(portal, program, [heads, line("AB1000001", "")]), {});
    const known = await readRemembered(portal, admin);
    expect(known.map(({ heading, meaning }) => [heading, meaning])).toEqual([["Holder", "name"], ["Paper", "passportNumber"], [letters.slice(0, 200), "name"]]); // prettier-ignore
    for (const { key } of known) await forgetColumn(portal, admin, { key });
    expect(await fieldsOf(second)).toEqual([null, null, "passportNumber"]);
    // A heading of IRCC's number says nothing once the second number is another one.
    const secondNumber = { ...irccNumber, labels: { en: "Visa number" } };
    await changeSettings(portal, system("test"), { change: { secondNumber } });
    const visas = ["Passport no,IRCC number", "AB1000001,W123456789"];
    const before = await received(portal, admin, visas);
    expect(await fieldsOf(before)).toEqual(["passportNumber", null]);
    await executeAllRuns(portal);
    await chooseColumns(portal, admin, before, { headsAt: 0, columns: ["passportNumber", "irccNumber"] });
    expect(await fieldsOf(await received(portal, admin, visas))).toEqual(["passportNumber", "irccNumber"]);
    await deleteOldRuns({ ...portal, now: () => Date.now() + 25 * 3_600_000 });
    await expect(readRun(portal, admin, second)).rejects.toMatchObject({ id: "not-found" });
    await expect(received(portal, admin, [""])).rejects.toMatchObject({ id: "empty-file" });
  });

  test("keeps the records that somebody has worked on since, when it is undone: their version is still the first", async ({
    portal,
    admin,
  }) => {
    const numbers = [1, 2, 3, 4, 5, 6].map((number) => `AB100000${number}`);
    const run = await imported(
      portal,
      admin,
      numbers.map((number) => line(number, `W${number}`)),
    );
    const [commented, assigned, kept, offered, bound] = await Promise.all(
      numbers.map(async (number) => (await named(portal, admin, number)) ?? expect.unreachable(number)),
    );
    await addComment(portal, admin, { id: commented?.id ?? "", text: "His brother called." });
    await assignRecord(portal, admin, { id: assigned?.id ?? "" }, admin.id);
    const until = { keptUntil: "2199-12-31", keepReason: "A court asks for it." };
    await keepRecord(portal, admin, { id: kept?.id ?? "" }, until);
    await offerHolderLink(portal, admin, { id: offered?.id ?? "" }, {});
    await holderOf(portal, { id: bound?.id ?? "" }, { fact: "Amina Begum" });
    const undo = await undoRun(portal, admin, run);
    await executeAllRuns(portal);
    expect(await leftOut(portal, admin, undo)).toEqual([2, 3, 4, 5, 6].map((row) => ({ [`${row} changed`]: {} })));
    expect(await countOf(portal, "candidate")).toBe(5);
    expect(await named(portal, admin, numbers[5] ?? "")).toBeUndefined();
    const { id } = await askForRun(portal, admin, "delete", { leftBy: undo });
    expect((await readRun(portal, admin, id)).counts).toMatchObject({ open: 5, all: 5 });
    const other = await freshAccount(portal, "admin");
    await expect(askForRun(portal, other, "delete", { leftBy: undo })).rejects.toMatchObject({ id: "not-found" });
  });

  test("that cannot be read any more does not stop the other runs", async ({ portal, admin }) => {
    const broken = await received(portal, admin, [heads, line("AB1000002", "W1000002")]);
    await takeGuessedColumns(portal, admin, broken, {});
    await changeRows(portal, "import_part", { sealed: Buffer.alloc(64) }, { import_id: broken });
    const other = await freshAccount(portal, "admin");
    const whole = await received(portal, other, [heads, line("AB1000003", "W1000003")]);
    await takeGuessedColumns(portal, other, whole, { begins: true });
    await expect(executeDryRuns(portal, round())).rejects.toBeInstanceOf(SealBroken);
    await executeRuns(portal, round());
    expect(await readRun(portal, other, whole)).toMatchObject({ run: { state: "done" }, counts: { done: 1 } });
    expect(await readRun(portal, admin, broken)).toMatchObject({ run: { state: "checking" } });
  });

  test("that cannot be read any more is stopped", async ({ portal, admin }) => {
    const id = await checked(portal, admin, [line("AB1000001", "W1000001"), line("wrong", "W1000002")]);
    await beginRun(portal, admin, id);
    await changeRows(portal, "import_part", { sealed: Buffer.alloc(64) });
    await stopRun(portal, admin, id);
    expect(await readRun(portal, admin, id)).toMatchObject({ run: { state: "stopped" } });
    await expect(readRefusedRows(portal, admin, id)).rejects.toMatchObject({ id: "not-found" });
  });

  test("adds records that wait under the four-eyes rule, and leaves out rows that changed after the dry run", async ({
    portal,
    admin,
    clerk,
  }) => {
    await changeSettings(portal, admin, { change: { fourEyes: true } });
    const { id } = await addTestRecord(portal, admin, { passportNumber: "AB1000002", irccNumber: "W1000002" });
    const run = await checked(
      portal,
      admin,
      ["AB1000001", "AB1000002", "AB1000003"].map((number) => line(number, `W${number}`)),
    );
    await hideRecord(portal, admin, { id });
    await addTestRecord(portal, clerk, { passportNumber: "AB1000003", irccNumber: "W1000003" });
    await beginRun(portal, admin, run);
    await executeAllRuns(portal);
    const late = [{}, { passportNumber: "number-taken" }];
    expect(await leftOut(portal, admin, run)).toEqual([{ "3 changed": late[0] }, { "4 changed": late[1] }]);
    expect((await readRefusedRows(portal, admin, run)).rows.map(({ problems }) => problems)).toEqual(late);
    expect(await named(portal, admin, "AB1000001")).toMatchObject({ approval: "waiting" });
  });

  test("changes nothing any more once it is stopped", async ({ portal, there, admin }) => {
    const run = await checked(portal, admin, [line("AB1000001", "W1000001")]);
    await beginRun(portal, admin, run);
    const write = portal.database.write.bind(portal.database);
    const writeOnceStopped: typeof write = async (work) => {
      Object.assign(portal.database, { write });
      await stopRun(there, admin, run);
      return write(work);
    };
    Object.assign(portal.database, { write: writeOnceStopped });
    await executeAllRuns(portal);
    expect(await readRun(portal, admin, run)).toMatchObject({ run: { state: "stopped" }, counts: { open: 1, all: 1 } });
    expect(await countOf(portal, "candidate")).toBe(0);
  });

  test("continues after its process was killed, as its undo does, even after a change of the secret, and does each row once", async ({
    portal,
    admin,
    environment,
  }) => {
    const numbers = Array.from({ length: 150 }, (_, at) => String(1_000_000 + at));
    const run = await checked(
      portal,
      admin,
      numbers.map((number) => line(`AB${number}`, `W${number}`)),
    );
    await rotateKeys(portal, { kind: "system", id: "test" });
    await beginRun(portal, admin, run);
    await killedMidway(portal, environment, admin, run);
    await executeAllRuns(portal);
    expect(await readRun(portal, admin, run)).toMatchObject({
      run: { state: "done" },
      counts: { done: 150, all: 150 },
    });
    expect([await countOf(portal, "candidate"), await countOf(portal, "audit_event")]).toEqual([150, 151]);
    expect(await named(portal, admin, "W1000149")).toMatchObject({
      passportNumber: "AB1000149",
      address: "12 Lake Road",
    });

    const undo = await undoRun(portal, admin, run);
    await killedMidway(portal, environment, admin, undo);
    await executeAllRuns(portal);
    expect(await readRun(portal, admin, undo)).toMatchObject({ run: { state: "done" }, counts: { done: 150 } });
    // Each record was added, withdrawn and deleted.
    expect([await countOf(portal, "candidate"), await countOf(portal, "audit_event")]).toEqual([0, 451]);
    expect(await verifyAudit(portal)).toMatchObject({ brokenAt: null });
  });

  test("begins with a dry run, which changes no record and stores what would happen to each row", async ({
    portal,
    admin,
  }) => {
    const there = {
      passportNumber: "AB1000001",
      irccNumber: "W1000001",
      name: "Rahim Uddin",
      fatherName: "Karim Uddin",
    };
    await addTestRecord(portal, admin, { ...there, motherName: "Amina Begum", address: "12 Lake Road" });
    await addTestRecord(portal, admin, { ...there, passportNumber: "AB1000002", irccNumber: "W1000002" });
    await addTestRecord(portal, admin, { passportNumber: "AB1000007", irccNumber: "W1000007" });
    const before = [await countOf(portal, "candidate"), await countOf(portal, "audit_event")];
    const run = await checked(portal, admin, [
      line("AB1000001", "W1000001"),
      line("ab-1000002", "W1000002", "Rahima Khatun"),
      line("AB1000003", "W1000003"),
      line("AB1000004", "W1000007"),
      line("AB1000005", "", " "),
      line("1.2E+08", "W1000006", " "),
      "",
      line("AB১০০০০০৩", "W1000008"),
      line("AB", "W1000009", "x".repeat(201)),
      line("HELLO", "W1000010"),
      "Total,,7 persons,,,",
      "মোট ৭ জন",
      ",,,,,,Prepared by Sadia",
    ]);
    expect(await readRun(portal, admin, run)).toMatchObject({
      run: { state: "asked", kind: "import" },
      plan: { create: 1, update: 1 },
      counts: { open: 2, already: 1, refused: 6, "no-person": 3, all: 12 },
    });
    expect(await leftOut(portal, admin, run)).toEqual([
      { "5 refused": { irccNumber: "number-taken" } },
      { "6 refused": { irccNumber: "required", name: "required" } },
      { "7 refused": { passportNumber: "digits-lost", name: "required" } },
      { "9 refused": { passportNumber: "number-repeated" } },
      { "10 refused": { passportNumber: "number-format", name: "too-long" } },
      { "11 refused": { passportNumber: "number-format" } },
      { "12 no-person": {} },
      { "13 no-person": {} },
      { "14 no-person": {} },
    ]);
    const { rows } = await readLeftOut(portal, admin, run);
    expect(rows.flatMap(({ earlier }) => earlier ?? [])).toEqual([{ sheet: null, row: 4 }]);
    expect([await countOf(portal, "candidate"), await countOf(portal, "audit_event")]).toEqual(before);
  });
});
