import { beforeAll, expect, onTestFinished, test } from "vitest";
import { checkReplicas } from "#cli/doctor/check-stores.ts";
import { openParts } from "#cli/doctor/open-parts.ts";
import { readConfig } from "#config";
import { runJobs } from "#jobs/run-jobs.ts";
import type { Portal } from "#operations/portal.ts";
import { listNews, searchNews } from "#operations/posts/read-posts.ts";
import { decideOnRecord, deleteRecord, hideRecord, unhideRecord } from "#operations/records/change-record.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { publicSettings } from "#operations/settings/current-settings.ts";
import { openMetrics } from "#server/metrics/metrics.ts";
import { proxyBefore } from "../faults/postgres-proxy.ts";
import { admin, particulars } from "../support/accounts/people.ts";
import { emptyEnvironment, freshEnvironment, openForTest, whenFileEnds } from "../support/portals.ts";
import { freePort } from "../support/processes/free-port.ts";
import { pgbouncer, startPgbouncer } from "../support/processes/pgbouncer.ts";
import { askServer, createDatabase, type PostgresServer, startPostgres } from "../support/processes/postgres.ts";
import { addTestRecord } from "../support/records.ts";
import { sharedMemory } from "../support/shared-memory.ts";

const settings = "-c fsync=off -c full_page_writes=off -c autovacuum=off";
let primary: PostgresServer;
let standby: PostgresServer;

beforeAll(async () => {
  const place = (await sharedMemory()) ?? undefined;
  primary = await startPostgres(place, settings);
  whenFileEnds(() => primary.stop());
  standby = await startPostgres(place, settings, { primary });
  whenFileEnds(() => standby.stop());
});

const hostOf = ({ url }: { url: string }) => new URL(url).host;

/** Returns the URL of the same database on other servers. */
const at = (hosts: readonly string[], url: string): string => url.replace(new URL(url).host, hosts.join(","));

async function newSite(replicas: readonly string[] = [hostOf(standby)]) {
  const { DATA_DIR = "" } = await emptyEnvironment("sqlite");
  const DATABASE_URL = await createDatabase(primary.url);
  return { DATA_DIR, DATABASE_URL, DATABASE_READ_URL: at(replicas, DATABASE_URL) };
}

/** Opens a portal with its jobs, like a serving process, until the test ends or `stop` is called. */
async function serve(environment: Record<string, string>) {
  const toStop: (() => PromiseLike<void>)[] = [];
  const portal = await openForTest(environment, (stop) => void toStop.push(stop));
  const jobs = runJobs(portal, () => undefined);
  toStop.push(() => jobs[Symbol.asyncDispose]());
  const stop = async () => {
    for (const end of toStop.splice(0).toReversed()) await end();
  };
  onTestFinished(stop);
  const finds = async (number: string) => (await lookUpRecord(portal, { by: "passport", number })) !== null;
  return { portal, finds, stop };
}

const inUse = ({ database }: Portal) => database.replicas?.count().used;

async function untilInUse(portal: Portal, count: number): Promise<void> {
  await expect.poll(() => inUse(portal), { interval: 20 }).toBe(count);
}

/** Returns how many index scans of a table PostgreSQL counted on this server. */
async function readsAt(url: string, table: "candidate" | "post"): Promise<number> {
  const [row] = await askServer(url, `select idx_scan from pg_stat_user_tables where relname = '${table}'`);
  return Number(row?.["idx_scan"]);
}

const isGone = (error: unknown) => expect(error).toMatchObject({ id: "not-found" });

test("a record that was hidden, denied, deleted or renumbered is found by no process, even while a replica is paused", async () => {
  const environment = await newSite();
  const [{ portal }, there] = [await serve(environment), await serve(environment)];
  const [hidden, denied, deleted] = [
    await addTestRecord(portal),
    await addTestRecord(portal),
    await addTestRecord(portal),
  ];
  const [renumbered, twice, open] = [
    await addTestRecord(portal),
    await addTestRecord(portal),
    await addTestRecord(portal),
  ];
  await untilInUse(portal, 1);
  await untilInUse(there.portal, 1);

  const resume = () => askServer(standby.url, "select pg_wal_replay_resume()");
  onTestFinished(async () => void (await resume()));
  await askServer(standby.url, "select pg_wal_replay_pause()");
  // One of the two deletions fails because the record no longer exists.
  const deleteTwice = [portal, there.portal].map((from) => () => deleteRecord(from, admin, twice).catch(isGone));
  const takings = [
    { of: hidden, take: () => hideRecord(portal, admin, hidden) },
    { of: denied, take: () => decideOnRecord(portal, admin, denied, "deny") },
    { of: deleted, take: () => deleteRecord(portal, admin, deleted) },
    { of: twice, take: () => Promise.race(deleteTwice.map((take) => take())) },
    { of: renumbered, take: () => updateRecord(portal, admin, renumbered, { particulars: particulars(), images: {} }) },
  ];
  const findAfter = takings.map(async ({ of: { passportNumber }, take }) => {
    await take();
    return [await there.finds(passportNumber), await there.finds(passportNumber)];
  });
  expect((await Promise.all(findAfter)).flat()).not.toContain(true);
  expect([inUse(portal), inUse(there.portal)]).toEqual([0, 0]);
  expect(await there.finds(open.passportNumber)).toBe(true);

  await resume();
  await untilInUse(there.portal, 1);
  expect(await portal.database.replicas?.catchUp()).toEqual([]);
  await hideRecord(portal, admin, open);
  expect(await there.finds(open.passportNumber)).toBe(false);
  await unhideRecord(portal, admin, open);
  await changeSettings(portal, admin, { change: { lookupPolicy: "guarded" } });
  expect(await there.finds(open.passportNumber)).toBe(false);
  expect((await publicSettings(there.portal)).lookupPolicy).toBe("guarded");
});

test("replicas answer lookups, directly or through a pooler, and the writer answers them as soon as a replica fails", async ({
  annotate,
}) => {
  using proxy = await proxyBefore(standby.url);
  const port = await freePort();
  if (!pgbouncer) await annotate("PgBouncer is not installed here: nothing was tried through it");
  const environment = await newSite(pgbouncer ? [hostOf(proxy), `127.0.0.1:${port}`] : [hostOf(proxy)]);
  {
    await using _pooler = pgbouncer ? await startPgbouncer(standby.url, port) : null;
    const { portal, finds, stop } = await serve(environment);
    const { passportNumber } = await addTestRecord(portal);
    const all = pgbouncer ? 2 : 1;
    await untilInUse(portal, all);
    await portal.database.replicas?.catchUp();
    for (let times = 0; times < 100; times += 1) expect(await finds(passportNumber)).toBe(true);
    expect(await listNews(portal)).toEqual({ posts: [], next: null });
    expect(await searchNews(portal, "visa")).toEqual({ posts: [], isMore: false });
    for (const mood of ["cuts", "swallows"] as const) {
      proxy.set(mood);
      const found = await Promise.all(Array.from({ length: 20 }, () => finds(passportNumber)));
      expect(found).not.toContain(false);
      await untilInUse(portal, all - 1);
      proxy.set("passes");
      await untilInUse(portal, all);
    }
    // PostgreSQL updates its statistics at the latest when a connection ends.
    await stop();
  }
  const onStandby = at([hostOf(standby)], environment.DATABASE_URL);
  await expect.poll(() => readsAt(onStandby, "candidate")).toBeGreaterThanOrEqual(90);
  expect(await readsAt(onStandby, "post")).toBeGreaterThan(0);
});

test("a replica whose connections broke is not read until it shows a later beat: it may have restarted with older data", async () => {
  using proxy = await proxyBefore(standby.url);
  const { database } = await openForTest(await newSite([hostOf(proxy)]));
  // On a busy machine a beat may already be too old when the replica shows it. So each poll writes another beat.
  const usedAfterBeat = async () => {
    await database.replicas?.catchUp();
    return database.replicas?.count().used;
  };
  await expect.poll(usedAfterBeat).toBe(1);
  proxy.set("cuts");
  proxy.set("passes");
  // Sooner than a beat becomes too old.
  await expect.poll(() => database.replicas?.count().used, { timeout: 600, interval: 5 }).toBe(0);
  await expect.poll(usedAfterBeat).toBe(1);
});

test("a server that does not follow this site's writer is never read, and SQLite has no replicas", async () => {
  const { DATABASE_URL: foreign = "" } = await freshEnvironment("postgres");
  const environment = { ...(await newSite()), DATABASE_READ_URL: foreign };
  const { portal, finds } = await serve(environment);
  const { passportNumber } = await addTestRecord(portal);
  expect(await portal.database.replicas?.catchUp()).toEqual([new URL(foreign).host]);
  expect(inUse(portal)).toBe(0);
  expect(await finds(passportNumber)).toBe(true);
  using metrics = openMetrics(portal, "");
  const shown = await metrics.read();
  expect(shown).toMatch(
    /^attestry_replicas\{state="used"\} 0\nattestry_replicas\{state="writer"\} 0\nattestry_replicas\{state="out"\} 1$/m,
  );
  expect(shown).toMatch(/^attestry_database_connections\{state="idle"\} \d+$/m);
  await using site = openParts(readConfig(environment));
  expect(await checkReplicas(site)).toMatchObject({
    level: "warning",
    found: expect.stringMatching(/^0 of 1 are up to date\./),
  });
  const onSqlite = { ...(await emptyEnvironment("sqlite")), DATABASE_READ_URL: foreign };
  await expect(openForTest(onSqlite)).rejects.toThrow("DATABASE_READ_URL needs a PostgreSQL address");
});

/** Must be the last test of this file: afterwards only one server is left. */
test("a replica that is promoted is used as the writer", async () => {
  const { DATABASE_READ_URL: both, ...environment } = await newSite([hostOf(primary), hostOf(standby)]);
  const { portal, finds } = await serve({ ...environment, DATABASE_URL: both, DATABASE_READ_URL: both });
  const record = await addTestRecord(portal);
  const count = () => portal.database.replicas?.count();
  await expect.poll(count).toEqual({ used: 1, writer: 1, out: 0 });
  await portal.database.replicas?.catchUp();
  await primary.stop();
  await untilInUse(portal, 0);
  await askServer(standby.url, "select pg_promote()");
  await expect.poll(count).toEqual({ used: 0, writer: 1, out: 1 });
  expect(await finds(record.passportNumber)).toBe(true);
  await hideRecord(portal, admin, record);
  expect(await finds(record.passportNumber)).toBe(false);
});
