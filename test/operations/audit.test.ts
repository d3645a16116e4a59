import { sql } from "kysely";
import { describe, expect } from "vitest";
import type { AuditAction } from "#core/audit/audit-event.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { beginCheck, readCheck, runRequestedCheck } from "#operations/upkeep/check-chain.ts";
import { type AuditQuestion, readAudit, takeAudit } from "#operations/audit/read-audit.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { beat } from "#operations/portal/processes.ts";
import { deleteRecord, hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { chainHash, chainStart } from "#sealing/chain.ts";
import { auditEventsAfter, type AuditFilter, auditPlaces } from "#storage/database/audit.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { addTestRecord } from "../support/records.ts";
import { engines, sharedTest, testOn } from "../support/portals.ts";

// One engine is enough: many tests verify the chain on PostgreSQL.
describe("the audit chain", () => {
  const test = testOn("sqlite").extend("filled", async ({ portal }) => {
    for (let count = 0; count < 5; count += 1) {
      await addTestRecord(portal);
    }
    return portal;
  });

  test("is whole if nobody tampered with it", async ({ filled }) => {
    expect(await verifyAudit(filled)).toEqual({ events: 5, brokenAt: null });
  });

  test.for([
    ["an actor is changed", sql`update audit_event set actor = 'someone else' where seq = 3`, 3],
    ["a time is changed", sql`update audit_event set at = at + 1 where seq = 1`, 1],
    ["an event is taken out", sql`delete from audit_event where seq = 4`, 4],
    ["the last event is taken out", sql`delete from audit_event where seq = 5`, 5],
    [
      "sealed values are swapped",
      sql`update audit_event set sealed_details = (select e.sealed_details from audit_event e where e.seq = 1) where seq = 2`,
      2,
    ],
  ] as const)("is broken at the event where %s", async ([, tamper, brokenAt], { filled }) => {
    await filled.database.write((writer) => tamper.execute(writer));
    expect((await verifyAudit(filled)).brokenAt).toBe(brokenAt);
  });

  test("cannot be computed again without the secret", async ({ filled }) => {
    const { database } = filled;
    const rows = await auditEventsAfter(database.read, 0, 5);
    await database.write(async (writer) => {
      let hash: Uint8Array = chainStart;
      for (const { hash: _, ...row } of rows) {
        const { seq, at, action, subject, subject_id, changed_fields, sealed_details } = row;
        hash = chainHash(hash, [seq, at, "nobody", action, subject, subject_id, changed_fields, sealed_details]);
        await writer.updateTable("audit_event").set({ actor: "nobody", hash }).where("seq", "=", seq).execute();
      }
      await writer.updateTable("audit_head").set({ hash }).execute();
    });
    expect((await verifyAudit(filled)).brokenAt).toBe(1);
  });
});

const day = 24 * 3_600_000;
const firstDay = new Date("2026-03-10T12:00").getTime();

const stoppingNever = { stopping: new AbortController().signal };

async function linesOf(portal: Portal, actor: AccountActor, question: Parameters<typeof readAudit>[2]) {
  const { events } = await readAudit(portal, actor, question);
  return events.map(({ action, by, about }) => `${action} ${by.name ?? by.id} ${about.name ?? "–"}`);
}

describe.each(engines)("the audit log on %s", (engine) => {
  const test = sharedTest[engine]
    .extend("clerk", ({ portal }) => freshAccount(portal, "moderator"))
    .extend("past", async ({ portal, admin, clerk }) => {
      const at = (days: number) => ({ ...portal, now: () => firstDay + days * day });
      const one = await addTestRecord(at(0), clerk, { name: "Zara Alam" });
      const other = await addTestRecord(at(1), admin, { name: "Karim Sheikh" });
      await updateRecord(at(1), clerk, one, { particulars: { ...one, address: "Sylhet" }, images: {} });
      await hideRecord(at(2), admin, other);
      await changeSettings(at(2), admin, { change: { registration: "invite" } });
      await unhideRecord(at(3), admin, other);
      await changeSettings(at(3), admin, { change: { registration: "open" } });
      return { one, other };
    });

  test("can be filtered by person, action, subject and date", async ({
    portal,
    admin,
    clerk,
    past: { one, other },
  }) => {
    const added = "candidate-added";
    const zara = (action: AuditAction) => `${action} Sadia Student Zara Alam`;
    const karim = (action: AuditAction) => `${action} Amina Admin Karim Sheikh`;
    const settings = "settings-changed Amina Admin –";
    const cases: [AuditQuestion, string[]][] = [
      [{ by: clerk.id }, [zara("candidate-updated"), zara(added)]],
      [{ by: admin.id }, [settings, karim("candidate-unhidden"), settings, karim("candidate-hidden"), karim(added)]],
      [{ by: admin.id, kind: "records", to: "2026-03-12" }, [karim("candidate-hidden"), karim(added)]],
      [{ by: admin.id, kind: "settings-changed", from: "2026-03-13" }, [settings]],
      [{ about: { subject: "candidate", id: one.id } }, [zara("candidate-updated"), zara(added)]],
      [{ about: { subject: "candidate", id: other.id }, kind: "candidate-unhidden" }, [karim("candidate-unhidden")]],
      [{ about: { subject: "candidate", id: other.id }, by: clerk.id }, []],
      [{ kind: "records", from: "2026-03-11", to: "2026-03-11" }, [zara("candidate-updated"), karim(added)]],
      [{ from: "2026-03-12", to: "2026-03-12" }, [settings, karim("candidate-hidden")]],
      [{ by: "nobody" }, []],
    ];
    for (const [question, lines] of cases) {
      expect(await linesOf(portal, admin, question), JSON.stringify(question)).toEqual(lines);
    }
  });

  test("can be read page by page to its end and back", async ({ portal, admin, past: { other } }) => {
    const ask = (cursor?: string) =>
      readAudit(portal, admin, { about: { subject: "candidate", id: other.id }, limit: 1, cursor });
    const actions = [];
    let page = await ask();
    for (; page.next !== null; page = await ask(page.next)) actions.push(page.events[0]?.action);
    for (; page.previous !== null; page = await ask(page.previous)) actions.push(page.events[0]?.action);
    expect(actions).toEqual(["candidate-unhidden", "candidate-hidden", "candidate-added", "candidate-hidden"]);
    expect(page.events[0]?.action).toBe("candidate-unhidden");
  });

  test("contains values as long as their record exists, and no name or value of another registry", async ({
    portal,
    admin,
    clerk,
  }) => {
    const record = await addTestRecord(portal, clerk);
    await updateRecord(portal, clerk, record, { particulars: { ...record, address: "Sylhet" }, images: {} });
    const about = { subject: "candidate", id: record.id } as const;
    const latest = async (there: Portal) =>
      (await readAudit(there, admin, { about, kind: "candidate-updated" })).events[0];
    const address = { from: record.address, to: "Sylhet" };
    expect(await latest(portal)).toMatchObject({ details: { address }, isKeyGone: false });
    const absent = { about: { name: null }, details: null, changedFields: ["address"], isKeyGone: true };
    expect(await latest({ ...portal, registry: "Another_Registry" })).toMatchObject(absent);
    await deleteRecord(portal, admin, record);
    expect(await latest(portal)).toMatchObject(absent);
  });

  test("can be exported by an admin with a recent proof, and the export is logged", async ({ portal, admin, past }) => {
    const question = { about: { subject: "candidate", id: past.other.id } } as const;
    const actions = [];
    for await (const events of await takeAudit(portal, admin, question))
      actions.push(...events.map(({ action }) => action));
    expect(actions).toEqual(["candidate-unhidden", "candidate-hidden", "candidate-added"]);
    const { events } = await readAudit(portal, admin, { by: admin.id, kind: "audit-exported" });
    expect(events[0]?.details).toMatchObject({ about: { to: `candidate/${past.other.id}` }, events: { to: 3 } });
    const idle = { ...admin, mustProveAgain: true };
    await expect(takeAudit(portal, idle, {})).rejects.toMatchObject({ id: "prove-again" });
  });

  test.for([
    ["nothing", {}, /by_time/],
    ["an actor", { actor: "a" }, /by_actor\b/],
    ["an action", { actions: ["signed-in"] }, /by_action/],
    ["both", { actor: "a", actions: ["signed-in"] }, /by_actor_action/],
    ["both and days", { actor: "a", actions: ["signed-in"], from: 1, before: 2 }, /by_actor_action/],
    ["several actions", { actions: ["signed-in", "enrolled"] }, /by_action.*by_action/],
    ["a record", { about: { subject: "candidate", id: "r" }, actor: "a" }, /by_subject/],
  ] as const)("is read through an index when it is filtered by %s", async ([, asked, index], { portal }) => {
    const filter: AuditFilter = { actor: null, about: null, actions: null, from: null, before: null, ...asked };
    const plan = await portal.database.write(async (writer) => {
      // Without this, PostgreSQL would scan a table with so few events.
      for (const way of engine === "postgres" ? ["seqscan", "bitmapscan"] : [])
        await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(writer);
      const places = auditPlaces(writer, filter, { place: { at: 5, seq: 5 }, limit: 50 });
      return places.explain(undefined, engine === "sqlite" ? sql`query plan` : undefined);
    });
    const steps = JSON.stringify(plan);
    expect(steps).toMatch(index);
    // Only PostgreSQL sorts again, if there are several actions.
    if (!filter.about)
      expect(steps.match(/ Sort /g) ?? []).toHaveLength(engine === "postgres" && filter.actions?.[1] ? 1 : 0);
  });
});

describe.each(engines)("a check of the audit chain on %s", (engine) => {
  const test = testOn(engine);

  test("continues in another process once its own process has died", async ({ portal, there, admin }) => {
    await beat(portal);
    await beginCheck(portal, admin);
    await runRequestedCheck(portal, { stopping: AbortSignal.abort() });
    await runRequestedCheck(there, stoppingNever);
    expect(await readCheck(there, admin), "its process lives").toMatchObject({ endedAt: null });
    await portal.database.lookups.write((writer) => writer.deleteFrom("process").execute());
    await runRequestedCheck(there, stoppingNever);
    expect(await readCheck(there, admin)).toMatchObject({ endedAt: expect.any(Number), broken: null });
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("a check of the audit chain", () => {
  const test = testOn("sqlite");

  test("reports how many events are whole, or which is the first broken one", async ({ portal, admin }) => {
    expect(await readCheck(portal, admin)).toBeNull();
    const record = await addTestRecord(portal, admin);
    const { seq: events } = (await readAudit(portal, admin)).events[0] ?? { seq: 0 };
    await beginCheck(portal, admin);
    await expect(beginCheck(portal, admin)).rejects.toMatchObject({ id: "still-working" });
    expect(await readCheck(portal, admin)).toMatchObject({ by: "Amina Admin", endedAt: null, events });
    await runRequestedCheck(portal, stoppingNever);
    const ended: unknown = expect.any(Number);
    expect(await readCheck(portal, admin)).toMatchObject({ endedAt: ended, checked: events, broken: null });

    await hideRecord(portal, admin, record);
    await portal.database.write((writer) =>
      sql`update audit_event set actor = 'somebody' where seq = ${events}`.execute(writer),
    );
    await beginCheck(portal, admin);
    await runRequestedCheck(portal, stoppingNever);
    expect(await readCheck(portal, admin)).toMatchObject({ checked: events - 1, broken: { seq: events, at: ended } });
  });
});
