// Injects the faults of docs/scale-run.md into a site of several processes and measures lookups: npm run scale [row…]
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { findDamage } from "../faults/data-checks.ts";
import { nginx } from "../support/processes/nginx.ts";
import { pgbouncer } from "../support/processes/pgbouncer.ts";
import { sharedMemory } from "../support/shared-memory.ts";
import type { Crowd } from "./clients.ts";
import { type Fault, faults, disableSynchronousCommit } from "./faults.ts";
import { measureLookups, rowsOfLookups } from "./measure-lookups.ts";
import { serveSite, type ServedSite } from "./served-site.ts";
import { type Outcome, problemsOf, tryFault } from "./try-fault.ts";
import { markdownTable, writeFigures } from "./written-tables.ts";

const crowd: Crowd = { lookups: 3, writers: 2, uploads: 1, pauseMs: 40 };
/** The control gets several tries, because a crash may happen when everything is already written. */
const controlRounds = 5;

const headOfFaults = ["row", "what is done", "requests", "asked again", "lost", "failed after one retry", "slowest"];
const costs = ["PgBouncer, µs", "PostgreSQL, µs", "clients, µs"];
const headOfProcesses = [
  "between",
  "processes",
  "lookups a second",
  "against one",
  "processes, µs",
  "nginx, µs",
].concat(costs, "others, processors");
const headOfClients = ["between", "clients", "lookups a second", "process, µs", ...costs];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    processes: { type: "string", default: "2" },
    faults: { type: "boolean", default: false },
    lookups: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

function refuseToRun(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

const unknown = positionals.filter((name) => !Object.hasOwn(faults, name));
if (unknown.length > 0)
  refuseToRun(`There is no row ${unknown.join(", ")}: name some of ${Object.keys(faults).join(", ")}.`);
const count = Number(values.processes);
if (!(count >= 2 && count <= 16)) refuseToRun("--processes takes 2 to 16.");
if (!nginx) refuseToRun("nginx is not installed: nothing can stand before several processes.");

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function cellsOf(name: string, { does }: Pick<Fault, "does">, outcome: Outcome): string[] {
  const failed = [...outcome.failed].map(([what, times]) => `${times} × ${what}`).join(", ");
  const failures = failed === "" ? "0" : `${failed}; for ${seconds(outcome.failingMs)}`;
  const lost = String(outcome.lost.length);
  return [
    `\`${name}\``,
    does,
    outcome.requests.toLocaleString("en"),
    String(outcome.again),
    lost,
    failures,
    seconds(outcome.slowestMs),
  ];
}

async function rowOf(site: ServedSite, name: string, fault: Fault): Promise<string[]> {
  if (fault.needs === "PgBouncer" && !site.pgbouncer)
    return [`\`${name}\``, fault.does, "", "", "", "not run: PgBouncer is not installed", ""];
  const outcome = await tryFault(site, () => fault.hurt(site), crowd);
  for (const problem of problemsOf(outcome, fault.isOnly)) {
    console.log(`  ${problem}`);
    process.exitCode = 1;
  }
  return cellsOf(name, fault, outcome);
}

/** The control: a PostgreSQL that loses data must show losses, or the zeros in the other rows mean nothing. */
async function controlRow(site: ServedSite): Promise<string[]> {
  const does = "PostgreSQL with `synchronous_commit = off`, `kill -9`, started again";
  const kill = async () => void process.kill(site.postgres.pid(), "SIGKILL");
  await disableSynchronousCommit(site);
  for (let round = 1; ; round += 1) {
    const outcome = await tryFault(site, kill, crowd);
    if (outcome.lost.length === 0 && round < controlRounds) continue;
    if (outcome.lost.length === 0) process.exitCode = 1;
    console.log(`  the control: ${outcome.lost[0] ?? "NOTHING WAS SEEN"}`);
    return cellsOf("control", { does }, outcome);
  }
}

async function tryFaults(site: ServedSite): Promise<void> {
  const rows: string[][] = [];
  const wanted = Object.entries(faults).filter(([name]) => positionals.length === 0 || positionals.includes(name));
  for (const [name, fault] of wanted) {
    console.log(`${name}: ${fault.does} …`);
    const row = await rowOf(site, name, fault);
    rows.push(row);
    console.log(`  ${row.slice(2).join(" | ")}`);
  }
  const broken = await findDamage(site.environment);
  for (const problem of broken) console.log(`  ${problem}`);
  if (positionals.length === 0) rows.push(await controlRow(site));
  const internal = site.processes.flatMap((served) => served.faults);
  for (const line of internal) console.log(`  ${line}`);
  if (broken.length + internal.length > 0) process.exitCode = 1;
  const text = markdownTable(headOfFaults, rows);
  console.log(text);
  if (values.write && positionals.length === 0) await writeFigures("faults", `${conditions()}\n\n${text}`);
}

async function tryLookups(folder: string): Promise<void> {
  const byProcesses: string[][] = [];
  const byClients: string[][] = [];
  const free: string[] = [];
  for (const way of ["PgBouncer", "nothing"] as const) {
    if (way === "PgBouncer" && !pgbouncer) continue;
    await using site = await serveSite(await mkdtemp(path.join(folder, "lookups-")), 4, way);
    const measured = await measureLookups(site);
    const rows = rowsOfLookups(measured, way);
    byProcesses.push(...rows.byProcesses);
    byClients.push(...rows.byClients);
    free.push(`${measured.free.toFixed(1)} of ${measured.processors} processors were free before (${way} between)`);
  }
  const tables = [markdownTable(headOfProcesses, byProcesses), markdownTable(headOfClients, byClients)];
  const text = `${conditions()} ${free.join("; ")}.\n\n${tables.join("\n\nOne process, without nginx:\n\n")}`;
  console.log(text);
  if (values.write) await writeFigures("lookups", text);
}

function conditions(): string {
  const day = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  const load = loadavg()[0]?.toFixed(1);
  return `Of a run on ${day}, on ${availableParallelism()} processors with a load of ${load} at its end, Node ${process.versions.node}.`;
}

if (!pgbouncer) console.log("PgBouncer is not installed: the processes speak to PostgreSQL itself.");
const place = (await sharedMemory(4)) ?? tmpdir();
const folder = await mkdtemp(path.join(place, "attestry-scale-"));
try {
  if (!values.lookups) {
    await using site = await serveSite(await mkdtemp(path.join(folder, "faults-")), count);
    await tryFaults(site);
  }
  if (values.lookups || (!values.faults && positionals.length === 0)) await tryLookups(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
