import { sql } from "kysely";
import { describe, expect } from "vitest";
import type { BulkKind, ChosenKind } from "#core/records/bulk-run.ts";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { askForRun, type ChosenRecords } from "#operations/bulk/ask-for-run.ts";
import { beginRun, stopRun, undoRun } from "#operations/bulk/begin-run.ts";
import { readLeftOut, readRun, readRuns, takeRecords } from "#operations/bulk/read-run.ts";
import { deleteOldRuns, executeDueRuns } from "#operations/run-work/due-runs.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { beat } from "#operations/portal/processes.ts";
import { assignRecord } from "#operations/records/assign-record.ts";
import { deleteRecord, hideRecord, sendBackRecord, unhideRecord } from "#operations/records/change-record.ts";
import { readHistory, readRecord } from "#operations/records/read-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { changeRole, restoreAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { rowForChange } from "#storage/database/rows.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { round } from "../support/execute-all-runs.ts";
import { engines, testOn } from "../support/portals.ts";
import { addTestRecord as add } from "../support/records.ts";

const execute = (portal: Portal) => executeDueRuns(portal, round());

const asked = async (portal: Portal, actor: AccountActor, kind: ChosenKind, chosen: ChosenRecords) =>
  (await askForRun(portal, actor, kind, chosen)).id;

async function ran(portal: Portal, actor: AccountActor, kind: ChosenKind, ids: string[]): Promise<string> {
  const run = await asked(portal, actor, kind, { ids });
  await beginRun(portal, actor, run);
  await execute(portal);
  return run;
}

/** Returns the state of a run, and the records that it left out. */
async function report(portal: Portal, actor: AccountActor, id: string) {
  const { run, counts } = await readRun(portal, actor, id);
  const { rows } = await readLeftOut(portal, actor, id);
  return { state: run.state, done: counts.done, leftOut: rows.map((row) => [row.id, row.outcome]) };
}

async function addSome(portal: Portal, count: number, actor?: AccountActor): Promise<string[]> {
  const ids = [];
  while (ids.length < count) ids.push((await add(portal, actor)).id);
  return ids;
}

const actionsOf = async (portal: Portal, actor: AccountActor, id: string) =>
  (await readHistory(portal, actor, id)).events.map(({ action, actor: by }) => `${action} by ${by.id}`);

const taken = async (portal: Portal, actor: AccountActor, id: string, kind: BulkKind): Promise<string[]> => {
  const ids = [];
  for await (const records of await takeRecords(portal, actor, id, kind))
    ids.push(...records.map((record) => record.id));
  return ids;
};

describe.each(engines)("a bulk run on %s", (engine) => {
  const test = testOn(engine).extend("clerk", ({ portal }) => freshAccount(portal, "moderator"));

  test("works on the records that match a search, and is refused for none or too many", async ({
    portal,
    admin,
    clerk,
  }) => {
    for (const name of ["Zara Alam", "Karim Alam", "Karim Sheikh"]) await add(portal, admin, { name });
    await add(portal, clerk, { name: "Amina Alam" });
    const run = await asked(portal, admin, "export", { question: { search: "alam" } });
    const { names } = await readRun(portal, admin, run);
    expect(names.toSorted()).toEqual(["Amina Alam", "Karim Alam", "Zara Alam"]);
    const none = asked(portal, admin, "hide", { question: { search: "nobody" } });
    await expect(none).rejects.toMatchObject({ id: "not-found" });
    const [hidden = "", hiddenLater = "", ...shown] = await addSome(portal, 103);
    await hideRecord(portal, admin, { id: hidden });
    const cards = await asked(portal, admin, "cards", { ids: [hidden, hiddenLater, ...shown] });
    expect(await report(portal, admin, cards)).toMatchObject({ leftOut: [[hidden, "not-shown"]] });
    await hideRecord(portal, admin, { id: hiddenLater });
    expect(await taken(portal, admin, cards, "cards")).toEqual(shown);
    // All cards are on one page, which limits their number.
    const many = asked(portal, admin, "cards", { ids: Array.from({ length: 501 }, (_, at) => `record-${at}`) });
    await expect(many).rejects.toMatchObject({ id: "too-large" });
  });

  test("stops at the moment when its person loses the role", async ({ portal, there, admin }) => {
    const run = await asked(portal, admin, "hide", { ids: await addSome(portal, 55) });
    await beginRun(portal, admin, run);
    const write = portal.database.write.bind(portal.database);
    let transactions = 0;
    // The third one changes the rest of the records, after one that takes the run and one that changes 50.
    const writeUntilDemoted: typeof write = async (work) => {
      if ((transactions += 1) === 3) await changeRole(there, system("test"), { id: admin.id, role: "moderator" });
      return write(work);
    };
    Object.assign(portal.database, { write: writeUntilDemoted });
    await execute(portal);
    const now = { ...admin, role: "moderator" } as const;
    const { state, done, leftOut } = await report(portal, now, run);
    expect([state, done, new Set(leftOut.map(([, outcome]) => outcome))]).toEqual([
      "stopped",
      50,
      new Set(["not-allowed"]),
    ]);
  });

  test("changes each record once, even if its process dies or another process takes it for dead", async ({
    portal,
    there,
    admin,
  }) => {
    const ids = await addSome(portal, 60);
    const run = await asked(portal, admin, "hide", { ids });
    await beginRun(portal, admin, run);
    await beat(portal);
    const write = portal.database.write.bind(portal.database);
    let transactions = 0;
    const writeUntilKilled: typeof write = async (work) => {
      if ((transactions += 1) > 2) throw new Error("killed");
      return write(work);
    };
    Object.assign(portal.database, { write: writeUntilKilled });
    await expect(execute(portal)).rejects.toThrow("killed");
    Object.assign(portal.database, { write });
    await execute(there);
    expect(await report(portal, admin, run), "its process lives").toMatchObject({ state: "running" });
    // While both processes take the run for theirs, they work on it together.
    const take = () =>
      there.database.write((writer) => writer.updateTable("bulk_run").set({ process: there.processId }).execute());
    await Promise.all([execute(portal), take().then(() => execute(there))]);
    await execute(there);
    expect(await report(portal, admin, run)).toEqual({ state: "done", done: 60, leftOut: [] });
    for (const id of ids) expect(await actionsOf(portal, admin, id)).toHaveLength(2);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("a bulk run", () => {
  const test = testOn("sqlite").extend("clerk", ({ portal }) => freshAccount(portal, "moderator"));

  test("hides records, reports those left out, and its undo restores the rest", async ({ portal, admin }) => {
    const [hidden = "", changed = "", gone = "", ...plain] = await addSome(portal, 15);
    await hideRecord(portal, admin, { id: hidden });
    const run = await asked(portal, admin, "hide", { ids: [hidden, changed, gone, ...plain, "nobody", "\0"] });
    expect(await readRun(portal, admin, run)).toMatchObject({ counts: { open: 15, all: 15 }, isUndoable: false });
    await hideRecord(portal, system("demo"), { id: changed });
    await deleteRecord(portal, system("demo"), { id: gone });
    await execute(portal);
    expect(await report(portal, admin, run), "nothing is done before it is confirmed").toMatchObject({ done: 0 });

    await beginRun(portal, admin, run);
    await execute(portal);
    const leftOut = [
      [hidden, "already"],
      [changed, "changed"],
      [gone, "gone"],
    ];
    expect(await report(portal, admin, run)).toEqual({ state: "done", done: 12, leftOut });
    const [first = "", second = ""] = plain;
    expect(await actionsOf(portal, admin, first)).toEqual([
      `candidate-hidden by ${admin.id}`,
      "candidate-added by admin-1",
    ]);

    const tenMinutesLater = { ...portal, now: () => Date.now() + 10 * 60_000 };
    await expect(undoRun(tenMinutesLater, admin, run)).rejects.toMatchObject({ id: "stale" });
    await unhideRecord(portal, system("demo"), { id: second });
    const undo = await undoRun(portal, admin, run);
    await execute(portal);
    expect(await report(portal, admin, undo)).toEqual({ state: "done", done: 11, leftOut: [[second, "changed"]] });
    expect((await readRecord(portal, admin, first)).hidden).toBe(false);
    expect((await readRecord(portal, admin, hidden)).hidden).toBe(true);
    expect(await readRun(portal, admin, run)).toMatchObject({ undo: { run: { id: undo } }, isUndoable: false });
    for (const id of [run, undo]) await expect(undoRun(portal, admin, id)).rejects.toMatchObject({ id: "stale" });
  });

  test("deletes only what was hidden for ten minutes, in which its person stops the whole deletion", async ({
    portal,
    admin,
  }) => {
    const [hidden = "", shownAgain = "", ...plain] = await addSome(portal, 5);
    await hideRecord(portal, admin, { id: hidden });
    const ids = [hidden, shownAgain, ...plain];
    const later = { ...portal, now: () => Date.now() + 10 * 60_000 };
    const asks = await asked(portal, admin, "delete", { ids });
    const unproven = { ...admin, mustProveAgain: true };
    await expect(beginRun(portal, unproven, asks)).rejects.toMatchObject({ id: "prove-again" });

    const stopped = await ran(portal, admin, "delete", ids);
    const states = async () => Promise.all(plain.map(async (id) => (await readRecord(portal, admin, id)).hidden));
    expect(await states()).toEqual([true, true, true]);
    await ran(portal, admin, "hide", [hidden]);
    await beginRun(portal, admin, await asked(portal, admin, "hide", { ids: [hidden] }));
    await undoRun(portal, admin, stopped);
    await execute(portal);
    await execute(later);
    expect(await states(), "as before").toEqual([false, false, false]);
    expect(await readRecord(portal, admin, hidden)).toMatchObject({ hidden: true });

    const ofHidden = await ran(portal, admin, "delete", [hidden]);
    expect(await report(portal, admin, ofHidden), "hidden before").toMatchObject({ leftOut: [] });
    expect(await readRun(portal, admin, ofHidden)).toMatchObject({ isUndoable: true });
    await undoRun(portal, admin, ofHidden);
    await execute(later);
    expect(await readRecord(portal, admin, hidden)).toMatchObject({ hidden: true });

    const run = await ran(portal, admin, "delete", ids);
    await unhideRecord(portal, admin, { id: shownAgain });
    await execute(portal);
    expect(await readRun(portal, admin, run), "before its time").toMatchObject({ undo: null, isUndoable: true });
    await expect(undoRun(later, admin, run)).rejects.toMatchObject({ id: "stale" });
    await execute(later);
    const { undo } = await readRun(portal, admin, run);
    expect(undo).toMatchObject({ run: { kind: "erase", state: "done" }, counts: { done: 4, changed: 1 } });
    const left = await portal.database.read.selectFrom("candidate").select("id").execute();
    expect(left).toEqual([{ id: shownAgain }]);
    expect(await verifyAudit(portal)).toMatchObject({ brokenAt: null });
  });

  test("approves records and its undo withdraws that, but not under the four-eyes rule", async ({
    portal,
    admin,
    clerk,
  }) => {
    const [waiting, returned] = [await add(portal, clerk), await add(portal, clerk)];
    await sendBackRecord(portal, admin, returned, "A page is cut off.");
    const run = await ran(portal, admin, "approve", [waiting.id, returned.id]);
    expect(await report(portal, admin, run)).toEqual({ state: "done", done: 1, leftOut: [[returned.id, "returned"]] });
    await undoRun(portal, admin, run);
    await execute(portal);
    expect((await readRecord(portal, admin, waiting.id)).approval).toBe("waiting");

    const [begun, later] = [
      await asked(portal, admin, "approve", { ids: [waiting.id] }),
      await asked(portal, admin, "approve", { ids: [waiting.id] }),
    ];
    await beginRun(portal, admin, begun);
    await changeSettings(portal, admin, { change: { fourEyes: true } });
    await execute(portal);
    expect(await report(portal, admin, begun)).toMatchObject({ state: "stopped", done: 0 });
    await expect(beginRun(portal, admin, later)).rejects.toMatchObject({ id: "not-allowed" });
    const clerksNow = { ...clerk, role: "admin" } as const;
    await changeRole(portal, system("test"), { id: clerk.id, role: "admin" });
    const own = await asked(portal, clerksNow, "approve", { ids: [waiting.id] });
    expect(await report(portal, clerksNow, own)).toMatchObject({ leftOut: [[waiting.id, "own"]] });
  });

  test("assigns to a person who may read, and its undo gives back", async ({ portal, admin, clerk }) => {
    const [own, others] = [await add(portal, clerk), await add(portal, admin)];
    await assignRecord(portal, admin, own, admin.id);
    const run = await asked(portal, admin, "assign", { ids: [own.id, others.id] });
    await expect(beginRun(portal, admin, run, { assignee: "\0" })).rejects.toMatchObject({ id: "invalid" });
    await beginRun(portal, admin, run, { assignee: clerk.id });
    await execute(portal);
    expect(await report(portal, admin, run)).toEqual({ state: "done", done: 1, leftOut: [[others.id, "not-theirs"]] });
    expect((await readRecord(portal, admin, own.id)).assignedTo).toBe(clerk.id);
    await undoRun(portal, admin, run);
    await execute(portal);
    expect((await readRecord(portal, admin, own.id)).assignedTo).toBe(admin.id);

    const again = await asked(portal, admin, "assign", { ids: [own.id] });
    await beginRun(portal, admin, again, { assignee: clerk.id });
    await execute(portal);
    await assignRecord(portal, admin, own, null);
    const undo = await undoRun(portal, admin, again);
    await execute(portal);
    expect(await report(portal, admin, undo)).toMatchObject({ leftOut: [[own.id, "changed"]] });
    expect((await readRecord(portal, admin, own.id)).assignedTo).toBeNull();
  });

  test("does nothing once its person lost the right or stopped it, and each person has only one at a time", async ({
    portal,
    there,
    admin,
  }) => {
    const ids = await addSome(portal, 12);
    const [first, second, third] = [
      await asked(portal, admin, "hide", { ids }),
      await asked(portal, admin, "hide", { ids }),
      await asked(portal, admin, "hide", { ids }),
    ];
    await beginRun(portal, admin, first);
    await expect(beginRun(there, admin, second)).rejects.toMatchObject({ id: "still-working" });
    await stopRun(portal, admin, first);
    await execute(portal);
    expect(await report(portal, admin, first)).toEqual({ state: "stopped", done: 0, leftOut: [] });

    await beginRun(portal, admin, second);
    await suspendAccount(portal, system("test"), admin);
    await execute(portal);
    await restoreAccount(portal, system("test"), admin);
    await beginRun(portal, admin, third);
    await changeRole(portal, system("test"), { id: admin.id, role: "moderator" });
    await execute(portal);
    const leftOut = ids.map((id) => [id, "not-allowed"]);
    for (const run of [second, third])
      expect(await report(portal, { ...admin, role: "moderator" }, run)).toEqual({
        state: "stopped",
        done: 0,
        leftOut,
      });
  });

  test("ends at the moment when it is stopped, and its undo restores what was done before", async ({
    portal,
    there,
    admin,
  }) => {
    const ids = await addSome(portal, 55);
    const run = await asked(portal, admin, "hide", { ids });
    await beginRun(portal, admin, run);
    const write = portal.database.write.bind(portal.database);
    let transactions = 0;
    const writeUntilStopped: typeof write = async (work) => {
      if ((transactions += 1) === 3) {
        await stopRun(there, admin, run);
        await undoRun(there, admin, run);
      }
      return write(work);
    };
    Object.assign(portal.database, { write: writeUntilStopped });
    await execute(portal);
    expect(await readRun(portal, admin, run)).toMatchObject({
      run: { state: "stopped" },
      counts: { done: 50, open: 5 },
      undo: { counts: { done: 50, all: 50 } },
    });
    for (const id of ids) expect((await readRecord(portal, admin, id)).hidden).toBe(false);
  });

  test("of a moderator only exports their own records; it is visible to its person only, and deleted after 30 days", async ({
    portal,
    admin,
    clerk,
  }) => {
    const [own, others] = [await add(portal, clerk), await add(portal, admin)];
    const ids = [own.id, others.id];
    const run = await asked(portal, clerk, "export", { ids });
    expect(await taken(portal, clerk, run, "export")).toEqual([own.id]);
    await expect(taken(portal, { ...clerk, mustProveAgain: true }, run, "export")).rejects.toMatchObject({
      id: "prove-again",
    });
    for (const kind of ["hide", "unhide", "approve", "assign", "delete"] as const) {
      await expect(asked(portal, clerk, kind, { ids })).rejects.toMatchObject({ id: "not-allowed" });
    }
    const elsewhere = { ...portal, registry: "Another_Registry" };
    await expect(asked(elsewhere, admin, "hide", { ids })).rejects.toMatchObject({ id: "not-found" });
    for (const [where, actor] of [
      [portal, admin],
      [elsewhere, clerk],
    ] as const) {
      await expect(readRun(where, actor, run)).rejects.toMatchObject({ id: "not-found" });
      await expect(stopRun(where, actor, run)).rejects.toMatchObject({ id: "not-found" });
    }
    expect(await readRuns(portal, clerk)).toMatchObject([{ run: { id: run, kind: "export" }, counts: { all: 1 } }]);
    const { id: hers } = await add(portal, admin);
    const hidden = await ran(portal, admin, "hide", [hers]);
    let now = Date.now();
    const ticking = { ...portal, now: () => (now += 1) };
    const unbegun = await Array.fromAsync({ length: 51 }, () => asked(ticking, admin, "hide", { ids: [hers] }));
    const left = (await portal.database.read.selectFrom("bulk_run").select("id").execute()).map((row) => row.id);
    expect(left.toSorted(), "fifty that were never begun").toEqual([run, hidden, ...unbegun.slice(1)].toSorted());
    await deleteOldRuns({ ...portal, now: () => Date.now() + 31 * 24 * 3_600_000 });
    expect(await readRuns(portal, clerk)).toEqual([]);
  });
});

// SQLite has one writer: there no run waits for a lock of another process.
testOn("postgres")(
  "a run changes no record once another process took the role away",
  async ({ portal, there, admin }) => {
    const ids = await addSome(portal, 3);
    const run = await asked(portal, admin, "hide", { ids });
    await beginRun(portal, admin, run);
    const [isHeld, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = there.database.write(async (writer) => {
      await rowForChange(there.database, writer, "candidate", ids[2] ?? "");
      isHeld.resolve();
      await letGo.promise;
    });
    await isHeld.promise;
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
    const waits = async (count: number) => {
      await expect.poll(async () => (await waiting.execute(there.database.read)).rows[0]?.count).toBe(count);
    };
    const executed = execute(portal);
    await waits(1);
    const demoted = changeRole(there, system("test"), { id: admin.id, role: "moderator" });
    await Promise.race([demoted, waits(2)]);
    letGo.resolve();
    await Promise.all([held, executed, demoted]);
    const events = await there.database.read.selectFrom("audit_event").select("action").orderBy("seq").execute();
    const actions = events.map(({ action }) => action);
    expect(actions.lastIndexOf("candidate-hidden")).toBeLessThan(actions.lastIndexOf("role-changed"));
  },
);
