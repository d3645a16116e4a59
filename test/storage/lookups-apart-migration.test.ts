import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { verifyLookupLog, writeLookups } from "#operations/lookups/write-lookup-log.ts";
import { lookupsApart } from "#storage/database/migrations/0014-lookups-apart.ts";
import { steps, stepsOfLookups, versionTable } from "#storage/database/migrations/steps.ts";
import { emptyEnvironment, freshEnvironment, openForTest } from "../support/portals.ts";
import { visitorAt } from "../support/visitors.ts";
import { syncMissCounts } from "#operations/lookups/miss-counts.ts";

const tables = ["lookup_batch", "lookup_end", "lookup_misses", "lookup_spent"] as const;
const before = steps.slice(0, steps.indexOf(lookupsApart));

/** A database of before, with what another one knows of its lookups. */
async function oldDatabase(folder: string, lookupsOf: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  using file = new DatabaseSync(path.join(folder, "attestry.db"));
  for (const text of [versionTable, ...before.map((step) => step.sqlite)]) file.exec(text);
  file.prepare("insert into schema_version values (?)").run(before.length);
  file.prepare("attach database ? as other").run(lookupsOf);
  for (const table of tables)
    file.exec(`delete from main.${table}; insert into main.${table} select * from other.${table}`);
}

const SECRET = "x".repeat(40);

/** The folder of a database of before, which knows five lookups. */
async function oldFolder(): Promise<{ environment: Record<string, string>; records: string; lookups: string }> {
  const [from, to] = [await freshEnvironment("sqlite"), await emptyEnvironment("sqlite")];
  const portal = await openForTest({ ...from, SECRET });
  await visitorAt(portal, "203.0.113.7").misses(5);
  await writeLookups(portal);
  await syncMissCounts(portal);
  const folder = to["DATA_DIR"] ?? "";
  await oldDatabase(folder, path.join(from["DATA_DIR"] ?? "", "attestry-lookups.db"));
  const [records, lookups] = ["attestry.db", "attestry-lookups.db"].map((name) => path.join(folder, name));
  return { environment: { ...to, SECRET }, records: String(records), lookups: String(lookups) };
}

test("what lookups left behind in one file with the records moves to a file of its own", async () => {
  const { environment } = await oldFolder();
  const moved = await openForTest(environment);
  expect(await verifyLookupLog(moved)).toEqual({ lookups: 5, lost: 0, brokenAt: null });
  const { rows } = await sql<{ misses: number }>`select misses from lookup_misses where kind = 'everyone'`.execute(
    moved.database.lookups.read,
  );
  expect(rows).toEqual([{ misses: 5 }]);
  const left = await sql`select name from sqlite_schema where name like 'lookup%'`.execute(moved.database.read);
  expect(left.rows).toEqual([]);
  await visitorAt(moved, "203.0.113.7").misses(2);
  await writeLookups(moved);
  expect((await verifyLookupLog(moved)).lookups).toBe(7);
});

test("what cannot be written there stays where it is, and moves at a later start", async () => {
  const { environment, records, lookups } = await oldFolder();
  using there = new DatabaseSync(lookups);
  for (const text of [versionTable, ...stepsOfLookups.map((step) => step.sqlite)]) there.exec(text);
  there.exec(`insert into schema_version values (${stepsOfLookups.length});
    create trigger full before insert on lookup_end begin select raise(abort, 'the disk is full'); end`);
  await expect(openForTest(environment)).rejects.toThrow("the disk is full");
  using here = new DatabaseSync(records);
  expect(here.prepare("select count(*) as batches from lookup_batch").get()).toEqual({ batches: 1 });
  expect(there.prepare("select count(*) as batches from lookup_batch").get()).toEqual({ batches: 0 });
  there.exec("drop trigger full");
  expect(await verifyLookupLog(await openForTest(environment))).toEqual({ lookups: 5, lost: 0, brokenAt: null });
});

test("a start that ended after the copy goes on with it, and an older file of records takes nothing back", async () => {
  const { environment, records } = await oldFolder();
  await copyFile(records, `${records}-before`);
  await (await openForTest(environment))[Symbol.asyncDispose]();
  await copyFile(`${records}-before`, records);
  const again = await openForTest(environment);
  expect(await verifyLookupLog(again)).toEqual({ lookups: 5, lost: 0, brokenAt: null });
  await visitorAt(again, "203.0.113.7").misses(2);
  await writeLookups(again);
  await again[Symbol.asyncDispose]();
  await copyFile(`${records}-before`, records);
  const restored = await openForTest(environment);
  await visitorAt(restored, "203.0.113.7").misses(1);
  await writeLookups(restored);
  expect(await verifyLookupLog(restored)).toEqual({ lookups: 8, lost: 0, brokenAt: null });
});

test("a new database has them there from the start", async () => {
  const { database } = await openForTest(await emptyEnvironment("sqlite"));
  const left = await sql`select name from sqlite_schema where name like 'lookup%'`.execute(database.read);
  expect(left.rows).toEqual([]);
});
