import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Kysely, sql, SqliteDialect } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { StartRefused } from "#core/errors.ts";
import { shareWrites } from "#storage/database/migrations/schema-lock.ts";
import { migrations } from "#storage/database/migrations/steps.ts";
import { allTables, type TableName } from "#storage/database/tables/copied-tables.ts";
import { migratePostgres } from "#storage/database/postgres/migrate-postgres.ts";
import { sqlState } from "#storage/database/postgres/translate.ts";
import type { Engine, Writer } from "#storage/database/database.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { lockDatabase } from "#storage/database/open-database.ts";
import { updateRow } from "#storage/database/rows.ts";
import type { Schema } from "#storage/database/tables/schema.ts";
import { asKyselyDatabase } from "#storage/database/sqlite/node-sqlite.ts";
import { watchQueries } from "#storage/database/query-times.ts";
import { runJobs } from "#jobs/run-jobs.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { auditHead } from "#storage/database/audit.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { emptyEnvironment, engines, freshEnvironment, openForTest, testOn } from "../support/portals.ts";
import { addTestRecord } from "../support/records.ts";
import { sharedRacers } from "../support/processes/racers.ts";

/** Returns true if a commit on this connection waits for the disk, as the connection's own settings say. */
const waitsForDisk = (engine: Engine) => async (writer: Pick<Writer, "getExecutor">) => {
  const query =
    engine === "sqlite"
      ? sql<{ waits: number | boolean }>`select synchronous = 2 as waits from pragma_synchronous`
      : sql<{ waits: number | boolean }>`
          select source <> 'session' as waits from pg_settings where name = 'synchronous_commit'
        `;
  return Boolean((await query.execute(writer)).rows[0]?.waits);
};

/**
 * The control: without it, a check that always returns true would go unnoticed. The check shows how SQLite is set, not
 * that the disk really stores the data: only a machine whose power is cut shows that.
 */
test.each([
  ["off", false],
  ["normal", false],
  ["full", true],
])("the check of a connection with synchronous = %s finds its wait for the disk: %s", async (synchronous, waits) => {
  const { DATA_DIR = "" } = await freshEnvironment("sqlite");
  const connection = new DatabaseSync(path.join(DATA_DIR, "attestry.db"));
  connection.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
  const database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: asKyselyDatabase(connection) }) });
  expect(await database.transaction().execute(waitsForDisk("sqlite"))).toBe(waits);
  await database.destroy();
});

const racers = sharedRacers(4);

describe.each(engines)("the database on %s", (engine) => {
  const databaseTest = testOn(engine);
  databaseTest("is migrated once when several processes open it at the same time", async () => {
    const environment = { ...(await emptyEnvironment(engine)), SECRET: "x".repeat(40) };
    await racers.open(environment);
    const portal = await openForTest(environment);
    const { rows } = await sql<{ steps: number }>`select count(*) as steps from schema_step`.execute(
      portal.database.read,
    );
    expect(Number(rows[0]?.steps)).toBe(migrations.length);
  });

  databaseTest(
    "has the tables and columns that are declared, each made by the step that names it",
    async ({ portal }) => {
      await using snapshot = await portal.database.snapshot();
      for (const [table, { columns }] of Object.entries(allTables)) {
        const made = (await snapshot.columns(table as TableName)).map(({ name }) => name);
        expect([table, made.toSorted()]).toEqual([table, Object.keys(columns).toSorted()]);
      }
    },
  );

  databaseTest("accepts additive steps of a newer Attestry and no other steps", async ({ environment, portal }) => {
    const alter = (text: string) => portal.database.write((writer) => sql.raw(text).execute(writer));
    await alter("insert into schema_step (name, checksum, additive, at) values ('tomorrow', '', 1, 0)");
    const beside = await openForTest(environment);
    const { DATABASE_URL = "", DATA_DIR = "" } = environment;
    await expect(lockDatabase(DATABASE_URL, DATA_DIR)).rejects.toThrow(/"tomorrow".*\. Use that version for this/);
    const store = await openFilesystemBlobs(path.join(DATA_DIR, "backups"));
    await expect(makeBackup(beside, store)).rejects.toThrow(/Make the backup with that version/);
    await alter("update schema_step set additive = 0 where name = 'tomorrow'");
    if (engine === "postgres") await alter("update schema_lock set steps = 'tomorrow' where name = 'writes'");
    await expect(openForTest(environment)).rejects.toThrow(
      /newer version of Attestry .*"tomorrow".*\. Start that version/,
    );
    // Processes that already run stop writing and learn the reason.
    const head = (writer: Writer) => sql`update audit_head set seq = 7`.execute(writer);
    await expect(beside.database.write(head)).rejects.toMatchObject({ id: "unavailable" });
    const outdated = once(beside.events, "outdated");
    await using _jobs = runJobs(beside, () => undefined);
    expect(await outdated).toEqual(["tomorrow"]);
  });

  databaseTest(
    "is refused in one sentence if a migration step ran with another text",
    async ({ environment, portal }) => {
      await portal.database.write((writer) =>
        sql`update schema_step set checksum = 'x' where name = '1.0'`.execute(writer),
      );
      await expect(openForTest(environment)).rejects.toThrow(
        /The migration "1\.0" of the database differs .*begin with an empty database/,
      );
    },
  );

  databaseTest("rolls back a failed transaction as a whole and continues to work", async ({ portal: { database } }) => {
    const failing = database.write(async (writer) => {
      await sql`update audit_head set seq = 99`.execute(writer);
      throw new Error("half way");
    });
    await expect(failing).rejects.toThrow("half way");
    expect((await auditHead(database.read)).seq).toBe(0);
    await database.write((writer) => sql`update audit_head set seq = 7`.execute(writer));
    expect((await auditHead(database.read)).seq).toBe(7);
  });

  databaseTest(
    "waits for the disk at each commit, except for the data that lookups write",
    async ({ portal: { database } }) => {
      const waits = waitsForDisk(engine);
      const failing = database.lookups.write(async () => {
        throw new Error("half way");
      });
      await expect(failing).rejects.toThrow("half way");
      expect(await database.write(waits)).toBe(true);
      expect(await database.lookups.write(waits)).toBe(false);
      expect(await database.write(waits)).toBe(true);
    },
  );

  databaseTest("shows readers nothing of an open transaction", async ({ portal: { database } }) => {
    await database.write(async (writer) => {
      await sql`update audit_head set seq = 7`.execute(writer);
      expect((await auditHead(database.read)).seq).toBe(0);
    });
    expect((await auditHead(database.read)).seq).toBe(7);
  });

  test("finds by key what was just written: by this process at once, by another in the next turn", async () => {
    const environment = await freshEnvironment(engine);
    const [here, there] = [await openForTest(environment), await openForTest(environment)];
    const { id, passportNumber: number } = await addTestRecord(here, system("test"));
    const isFound = async () => (await lookUpRecord(here, { by: "passport", number })) !== null;
    const hide = ({ database }: OpenPortal, hidden: 0 | 1) =>
      database.write((writer) => updateRow(writer, "candidate", id, { hidden }));
    expect(await isFound()).toBe(true);
    await hide(here, 1);
    expect(await isFound()).toBe(false);
    await hide(there, 0);
    await nextTurn();
    expect(await isFound()).toBe(true);
  });

  databaseTest("reports each query to a watcher without any value", async ({ portal, admin }) => {
    const texts: string[] = [];
    using _watching = watchQueries((query) => {
      expect(query).toMatchObject({ engine, ms: expect.any(Number) });
      texts.push(query.text);
    });
    const { passportNumber } = await addTestRecord(portal, admin, { passportNumber: "PLANTED4711", name: "PLANTED" });
    expect(await lookUpRecord(portal, { by: "passport", number: passportNumber })).not.toBeNull();
    await listRecords(portal, admin, { search: "PLANTED" });
    const failing = portal.database.write((writer) =>
      sql`update audit_head set seq = null where cast(${"PLANTED"} as text) <> ''`.execute(writer),
    );
    await expect(failing).rejects.toThrow(/null/i);
    const placeholder = engine === "sqlite" ? "\\?" : "\\$\\d";
    for (const text of [
      "^begin",
      `^select .*"passport_index" = ${placeholder}`,
      `^insert into "?candidate"? .*${placeholder}`,
      `set seq = null where cast\\(${placeholder} as text`,
      "^commit$",
    ]) {
      expect(texts).toContainEqual(expect.stringMatching(new RegExp(text)));
    }
    expect(texts.join()).not.toMatch(/planted/i);
  });

  databaseTest("is checked by its engine, or reports why it cannot be checked", async ({ portal: { database } }) => {
    const { problems, unchecked = "" } = await database.checkIntegrity();
    expect(problems).toEqual([]);
    expect(unchecked).toMatch(engine === "sqlite" ? /^$/ : /^$|amcheck/);
  });

  databaseTest("loses no write when many happen at once", async ({ environment }) => {
    const [here, there] = [await openForTest(environment), await openForTest(environment)];
    const count = ({ database }: typeof here) =>
      database.write((writer) => sql`update audit_head set seq = seq + 1`.execute(writer));
    await Promise.all(Array.from({ length: 30 }, () => [count(here), count(there)]).flat());
    const portal = await openForTest(environment);
    expect((await auditHead(portal.database.read)).seq).toBe(60);
  });
});

test("a migration that is not additive waits for open transactions of older programs on PostgreSQL and refuses later ones", async () => {
  const environment = await freshEnvironment("postgres");
  const { database } = await openForTest(environment);
  const postgres = "alter table post drop column text; select pg_sleep(1)";
  const tomorrow = { name: "tomorrow", sqlite: "", sqliteLookups: "", postgres };
  let ended = "";
  const [writing, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const old = database.write(async (writer) => {
    writing.resolve();
    await finish.promise;
    await sql`update audit_head set seq = 7`.execute(writer);
    ended += "write,";
  });
  await writing.promise;
  const migrating = migratePostgres(environment["DATABASE_URL"] ?? "", { before: async () => undefined }, [
    ...migrations,
    tomorrow,
  ]).then(() => (ended += "step,"));
  const waiting = async (event: string) => {
    const found = sql`select 1 from pg_stat_activity where datname = current_database() and ${event} in (wait_event_type, wait_event)`;
    return (await found.execute(database.read)).rows.length;
  };
  await expect.poll(() => waiting("Lock")).toBe(1);
  finish.resolve();
  await expect.poll(() => waiting("PgSleep")).toBe(1);
  const late = database.write((writer) => sql`update audit_head set seq = 8`.execute(writer));
  await expect.poll(() => waiting("Lock")).toBe(1);
  await expect(late).rejects.toMatchObject({ id: "unavailable" });
  await Promise.all([old, migrating]);
  expect([ended, (await auditHead(database.read)).seq]).toEqual(["write,step,", 7]);
});

test("the step from 1.0 on PostgreSQL lets everybody write while it fills a table, and read while it waits for a reader", async () => {
  const { DATABASE_URL: connectionString = "" } = await emptyEnvironment("postgres");
  const mode = { before: async () => undefined };
  await migratePostgres(connectionString, mode, migrations.slice(0, 1));
  const [reader, other] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await Promise.all([reader.connect(), other.connect()]);
  onTestFinished(() => Promise.all([reader.end(), other.end()]).then(() => undefined));
  const waiting = async (event: string) => {
    const found = `select 1 from pg_stat_activity where datname = current_database() and '${event}' in (wait_event_type, wait_event)`;
    return (await other.query(found)).rowCount;
  };

  await other.query("create table candidate_briefly (left_by text); set statement_timeout = 2000");
  await reader.query("begin; lock table candidate_briefly");
  const migrating = migratePostgres(connectionString, mode, migrations);
  await expect.poll(() => waiting("Lock")).toBe(1);
  await other.query(`begin; ${shareWrites}; update audit_head set seq = 7; commit`);

  await reader.query("commit; begin; select 1 from candidate");
  await expect.poll(() => waiting("PgSleep")).toBe(1);
  const changed = migrations.flatMap(({ postgres }) => postgres.match(/(?<=^alter table )\w+/gm) ?? []);
  expect(changed).toContain("session");
  for (const table of changed) await other.query(`select 1 from ${table}`);
  await reader.query("commit");
  await migrating;
  expect(await other.query("select search_terms from candidate").catch(sqlState)).toBe("42703");
});

/** Replaces the function of amcheck by one that fails with the given error code. */
const checkThatSays = (state: string) =>
  sql.raw(`create function bt_index_check(regclass, boolean) returns void language plpgsql
    as $$ begin raise exception 'planted' using errcode = '${state}'; end $$`);

test.each([
  ["XX002", { problems: expect.arrayContaining([expect.stringMatching(/^index \w+: XX002$/)]) }],
  ["XX001", { problems: expect.arrayContaining([expect.stringMatching(/^index \w+: XX001$/)]) }],
  ["42501", { problems: [], unchecked: expect.stringContaining("may not call") }],
  ["42883", { problems: [], unchecked: expect.stringContaining("not installed") }],
])("a PostgreSQL index check that fails with %s is a problem only if the code means damage", async (state, said) => {
  const { database } = await openForTest(await freshEnvironment("postgres"));
  await checkThatSays(state).execute(database.read);
  expect(await database.checkIntegrity()).toEqual(said);
});

test("a PostgreSQL index check that cannot finish throws instead of returning a result", async () => {
  const { database } = await openForTest(await freshEnvironment("postgres"));
  await checkThatSays("55P03").execute(database.read);
  await expect(database.checkIntegrity()).rejects.toMatchObject({ code: "55P03" });
});

test(
  "writes that wait for a locked SQLite database are refused at the same time, not one after another",
  { timeout: 60_000 },
  async () => {
    const environment = await freshEnvironment("sqlite");
    const { database } = await openForTest(environment);
    using other = openDatabaseFile(environment);
    other.exec("begin immediate");
    const arrival = performance.now();
    const write = async () => {
      const written = database.write((writer) => sql`update audit_head set seq = seq + 1`.execute(writer));
      await expect(written).rejects.toMatchObject({ id: "unavailable" });
      return performance.now() - arrival;
    };
    const waited = await Promise.all(Array.from({ length: 6 }, write));
    expect(Math.max(...waited)).toBeLessThan(1.5 * Math.min(...waited));
    other.exec("rollback");
    await database.write((writer) => sql`update audit_head set seq = 7`.execute(writer));
    expect((await auditHead(database.read)).seq).toBe(7);
  },
);

describe("data that was deleted from SQLite while another process reads", () => {
  const planted = "PLANTED-NAME-7";

  async function deletedWhileRead() {
    const environment = await freshEnvironment("sqlite");
    const { database } = await openForTest(environment);
    const file = path.join(environment["DATA_DIR"] ?? "", "attestry.db");
    await database.write((writer) => sql`insert into limit_counter values (${planted}, 1, 1)`.execute(writer));
    const reader = new DatabaseSync(file, { readOnly: true });
    onTestFinished(() => reader.close());
    reader.exec("begin");
    reader.prepare("select count(*) from limit_counter").get();
    await database.write((writer) => sql`delete from limit_counter`.execute(writer));
    const isThere = async () => (await readFile(`${file}-wal`, "latin1")).includes(planted);
    return { database, reader, isThere };
  }

  test("is removed from the write-ahead log as soon as the reader finishes", async () => {
    const { database, reader, isThere } = await deletedWhileRead();
    const forgotten = database.forgetDeleted();
    expect(await isThere()).toBe(true);
    reader.exec("commit");
    await forgotten;
    expect(await isThere()).toBe(false);
  });

  test("is removed from the write-ahead log by a later call if the reader continues", async () => {
    const { database, reader, isThere } = await deletedWhileRead();
    await database.forgetDeleted();
    expect(await isThere()).toBe(true);
    reader.exec("commit");
    await database.forgetDeleted();
    expect(await isThere()).toBe(false);
  });
});

test("an unreadable lookup log is named in the error, which says that no records are in it", async () => {
  const environment = await freshEnvironment("sqlite");
  await (await openForTest(environment))[Symbol.asyncDispose]();
  await writeFile(path.join(environment["DATA_DIR"] ?? "", "attestry-lookups.db"), "this is no database ".repeat(500));
  const reopened = openForTest(environment);
  await expect(reopened).rejects.toThrow(StartRefused);
  await expect(reopened).rejects.toThrow(/log of lookups.*attestry-lookups\.db.*It contains no records/);
});

test("connections that PostgreSQL ends during writes make only those writes fail", { timeout: 30_000 }, async () => {
  const environment = await freshEnvironment("postgres");
  const { database } = await openForTest(environment);
  const url = new URL(environment["DATABASE_URL"] ?? "");
  const others = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: "postgres" }).href });
  await others.connect();
  onTestFinished(() => others.end());
  const connected = "from pg_stat_activity where datname = $1";
  const ask = async (question: string) =>
    (await others.query(`${question} ${connected}`, [url.pathname.slice(1)])).rowCount;
  const count = sql`update audit_head set seq = seq + 1`;
  for (let round = 0; round < 5; round += 1) {
    // Each write has its own connection, and sends no query while PostgreSQL ends that connection.
    const begun = Array.from({ length: 8 }, () => Promise.withResolvers<void>());
    const ended = Promise.withResolvers<void>();
    const writes = begun.map(({ resolve }) =>
      database.write(async (writer) => {
        await sql`select 1`.execute(writer);
        resolve();
        await ended.promise;
        await count.execute(writer);
      }),
    );
    const outcomes = Promise.allSettled(writes);
    await Promise.all(begun.map(({ promise }) => promise));
    expect(await ask("select pg_terminate_backend(pid)")).toBeGreaterThanOrEqual(writes.length);
    await expect.poll(() => ask("select pid")).toBe(0);
    ended.resolve();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { id: "unavailable" } });
    }
    await database.write((writer) => count.execute(writer));
  }
  expect((await auditHead(database.read)).seq).toBe(5);
});

test("an unreachable PostgreSQL stops the start with an error that names DATABASE_URL", async () => {
  const environment = await freshEnvironment("sqlite");
  const nowhere = openForTest({ ...environment, DATABASE_URL: "postgres://nobody@127.0.0.1:9/attestry" });
  await expect(nowhere).rejects.toThrow(StartRefused);
  await expect(nowhere).rejects.toThrow(/DATABASE_URL/);
});
