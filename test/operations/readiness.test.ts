import { open } from "node:fs/promises";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { isPortalError } from "#core/errors.ts";
import { readinessChecks } from "#operations/upkeep/check-ready.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { withOverrides } from "#storage/blobs/blob-store.ts";
import { admin } from "../support/accounts/people.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { engines, freshEnvironment, openForTest, testOn } from "../support/portals.ts";
import { withOwnRole } from "../support/processes/own-role.ts";
import { addTestRecord } from "../support/records.ts";

/** Returns how the check ends, or "too late" after three seconds. */
async function verdict(check: () => Promise<unknown>): Promise<unknown> {
  const start = performance.now();
  const ended = await check().then(
    () => "ready",
    (error: unknown) => (isPortalError(error) ? error.status : error),
  );
  return performance.now() - start < 3000 ? ended : "too late";
}

describe.each(engines)("readiness on %s", (engine) => {
  const readinessTest = testOn(engine);

  readinessTest("does not change the audit chain", async ({ portal }) => {
    const head = async () => portal.database.read.selectFrom("audit_head").selectAll().execute();
    const before = await head();
    await readinessChecks(portal).everything();
    expect(await head()).toEqual(before);
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("readiness", () => {
  const readinessTest = testOn("sqlite");

  readinessTest("is checked once for all requests that come at once or within some seconds", async ({ portal }) => {
    let tried = 0;
    const blobs = withOverrides(portal.blobs, { ping: async () => void (tried += 1) });
    const check = readinessChecks({ ...portal, blobs }).everything;
    await Promise.all(Array.from({ length: 20 }, check));
    for (let asked = 0; asked < 20; asked += 1) await check();
    expect(tried).toBe(1);
  });
});

test("a site on SQLite is not ready while another process has the write lock", async () => {
  const environment = await freshEnvironment("sqlite");
  const { everything, lookups } = readinessChecks(await openForTest(environment));
  using other = openDatabaseFile(environment);
  other.exec("begin immediate");
  await expect(everything()).rejects.toThrow("Numbers can be looked up, but changes wait");
  expect(await verdict(lookups)).toBe("ready");
  other.exec("rollback");
  expect(await verdict(everything)).toBe("ready");
});

test("a site whose database cannot be read is not ready, although it was a moment ago", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  const { everything, lookups } = readinessChecks(portal);
  expect(await verdict(everything)).toBe("ready");
  await portal.database.forgetDeleted();
  await using file = await open(`${environment["DATA_DIR"]}/attestry.db`, "r+");
  const { buffer: before } = await file.read(Buffer.alloc(100), 0, 100, 0);
  await file.write(Buffer.alloc(100), 0, 100, 0);
  await expect.poll(() => verdict(everything), { timeout: 2500 }).toBe(503);
  expect(await verdict(lookups)).toBe(503);
  await file.write(before, 0, 100, 0);
  expect(await verdict(everything)).toBe("ready");
});

/** Opens a portal on PostgreSQL, and another connection to its database. */
async function onPostgres(): Promise<{ portal: Portal; other: pg.Client; name: string }> {
  const environment = await freshEnvironment("postgres");
  const other = new pg.Client({ connectionString: environment["DATABASE_URL"] });
  await other.connect();
  onTestFinished(() => other.end());
  const name = new URL(environment["DATABASE_URL"] ?? "").pathname.slice(1);
  return { portal: await openForTest(environment), other, name };
}

test("a site on PostgreSQL is not ready while another connection locks the head of the audit chain", async () => {
  const { portal, other } = await onPostgres();
  const { everything, lookups } = readinessChecks(portal);
  await other.query("begin");
  await other.query("select * from audit_head for update");
  await expect(everything()).rejects.toThrow("Numbers can be looked up, but changes wait");
  expect(await verdict(lookups)).toBe("ready");
  await other.query("rollback");
  // The statement that waited may reach its time limit just now, and checks at that moment share its result.
  await expect.poll(() => verdict(everything)).toBe("ready");
});

test("a site on PostgreSQL that answers no read is not ready, although it was a moment ago", async () => {
  const { portal, other } = await onPostgres();
  const { everything, lookups } = readinessChecks(portal);
  expect(await verdict(everything)).toBe("ready");
  await other.query("begin");
  await other.query("lock table settings in access exclusive mode");
  await expect.poll(() => verdict(everything), { timeout: 2500 }).toBe(503);
  await expect(lookups()).rejects.toMatchObject({ away: "database" });
  await other.query("rollback");
  await expect.poll(() => verdict(everything)).toBe("ready");
});

test("a site on a read-only PostgreSQL is not ready and answers changes with 503", async () => {
  const { portal, other, name } = await onPostgres();
  const { id } = await addTestRecord(portal, admin);
  const { everything, lookups } = readinessChecks(portal);
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
  expect([await verdict(everything), await verdict(lookups)]).toEqual([503, "ready"]);
  await expect(everything()).rejects.toThrow("Numbers can be looked up, but PostgreSQL takes no changes: it is a");
  await setReadOnly("off");
  await expect.poll(() => verdict(everything)).toBe("ready");
  expect(await hideRecord(portal, admin, { id })).toMatchObject({ modified: 1 });
});

test("a site that PostgreSQL gives no more connections says so", async () => {
  const { environment, role, ask } = await withOwnRole();
  const { everything, lookups } = readinessChecks(await openForTest(environment));
  expect(await verdict(everything)).toBe("ready");
  await ask(`alter role ${role} connection limit 1`);
  await ask(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
  const other = new pg.Client({ connectionString: environment["DATABASE_URL"] });
  await other.connect();
  onTestFinished(() => other.end());
  await expect
    .poll(() => lookups().catch((error: unknown) => String(error)))
    .toMatch("PostgreSQL gives this site no more connections");
});
