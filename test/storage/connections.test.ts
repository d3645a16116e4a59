import { sql } from "kysely";
import { expect, test } from "vitest";
import { auditHead } from "#storage/database/audit.ts";
import { type Database, preparedSelect } from "#storage/database/database.ts";
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
  expect(await timeLimit(database.read)).toBe("0");
  expect(await database.write(timeLimit)).toBe("2500ms");
});
