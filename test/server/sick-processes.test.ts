import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openMetrics } from "#server/metrics/metrics.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { beat } from "#operations/portal/processes.ts";
import { ownName } from "#storage/database/process-name.ts";
import { attestry } from "../support/command.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { python } from "../support/processes/python.ts";

const { host } = ownName();

type Line = { name: string; level: string; found: string; todo?: string };

/** What doctor and the metrics say of a site. */
async function reportsOf(portal: Portal, environment: Record<string, string>) {
  using metrics = openMetrics(portal, "a token for the tests alone");
  const [{ out }, text] = await Promise.all([attestry(environment, ["doctor", "--json"]), metrics.read()]);
  const lines = new Map((JSON.parse(out) as Line[]).map((line) => [line.name, line]));
  return { line: (name: string) => lines.get(name), metrics: text };
}

/** Writes the row of another process as if its last beat was 20 seconds earlier. */
async function addSilent(portal: Portal, pid: number): Promise<void> {
  const { lookups } = portal.database;
  const processId = `${host}.${pid}.00000000`;
  await beat({ ...portal, processId });
  await lookups.write((writer) =>
    sql`update process set seen_at = seen_at - 20000 where id = ${processId}`.execute(writer),
  );
}

test("doctor and the metrics name the process that holds the lock of SQLite, and since when it is silent", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment);
  const holder = spawn(process.execPath, [
    "--eval",
    `const file = new (require("node:sqlite").DatabaseSync)(${JSON.stringify(`${environment["DATA_DIR"]}/attestry.db`)});
    process.stdin.resume().once("data", () => { file.exec("begin immediate"); console.log("holds"); });`,
  ]);
  onTestFinished(() => void holder.kill("SIGKILL"));
  await addSilent(portal, Number(holder.pid));
  holder.stdin.write("now");
  await once(holder.stdout, "data");
  holder.kill("SIGSTOP");
  const { line, metrics } = await reportsOf(portal, environment);
  // Whoever reads can do so: another process can start, and doctor finds the database in order.
  await openForTest(environment);
  expect(line("Database")).toMatchObject({ level: "ok" });
  expect(line("Processes")).toMatchObject({
    level: "wrong",
    found: expect.stringMatching(
      new RegExp(
        `^Process ${holder.pid} on ${host} \\(\\S+\\) keeps the site from changing anything, and has not answered since 20.* UTC\\.$`,
      ),
    ),
    todo: expect.stringContaining(`kill -9 ${holder.pid}`),
  });
  expect(metrics).toMatch(
    new RegExp(`^attestry_process_silent_seconds\\{process="${holder.pid} on ${host}"\\} 2\\d`, "m"),
  );
  expect(metrics).toMatch(
    new RegExp(`^attestry_lock_holder\\{process="${holder.pid} on ${host}",program="\\S+"\\} 1$`, "m"),
  );
  expect(metrics).toMatch(/^attestry_ready 0$/m);
  expect(metrics).toMatch(/^attestry_lookups_ready 1$/m);
});

/** Locks the byte of SQLite's lock as open files and not as a process, so that Linux does not say who has it. */
const unseenLock = `import fcntl, struct, sys
files = [open(name, "r+b") for name in sys.argv[1:]]
for file in files:
  fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, 0, 120, 1, 0) + bytes(4))
print("holds", flush=True)
sys.stdin.read()`;

test.skipIf(python === "")(
  "doctor and the metrics say that a program holds the lock of SQLite that they cannot see, and who is silent",
  async () => {
    const environment = await freshEnvironment("sqlite");
    const portal = await openForTest(environment);
    await addSilent(portal, 4711);
    const files = ["attestry.db-shm", "attestry-lookups.db-shm"].map((name) => `${environment["DATA_DIR"]}/${name}`);
    const holder = spawn(python, ["-c", unseenLock, ...files]);
    onTestFinished(() => void holder.kill("SIGKILL"));
    await once(holder.stdout, "data");
    const { line, metrics } = await reportsOf(portal, environment);
    expect(line("Processes")).toMatchObject({
      level: "wrong",
      found: expect.stringMatching(
        /^A program that cannot be seen from here keeps the site from changing anything\. Process 4711 /,
      ),
      todo: expect.stringContaining("Otherwise: Find what uses DATA_DIR, also in other containers, and end it there."),
    });
    expect(metrics).toMatch(
      /^attestry_lock_holder\{process="A program that cannot be seen from here",program="[^"]+"\} 1$/m,
    );
  },
);

test("doctor and the metrics name the session that holds a lock of PostgreSQL, and a process that is silent", async () => {
  const environment = await freshEnvironment("postgres");
  const portal = await openForTest(environment);
  await addSilent(portal, 4711);
  const holder = new pg.Client({ connectionString: environment["DATABASE_URL"], application_name: "psql" });
  await holder.connect();
  onTestFinished(() => holder.end());
  const { rows } = await holder.query<{ pid: number }>("select pg_backend_pid() as pid");
  await holder.query("begin; select 1 from audit_head for update");
  await expect.poll(() => portal.database.lockHolders(), { timeout: 5000 }).toHaveLength(1);
  const { line, metrics } = await reportsOf(portal, environment);
  expect(line("Processes")?.found).toMatch(/^psql keeps the site from changing anything, since 20\S+ \S+ UTC\. /);
  expect(line("Processes")?.found).toMatch(/ Process 4711 on \S+ has not answered since 20\S+ \S+ UTC\.$/);
  expect(line("Processes")?.todo).toContain(`pg_terminate_backend(${rows[0]?.pid})`);
  expect(metrics).toContain('attestry_lock_holder{process="psql",program="psql"} 1\n');
  expect(metrics).toMatch(/^attestry_process_silent_seconds\{process="4711 on [^"]+"\} 2\d/m);
});

test.each(["candidate in exclusive mode", "share_code in share mode"])(
  "doctor names the session that locks the table %s although nobody has waited for it",
  async (locked) => {
    const environment = await freshEnvironment("postgres");
    const { database } = await openForTest(environment);
    const holder = new pg.Client({ connectionString: environment["DATABASE_URL"], application_name: "psql" });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`begin; lock table ${locked}`);
    await expect
      .poll(() => database.lockHolders(), { timeout: 5000 })
      .toMatchObject([{ program: "psql", process: null }]);
    const { out } = await attestry(environment, ["doctor", "--json"]);
    const line = (JSON.parse(out) as Line[]).find(({ name }) => name === "Processes");
    expect(line).toMatchObject({ level: "wrong", todo: expect.stringContaining("select pg_terminate_backend(") });
    await holder.query("rollback");
    expect(await database.lockHolders()).toEqual([]);
  },
);

test("a busy site on PostgreSQL names nobody: writers that queue for a second each hold the lock for a moment", async () => {
  const { database } = await openForTest(await freshEnvironment("postgres"));
  const briefly = () =>
    database.write(async (writer) => {
      await sql`select 1 from audit_head for update`.execute(writer);
      await sql`select pg_sleep(0.2)`.execute(writer);
    });
  let areDone = false;
  const writers = Promise.all(Array.from({ length: 7 }, briefly)).finally(() => (areDone = true));
  while (!areDone) expect(await database.lockHolders()).toEqual([]);
  await writers;
});

test("a transaction with many short statements is named while others wait for it", async () => {
  const { database } = await openForTest(await freshEnvironment("postgres"));
  const lock = sql`select 1 from audit_head for update`;
  const { holders, waiting } = await database.write(async (writer) => {
    await lock.execute(writer);
    let isWaiting = true;
    const other = database.write((waiter) => lock.execute(waiter)).catch(() => undefined);
    const ended = other.finally(() => (isWaiting = false));
    let found = await database.lockHolders();
    while (isWaiting && found.length === 0) {
      await lock.execute(writer);
      found = await database.lockHolders();
    }
    return { holders: found, waiting: ended };
  });
  await waiting;
  expect(holders).toMatchObject([{ process: ownName() }]);
  expect(holders[0]?.heldMs).toBeGreaterThan(500);
});
