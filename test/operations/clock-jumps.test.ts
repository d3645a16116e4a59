import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { invitationMs } from "#core/accounts/mailed-links.ts";
import { dayMs, minuteMs } from "#core/durations.ts";
import { runJobs, sharedJobs } from "#jobs/run-jobs.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { saveDraft } from "#operations/drafts/change-draft.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { writeLookups } from "#operations/lookups/flush-lookups.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { followClock, isClockSteady, noteClock } from "#operations/portal/steady-clock.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { everyTable, type TableName } from "#storage/database/tables/copied-tables.ts";
import { admin } from "../support/accounts/people.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { holderOf } from "../support/holders.ts";
import { addWebhook } from "#operations/webhooks/manage-webhooks.ts";
import { atTheDesk } from "../support/organisations.ts";
import { engines, later, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { rowOf } from "../support/row-of.ts";
import { dueWithinAnHour, keptFromTheSteadyWeek, sweptAtOnce } from "../support/stored-times.ts";
import { visitorAt } from "../support/visitors.ts";

const year = 365 * dayMs;
const stopping = new AbortController().signal;
const report = (error: unknown) => expect.unreachable(String(error));

type OldRow = { table: TableName; time: string; values?: Readonly<Record<string, unknown>> };

/** For each job that deletes for an age, the rows that it deletes once this time is a year ago. */
const deletes: Readonly<Record<string, readonly OldRow[]>> = {
  "delete-deliveries": [{ table: "webhook_delivery", time: "happened_at" }],
  "sweep-uploads": [{ table: "image", time: "uploaded_at" }],
  "sweep-accounts": [
    { table: "session", time: "expires_at" },
    { table: "verification", time: "expires_at" },
    { table: "invitation", time: "expires_at" },
    { table: "mailed_link", time: "expires_at" },
    { table: "person", time: "changed_at" },
  ],
  "sweep-drafts": [{ table: "form_draft", time: "saved_at" }],
  "sweep-requests": [{ table: "idempotency", time: "claimed_at" }],
  "delete-bulk-runs": [{ table: "bulk_run", time: "asked_at" }],
  "delete-holder-links": [{ table: "holder_link", time: "ends_at" }],
  "delete-share-codes": [{ table: "share_code", time: "ends_at" }],
  "delete-told-answers": [{ table: "told_answer", time: "ends_at" }],
  "delete-watches": [
    { table: "watch", time: "ends_at" },
    { table: "watch_stop", time: "ends_at" },
  ],
  "delete-reports": [{ table: "report", time: "closed_at" }],
  "delete-false-numbers": [{ table: "false_number", time: "ends_at" }],
};

/** Marks the rows of these tests: each table has a column of its own for that. */
const idOf: Partial<Record<TableName, string>> = {
  idempotency: "key_index",
  watch_stop: "mailbox_index",
  mailed_link: "token_hash",
  holder_link: "candidate_id",
};

const valuesFor: Partial<Record<TableName, OldRow["values"]>> = {
  image: { state: "waiting" },
  bulk_run: { state: "done" },
  account_photo: { has_image: 0 },
  person: { email_confirmed: 0 },
  session: { used_at: Date.now() },
};

/** Inserts these rows, with their times at `at`. Returns a function that reads the times; those of deleted rows are left out. */
async function insertAt(portal: Portal, rows: readonly OldRow[], at: number) {
  const owners = await ownersIn(portal);
  const inserted = rows.map(({ table, time, values }) => {
    const row = rowOf(table, { ...valuesFor[table], ...values, [time]: at });
    for (const [name, owner] of Object.entries(owners))
      if (row[name] !== undefined && row[name] !== null) row[name] = owner;
    if (table === "account_photo") row["id"] = owners.person_id;
    return { table, time, row };
  });
  await portal.database.write(async (writer) => {
    for (const { table, row } of inserted) {
      const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(writer);
    }
  });
  return async () => {
    const times = new Map<string, number>();
    for (const { table, time, row } of inserted) {
      const id = idOf[table] ?? "id";
      const found = sql<{ at: number }>`
        select ${sql.ref(time)} as at from ${sql.table(table)} where ${sql.ref(id)} = ${row[id]}`;
      const [stored] = (await found.execute(portal.database.read)).rows;
      if (stored) times.set(`${table}.${time}`, stored.at);
    }
    return times;
  };
}

/** Those to whom the rows belong. */
async function ownersIn(portal: Portal) {
  const record = await addTestRecord(portal, admin);
  await holderOf(portal, await addTestRecord(portal, admin));
  await addWebhook(portal, admin, { url: "https://program.example/hook" });
  const { organisation } = await atTheDesk(portal);
  const { id: person } = await freshAccount(portal, "moderator");
  const { read } = portal.database;
  const { id: webhook } = await read.selectFrom("webhook").select("id").executeTakeFirstOrThrow();
  const { id: holder } = await read.selectFrom("holder").select("id").executeTakeFirstOrThrow();
  const of = { person_id: person, organisation_id: organisation, webhook_id: webhook, holder_id: holder };
  return { ...of, candidate_id: record.id, registry: portal.registry };
}

/** One row for each of these columns. */
const rowsWith = (columns: readonly string[]): OldRow[] =>
  columns.map((column) => {
    const [name, time = ""] = column.split(".");
    const table = everyTable.find((one) => one === name);
    return table ? { table, time } : expect.unreachable(`no table: ${column}`);
  });

/** Runs the jobs until each of these has run once more. */
async function runOnce(portal: Portal, names: readonly string[]): Promise<void> {
  const { lookups } = portal.database;
  await lookups.write((writer) => writer.deleteFrom("job_lease").execute());
  await using _jobs = runJobs(portal, report);
  const waiting = async () => {
    const leases = await lookups.read.selectFrom("job_lease").selectAll().execute();
    const done = new Set(leases.filter(({ done_at }) => done_at > 0).map(({ job }) => job));
    return names.filter((name) => !done.has(`${portal.registry} ${name}`));
  };
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
}

describe.each(engines)("after a jump of the clock, on %s,", (engine) => {
  const test = testOn(engine);

  test("nothing that people made is deleted for its age before a week has passed, and then all of it is", async ({
    portal,
  }) => {
    const local = await openFilesystemBlobs(portal.localBackups);
    await makeBackup(later(portal, -year), local, { withDocuments: false });
    const rows = Object.values(deletes).flat();
    const stored = await insertAt(portal, rows, portal.now() - year);
    const left = async () => [...(await stored()).keys()];
    const all = rows.map(({ table, time }) => `${table}.${time}`);

    const jobs = Object.keys(deletes);
    expect(jobs.toSorted()).toEqual(sharedJobs.flatMap(({ name, destroys }) => (destroys ? [name] : [])).toSorted());
    for (const names of [jobs, ["sweep-images"]]) await runOnce(portal, names);
    expect([await left(), existsSync(portal.localBackups)]).toEqual([all, true]);

    for (const days of [3, 6, 8]) await noteClock(later(portal, days * dayMs));
    for (const names of [jobs, ["sweep-images"]]) await runOnce(later(portal, 8 * dayMs), names);
    expect([await left(), existsSync(portal.localBackups)]).toEqual([[], false]);
  });

  test("old lookups and documents of deleted records are deleted at once", async ({ portal }) => {
    const then = later(portal, -year);
    await visitorAt(then, "198.51.100.1").misses(1);
    await writeLookups(then);
    const stored = await insertAt(
      portal,
      [{ table: "image", time: "uploaded_at", values: { state: "leaving" } }],
      year,
    );
    const left = async () => (await stored()).size;
    const lookups = async () =>
      (await portal.database.lookups.read.selectFrom("lookup_batch").select("seq").where("seq", ">", 0).execute())
        .length;
    expect([await left(), await lookups()]).toEqual([1, 1]);
    await noteClock(portal);
    await runOnce(portal, ["delete-lookups", "sweep-images"]);
    expect([await left(), await lookups()]).toEqual([0, 0]);
  });
});

describe.each(engines)("once the clock was a year ahead, on %s,", (engine) => {
  const test = testOn(engine);

  test("what waits is due within an hour", async ({ portal }) => {
    const times = await insertAt(portal, rowsWith(dueWithinAnHour), portal.now() + year);
    await followClock(portal);
    const late = [...(await times())].filter(([, at]) => at > portal.now());
    expect(late).toEqual([]);
  });

  test("what is kept for a while is kept from the steady week on", async ({ portal }) => {
    const times = await insertAt(portal, rowsWith(keptFromTheSteadyWeek), portal.now() + year);
    const keptFor = async (ms: number) =>
      [...(await times())].flatMap(([of, at]) => (at > portal.now() + ms ? of : []));
    for (const days of [0, 5]) await followClock(later(portal, days * dayMs));
    expect(await keptFor(year - dayMs)).toEqual(keptFromTheSteadyWeek);
    await followClock(later(portal, 10 * dayMs));
    // Ten days have passed, and the longest of them are kept for 90. A mark of a number lasts for up to a year.
    const kept = (await keptFor(101 * dayMs)).filter((of) => of !== "false_number.ends_at");
    expect([kept, (await times()).size]).toEqual([[], keptFromTheSteadyWeek.length]);
    expect(await keptFor(377 * dayMs)).toEqual([]);
  });

  test("what lets somebody in is swept", async ({ portal }) => {
    const times = await insertAt(portal, rowsWith(sweptAtOnce), portal.now() + year);
    await portal.accounts.sweep(stopping);
    expect(await times()).toEqual(new Map());
  });

  test("an invitation and an account of two minutes ahead stay", async ({ portal }) => {
    const soon = portal.now() + 2 * minuteMs;
    const invitation = await insertAt(portal, rowsWith(["invitation.expires_at"]), soon + invitationMs);
    const account = await insertAt(portal, rowsWith(["person.changed_at"]), soon);
    await portal.accounts.sweep(stopping);
    expect([(await invitation()).size, (await account()).size]).toEqual([1, 1]);
  });
});

describe("after a jump of the clock", () => {
  const test = testOn("sqlite");

  test("drafts of the time before are shown for a week", async ({ portal, environment }) => {
    const behind = later(portal, -year);
    const me = await freshAccount(portal, "moderator");
    for (const days of [0, 5, 10]) await noteClock(later(behind, days * dayMs));
    const draft = { form: randomUUID(), opening: randomUUID(), particulars: { name: "Rahim" } };
    await saveDraft(behind, me, draft);
    expect(await isClockSteady(later(behind, 10 * dayMs))).toBe(true);

    expect(await isClockSteady(portal)).toBe(false);
    const shown = async (at: Portal) => (await readDrafts(at, me)).begun.length;
    expect(await shown(portal)).toBe(1);
    const there = await openForTest(environment);
    for (const day of [0, 2, 4, 6, 7.5]) await noteClock(later(there, day * dayMs));
    expect(await isClockSteady(later(there, 7.5 * dayMs))).toBe(true);
    expect(await shown(later(there, 7.5 * dayMs))).toBe(0);
  });
});
