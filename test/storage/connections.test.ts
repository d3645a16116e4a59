import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { auditHead } from "#storage/database/audit.ts";
import { type Database, preparedSelect } from "#storage/database/database.ts";
import { lockImages } from "#storage/database/records/images.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { freePort } from "../support/processes/free-port.ts";
import { pgbouncer, startPgbouncer } from "../support/processes/pgbouncer.ts";

const head = preparedSelect("head", (reader) => reader.selectFrom("audit_head").select("seq"));
const count = (database: Database) =>
  database.write((writer) => sql`update audit_head set seq = seq + 1`.execute(writer));

/** The limits for a statement, and for a transaction in which nothing happens. */
const timeLimits = async (asker: Parameters<ReturnType<typeof sql>["execute"]>[0]) => {
  const { rows } = await sql<Record<string, string>>`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(asker);
  return rows[0];
};
const ours = { statement: "2500ms", idle: "5s" };

/** Runs more queries at once than the pooler has sessions, so that queries share sessions. */
async function runManyQueries(database: Database): Promise<void> {
  const before = (await auditHead(database.read)).seq;
  await Promise.all(Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? count(database) : database.find(head, []))));
  expect((await database.find(head, []))?.seq).toBe(before + 20);
  const snapshot = await database.snapshot();
  const rows = await Array.fromAsync(snapshot.rows("audit_head", await snapshot.columns("audit_head")));
  expect(rows.flat()).toHaveLength(1);
  // The indexes cannot be rebuilt while the snapshot is open.
  await snapshot[Symbol.asyncDispose]();
  expect((await database.checkIntegrity()).problems).toEqual([]);
  await database.rebuildIndexes();
}

test("a direct connection has a time limit and prepared statements in its session", async () => {
  const { database } = await openForTest(await freshEnvironment("postgres"));
  await database.find(head, []);
  expect(await timeLimits(database.read)).toEqual(ours);
  // A move of documents compares files at its end, and may take as long as that takes.
  const moving = database.write(async (writer) => (await lockImages(database, writer), timeLimits(writer)));
  expect(await moving).toEqual({ ...ours, idle: "0" });
  const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(database.read);
  expect(rows).toContainEqual({ name: expect.stringMatching(/^head-/) });
});

test("a connection through PgBouncer keeps no state in its session", async ({ annotate }) => {
  if (!pgbouncer) {
    await annotate("PgBouncer is not installed here: nothing was tried through it");
    return;
  }
  const environment = await freshEnvironment("postgres");
  const { DATABASE_URL: url = "" } = environment;
  const port = await freePort();
  await using _pooler = await startPgbouncer(url, port);
  const pooled = Object.assign(new URL(url), { port: String(port) }).href;
  await expect(openForTest({ ...environment, DATABASE_URL: pooled })).rejects.toThrow("add ?pgbouncer=true");
  const { database } = await openForTest({ ...environment, DATABASE_URL: `${pooled}?pgbouncer=true` });
  await runManyQueries(database);
  expect(await timeLimits(database.read)).toEqual({ statement: "0", idle: "0" });
  expect(await database.write(timeLimits)).toEqual(ours);
});

/** Stops everything in this process, as SIGSTOP does. */
const freeze = async () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);

test.each([
  ["is stopped for too long", freeze],
  ["does nothing for too long", () => delay(300)],
])("a transaction whose process %s loses its locks, and fails as unavailable", async (_, pause) => {
  const { database } = await openForTest(await freshEnvironment("postgres"));
  const { seq } = await auditHead(database.read);
  const lost = database.write(async (writer) => {
    await sql`set local idle_in_transaction_session_timeout = 100`.execute(writer);
    await sql`update audit_head set seq = seq + 100`.execute(writer);
    await pause();
    await sql`update audit_head set seq = seq + 100`.execute(writer);
  });
  await expect(lost).rejects.toMatchObject({ id: "unavailable", savesNothing: false });
  await count(database);
  expect((await auditHead(database.read)).seq).toBe(seq + 1);
  expect(database.connections?.()).toMatchObject({ busy: 0, waiting: 0 });
});
