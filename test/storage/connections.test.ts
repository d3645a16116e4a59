import { sql } from "kysely";
import { expect, test } from "vitest";
import { auditHead } from "#storage/database/audit.ts";
import { type Database, preparedSelect } from "#storage/database/database.ts";
import { proxyBefore } from "../faults/postgres-proxy.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { freePort } from "../support/processes/free-port.ts";
import { pgbouncer, startPgbouncer } from "../support/processes/pgbouncer.ts";

const head = preparedSelect("head", (reader) => reader.selectFrom("audit_head").select("seq"));
const count = (database: Database) =>
  database.write((writer) => sql`update audit_head set seq = seq + 1`.execute(writer));

const timeLimit = async (asker: Parameters<ReturnType<typeof sql>["execute"]>[0]) => {
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(asker);
  return rows[0]?.statement_timeout;
};

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
  expect(await timeLimit(database.read)).toBe("2500ms");
  const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(database.read);
  expect(rows).toContainEqual({ name: expect.stringMatching(/^head-/) });
  expect(database.reached).toBe("");
});

test.for([
  ["refuses the options of a session", ""],
  ["ignores the options of a session", "ignore_startup_parameters = options"],
])("a pooler that %s is detected, at the start and when it is inserted later", async ([, settings], { annotate }) => {
  if (!pgbouncer) {
    await annotate("PgBouncer is not installed here: nothing was tried through it");
    return;
  }
  const environment = await freshEnvironment("postgres");
  const { DATABASE_URL: url = "" } = environment;
  const proxy = await proxyBefore(url);
  const before = { ...environment, DATABASE_URL: proxy.url };
  const { database: early } = await openForTest(before);
  expect(early.reached).toBe("");
  proxy[Symbol.dispose]();
  await using _pooler = await startPgbouncer(url, Number(new URL(proxy.url).port), settings);
  const { database: late } = await openForTest(before);
  for (const database of [early, late]) {
    await expect.poll(() => database.ping().then(() => "answers", String)).toBe("answers");
    await runManyQueries(database);
    expect(database.reached).toBe("through a pooler");
    expect(await timeLimit(database.read)).toBe("0");
    expect(await database.write(timeLimit)).toBe("2500ms");
  }
});

test("of several PostgreSQL servers, one that accepts writes is used, and another one once that is gone", async () => {
  const environment = await freshEnvironment("postgres");
  const { DATABASE_URL: url = "" } = environment;
  using one = await proxyBefore(url);
  using two = await proxyBefore(url);
  const [{ host: first, pathname }, { host: second }] = [new URL(one.url), new URL(two.url)];
  const several = `postgres://postgres@127.0.0.1:${await freePort()},${first},${second}${pathname}`;
  const { database } = await openForTest({ ...environment, DATABASE_URL: several });
  await runManyQueries(database);
  for (const mood of ["cuts", "swallows"] as const) {
    const used = database.reached === `on ${first}` ? one : two;
    used.set(mood);
    // Only a query that was running may fail.
    await count(database).catch(() => count(database));
    expect(database.reached).toBe(`on ${used === one ? second : first}`);
    used.set("passes");
  }
});
