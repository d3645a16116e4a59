import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { dayMs } from "#core/durations.ts";
import { runJobs, sharedJobs } from "#jobs/run-jobs.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { saveDraft } from "#operations/drafts/change-draft.ts";
import { readDrafts } from "#operations/drafts/read-drafts.ts";
import { writeLookups } from "#operations/lookups/flush-lookups.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { followClock, isClockSteady, noteClock } from "#operations/portal/steady-clock.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { insertRow } from "#storage/database/rows.ts";
import type { TableName } from "#storage/database/tables/copied-tables.ts";
import { admin } from "../support/accounts/people.ts";
import { freshAccount } from "../support/accounts/fresh-accounts.ts";
import { holderOf } from "../support/holders.ts";
import { addWebhook } from "#operations/webhooks/manage-webhooks.ts";
import { atTheDesk } from "../support/organisations.ts";
import { engines, later, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { rowOf } from "../support/row-of.ts";
import { visitorAt } from "../support/visitors.ts";

const year = 365 * dayMs;
const report = (error: unknown) => expect.unreachable(String(error));

type OldRow = { table: TableName; time: string; values?: Readonly<Record<string, unknown>> };

/** For each job that deletes for an age, the rows that it deletes once this time is a year ago. */
const deletes: Readonly<Record<string, readonly OldRow[]>> = {
  "delete-deliveries": [{ table: "webhook_delivery", time: "happened_at" }],
  "sweep-uploads": [{ table: "image", time: "uploaded_at", values: { state: "waiting" } }],
  "sweep-accounts": [
    { table: "session", time: "expires_at" },
    { table: "verification", time: "expires_at" },
    { table: "invitation", time: "expires_at" },
    { table: "mailed_link", time: "expires_at" },
    { table: "person", time: "changed_at", values: { email_confirmed: 0 } },
  ],
  "sweep-drafts": [{ table: "form_draft", time: "saved_at" }],
  "sweep-requests": [{ table: "idempotency", time: "claimed_at" }],
  "delete-bulk-runs": [{ table: "bulk_run", time: "asked_at", values: { state: "done" } }],
  "delete-holder-links": [{ table: "holder_link", time: "ends_at" }],
  "delete-share-codes": [{ table: "share_code", time: "ends_at" }],
  "delete-told-answers": [{ table: "told_answer", time: "ends_at" }],
  "delete-watches": [
    { table: "watch", time: "ends_at" },
    { table: "watch_stop", time: "ends_at" },
  ],
  "delete-reports": [{ table: "report", time: "closed_at" }],
};

/** Marks the rows of these tests: each table has a column of its own for that. */
const idOf: Partial<Record<TableName, string>> = {
  idempotency: "key_index",
  watch_stop: "mailbox_index",
  mailed_link: "token_hash",
  holder_link: "candidate_id",
};

/** Inserts these rows, with their times at `at`. Returns a function that names the tables in which they still are. */
async function insertAt(portal: Portal, rows: readonly OldRow[], at: number) {
  const record = await addTestRecord(portal, admin);
  await holderOf(portal, await addTestRecord(portal, admin));
  await addWebhook(portal, admin, { url: "https://program.example/hook" });
  const { organisation } = await atTheDesk(portal);
  const { id: person } = await freshAccount(portal, "moderator");
  const { read } = portal.database;
  const { id: webhook } = await read.selectFrom("webhook").select("id").executeTakeFirstOrThrow();
  const { id: holder } = await read.selectFrom("holder").select("id").executeTakeFirstOrThrow();
  const of = { person_id: person, organisation_id: organisation, webhook_id: webhook, holder_id: holder };
  const owners = { ...of, candidate_id: record.id, registry: portal.registry };
  const inserted = rows.map(({ table, time, values }) => {
    const row = rowOf(table, { ...values, [time]: at });
    for (const [name, owner] of Object.entries(owners))
      if (row[name] !== undefined && row[name] !== null) row[name] = owner;
    return { table, row };
  });
  await portal.database.write(async (writer) => {
    for (const { table, row } of inserted) {
      const names = Object.keys(row).map((name) => sql.ref(name));
      await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(row))})`.execute(
        writer,
      );
    }
  });
  return async () => {
    const left: string[] = [];
    for (const { table, row } of inserted) {
      const id = idOf[table] ?? "id";
      const found = sql`select 1 from ${sql.table(table)} where ${sql.ref(id)} = ${row[id]}`;
      if ((await found.execute(portal.database.read)).rows.length > 0) left.push(table);
    }
    return left;
  };
}

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
    const left = await insertAt(portal, rows, portal.now() - year);
    const all = rows.map(({ table }) => table);

    const jobs = Object.keys(deletes);
    expect(jobs.toSorted()).toEqual(sharedJobs.flatMap(({ name, destroys }) => (destroys ? [name] : [])).toSorted());
    await runOnce(portal, jobs);
    expect([await left(), existsSync(portal.localBackups)]).toEqual([all, true]);

    for (const days of [3, 6, 8]) await noteClock(later(portal, days * dayMs));
    for (const names of [jobs, ["sweep-images"]]) await runOnce(later(portal, 8 * dayMs), names);
    expect([await left(), existsSync(portal.localBackups)]).toEqual([[], false]);
  });

  test("old lookups and documents of deleted records are deleted at once", async ({ portal }) => {
    const then = later(portal, -year);
    await visitorAt(then, "198.51.100.1").misses(1);
    await writeLookups(then);
    const left = await insertAt(portal, [{ table: "image", time: "uploaded_at", values: { state: "leaving" } }], year);
    const lookups = async () =>
      (await portal.database.lookups.read.selectFrom("lookup_batch").select("seq").where("seq", ">", 0).execute())
        .length;
    expect([await left(), await lookups()]).toEqual([["image"], 1]);
    await noteClock(portal);
    await runOnce(portal, ["delete-lookups", "sweep-images"]);
    expect([await left(), await lookups()]).toEqual([[], 0]);
  });
});

describe("what is shown and kept after a jump of the clock", () => {
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

  test("what a clock that was ahead stored is kept from now on, and for no year more", async ({ portal }) => {
    const me = await freshAccount(portal, "moderator");
    await saveDraft(later(portal, year), me, { form: randomUUID(), opening: randomUUID(), particulars: {} });
    await portal.database.write((writer) =>
      insertRow(writer, "watch_stop", { mailbox_index: Buffer.from("a"), ends_at: portal.now() + year }),
    );
    /** Whether a draft and a stop are kept for longer than they can be. */
    const kept = async () => {
      const { read } = portal.database;
      const draft = await read.selectFrom("form_draft").select("saved_at").executeTakeFirstOrThrow();
      const stop = await read.selectFrom("watch_stop").select("ends_at").executeTakeFirstOrThrow();
      return [draft.saved_at > portal.now() + 10 * dayMs, stop.ends_at > portal.now() + 70 * dayMs];
    };
    await followClock(portal);
    expect(await kept()).toEqual([true, true]);
    for (const days of [5, 10]) await followClock(later(portal, days * dayMs));
    expect(await kept()).toEqual([false, false]);
  });
});
