import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { isPortalError } from "#core/errors.ts";
import { readinessCheck } from "#operations/check-ready.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import type { Portal } from "#operations/portal.ts";
import { admin } from "../support/accounts/people.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { engines, freshEnvironment, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";

/** How the check ends, if nobody waits for it for long. */
async function verdict(check: () => Promise<void>): Promise<unknown> {
  const start = performance.now();
  const ended = await check().then(
    () => "ready",
    (error: unknown) => (isPortalError(error) ? error.status : error),
  );
  return performance.now() - start < 3000 ? ended : "too late";
}

describe.each(engines)("readiness on %s", (engine) => {
  const readinessTest = testOn(engine);

  readinessTest("is tried once for all who ask, at once or within some seconds", async ({ portal }) => {
    let tried = 0;
    const blobs = { ...portal.blobs, ping: async () => void (tried += 1) };
    const check = readinessCheck({ ...portal, blobs });
    await Promise.all(Array.from({ length: 20 }, check));
    for (let asked = 0; asked < 20; asked += 1) await check();
    expect(tried).toBe(1);
  });

  readinessTest("leaves the chain of the audit as it is", async ({ portal }) => {
    const head = async () => portal.database.read.selectFrom("audit_head").selectAll().execute();
    const before = await head();
    await readinessCheck(portal)();
    expect(await head()).toEqual(before);
  });
});

test("nobody can write while another process holds the lock of SQLite: that is not ready", async () => {
  const environment = await freshEnvironment("sqlite");
  const check = readinessCheck(await openForTest(environment));
  using other = openDatabaseFile(environment);
  other.exec("begin immediate");
  expect(await verdict(check)).toBe(503);
  other.exec("rollback");
  expect(await verdict(check)).toBe("ready");
});

/** A portal on PostgreSQL, and a connection beside it. */
async function onPostgres(): Promise<{ portal: Portal; other: pg.Client; name: string }> {
  const environment = await freshEnvironment("postgres");
  const other = new pg.Client({ connectionString: environment["DATABASE_URL"] });
  await other.connect();
  onTestFinished(() => other.end());
  const name = new URL(environment["DATABASE_URL"] ?? "").pathname.slice(1);
  return { portal: await openForTest(environment), other, name };
}

test("nobody can write while another holds the end of the chain in PostgreSQL: that is not ready", async () => {
  const { portal, other } = await onPostgres();
  const check = readinessCheck(portal);
  await other.query("begin");
  await other.query("select * from audit_head for update");
  expect(await verdict(check)).toBe(503);
  await other.query("rollback");
  // The statement that waited may end at its limit just now, and whoever asks meanwhile has its answer.
  await expect.poll(() => verdict(check)).toBe("ready");
});

test("PostgreSQL that is read-only is not ready, and answers changes with 503", async () => {
  const { portal, other, name } = await onPostgres();
  const { id } = await addTestRecord(portal, admin);
  const check = readinessCheck(portal);
  const setReadOnly = async (value: string) => {
    await other.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    const others = "pid <> pg_backend_pid() and datname = $1";
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`, [name]);
  };
  await setReadOnly("on");
  await expect
    .poll(() => hideRecord(portal, admin, { id }).catch((error: unknown) => error))
    .toMatchObject({
      id: "unavailable",
      status: 503,
      cause: expect.objectContaining({ code: "25006" }),
    });
  expect(await verdict(check)).toBe(503);
  await setReadOnly("off");
  await expect.poll(() => verdict(check)).toBe("ready");
  expect(await hideRecord(portal, admin, { id })).toMatchObject({ modified: 1 });
});
