import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openMetrics } from "#server/metrics/metrics.ts";
import { insertRun, updateRun } from "#storage/database/backup-runs.ts";
import { admin } from "../support/accounts/people.ts";
import { localhostCertificate } from "../support/localhost-certificate.ts";
import { openDatabaseFile } from "../support/database-file.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { startServer } from "../support/processes/server.ts";
import { addTestRecord } from "../support/records.ts";
import { startSiteProcess } from "../support/site.ts";

const token = "a token for the tests alone";
const { url, portal, environment } = await startSiteProcess({ METRICS_TOKEN: token });

async function read(site = url): Promise<string> {
  const answer = await fetch(`${site}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return answer.text();
}

const delay = 'attestry_event_loop_delay_seconds{percentile="50"}';

const valueOf = (text: string, name: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")
      .at(-1),
  );

test("/metrics counts requests, lookups and process resources, and reveals nothing about anybody", async () => {
  const { passportNumber, name } = await addTestRecord(portal, admin, { passportNumber: "PLANTED4711" });
  await fetch(`${url}/result/${passportNumber}?name=${encodeURIComponent(name)}`);
  await fetch(`${url}/result/PLANTED0815`);
  await fetch(`${url}/PLANTED0815`, { method: "PROPFIND" });
  await fetch(`${url}/api/users/planted@agency.example`);
  await fetch(`${url}/Check_Visa`, { method: "POST", body: new URLSearchParams({ number: "PLANTED0815" }) });
  await portal.database.write(async (writer) => {
    await insertRun(writer, { id: "run", started_at: 5000, target: "somewhere" });
    await updateRun(writer, "run", { state: "done", ended_at: 7000 });
  });
  const text = await read();
  const requests = (labels: string) => valueOf(text, `attestry_request_duration_seconds_count{${labels}}`);
  expect(requests('route="/result/:passportNumber",method="GET",status="2xx"')).toBe(1);
  expect(requests('route="/result/:passportNumber",method="GET",status="4xx"')).toBe(1);
  expect(requests('route="/api/users/:email",method="GET",status="4xx"')).toBe(1);
  expect(requests('route="/*",method="other",status="4xx"')).toBe(1);
  expect(requests('route="/Check_Visa",method="POST",status="2xx"')).toBe(1);
  expect(
    valueOf(
      text,
      'attestry_request_duration_seconds_bucket{route="/result/:passportNumber",method="GET",status="2xx",le="+Inf"}',
    ),
  ).toBe(1);
  expect(valueOf(text, 'attestry_lookups_total{outcome="found"}')).toBe(1);
  expect(valueOf(text, 'attestry_lookups_total{outcome="none"}')).toBe(2);
  expect(valueOf(text, "attestry_decoder_queue")).toBe(0);
  expect(valueOf(text, "attestry_last_backup_timestamp_seconds")).toBe(7);
  expect(valueOf(text, "attestry_log_damaged")).toBe(0);
  expect(valueOf(text, "attestry_ready")).toBe(1);
  expect(valueOf(text, "attestry_failing_mails")).toBe(0);
  expect(valueOf(text, "attestry_disk_free_ratio")).toBeGreaterThan(0);
  expect(valueOf(text, "process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  // The delay is measured since the previous reading, and at least one timer must have ended in between.
  await expect.poll(async () => valueOf(await read(), delay)).toBeGreaterThan(0);
  for (const line of text.trimEnd().split("\n")) {
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="[^"\\]*",?)+\})? [\d.e+-]+)$/);
  }
  expect(text).not.toMatch(/planted|agency|127\.0\.0/i);
  expect(text).not.toContain(name);
});

test("slow queries are logged with their request, and counted on /metrics beside the connections", async () => {
  const ofPostgres = await freshEnvironment("postgres");
  const server = await startServer({ ...ofPostgres, METRICS_TOKEN: token, SLOW_QUERY_MS: "1" });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const connectionString = ofPostgres["DATABASE_URL"];
  const locking = new pg.Client({ connectionString });
  const watching = new pg.Client({ connectionString });
  await Promise.all([locking.connect(), watching.connect()]);
  await locking.query("begin; lock table candidate");
  const lookup = fetch(`${server.url}/result/PLANTED4711`);
  const connections = async (state: string) =>
    valueOf(await read(server.url), `attestry_database_connections{state="${state}"}`);
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%"passport_index" = $1%'`;
  await expect.poll(async () => (await watching.query(waiting)).rowCount).toBe(1);
  expect(await connections("busy")).toBeGreaterThan(0);
  await Promise.all([locking.end(), watching.end()]);
  const request = (await lookup).headers.get("x-request-id");
  const query = expect.stringMatching(/^select .* from "candidate" .*"passport_index" = \$1/);
  await expect
    .poll(() => server.log)
    .toContainEqual(
      expect.objectContaining({ level: "warn", msg: "slow query", ms: expect.any(Number), query, request }),
    );
  await expect.poll(() => connections("busy")).toBe(0);
  expect(await connections("waiting")).toBe(0);
  expect(valueOf(await read(server.url), "attestry_slow_queries_total")).toBeGreaterThan(0);
  expect(JSON.stringify(server.log)).not.toContain("PLANTED");
});

test("/metrics asks the database everything at once, so that a database that hangs costs one wait", async () => {
  const ofPostgres = await freshEnvironment("postgres");
  // In this process no job asks the same.
  using metrics = openMetrics(await openForTest(ofPostgres), token);
  const connectionString = ofPostgres["DATABASE_URL"];
  const locking = new pg.Client({ connectionString });
  const watching = new pg.Client({ connectionString });
  await Promise.all([locking.connect(), watching.connect()]);
  await locking.query("begin; lock table mail, backup_run");
  const reading = metrics.read();
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and
    (query like '%"mail" where "tries" >%' or query like '%from "backup_run" where %')`;
  await expect.poll(async () => (await watching.query(waiting)).rowCount).toBe(2);
  await Promise.all([locking.end(), watching.end()]);
  expect(await reading).toContain("attestry_failing_mails 0");
});

test("/metrics answers while a disk hangs, and asks it once", async () => {
  let asked = 0;
  const machine = {
    freeDiskShare: () => {
      asked += 1;
      return new Promise<number>(() => undefined);
    },
    certificateEnd: async () => null,
  };
  using metrics = openMetrics(portal, token, machine);
  const texts = await Promise.all([metrics.read(), metrics.read()]);
  for (const text of texts) expect(text).not.toContain("attestry_disk_free_ratio");
  expect([asked, valueOf(texts[0] ?? "", "attestry_ready")]).toEqual([1, 1]);
});

test("the end of the certificate is on /metrics, and 0 while browsers refuse it", async () => {
  const proxy = createServer(localhostCertificate);
  onTestFinished(() => void proxy.close());
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const fresh = await freshEnvironment("sqlite");
  const behind = {
    ...fresh,
    METRICS_TOKEN: token,
    PUBLIC_URL: `https://localhost:${(proxy.address() as AddressInfo).port}`,
  };
  const authority = `${fresh["DATA_DIR"]}/../authority.pem`;
  await writeFile(authority, localhostCertificate.cert);
  const end = async (server: { url: string }) =>
    valueOf(await read(server.url), "attestry_certificate_end_timestamp_seconds");
  await using untrusting = await startServer(behind);
  await expect.poll(() => end(untrusting)).toBe(0);
  await using server = await startServer({ ...behind, NODE_EXTRA_CA_CERTS: authority });
  await expect.poll(() => end(server)).toBe(Date.UTC(2120, 0, 1) / 1000);
});

test("each alert for Prometheus asks for a metric that the site has", async () => {
  const rules = await readFile("deploy/alerts.yml", "utf8");
  const asked = new Set(rules.match(/(?<=expr:.*)attestry_\w+/g));
  const has = await read();
  expect(asked.size).toBeGreaterThan(10);
  // Only with PostgreSQL, behind TLS, and after a failure or a check of a backup: other tests read them.
  const elsewhere = [
    "attestry_process_silent_seconds",
    "attestry_lock_holder",
    "attestry_database_connections",
    "attestry_certificate_end_timestamp_seconds",
    "attestry_backup_check_failed",
    "attestry_backup_check_timestamp_seconds",
    "attestry_job_failures_total",
  ];
  const known = (name: string) => has.includes(`# TYPE ${name.replace(/_count$/, "")} `) || elsewhere.includes(name);
  expect([...asked].filter((name) => !known(name))).toEqual([]);
});

test("/metrics counts failed jobs, and answers while the database fails", async () => {
  using database = openDatabaseFile(environment);
  for (const table of ["settings", "backup_run", "audit_head"])
    database.exec(`alter table ${table} rename to no_${table}`);
  const failures = async () => valueOf(await read(), 'attestry_job_failures_total{error="internal"}');
  await expect.poll(failures).toBeGreaterThan(0);
  expect(await read()).not.toContain("attestry_last_backup");
  await expect.poll(async () => valueOf(await read(), "attestry_ready")).toBe(0);
});
