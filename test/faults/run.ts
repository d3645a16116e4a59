// Injects the faults of docs/faults.md into served sites and prints the results: npm run faults [row…]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { packaged, succeeds } from "../../tools/test/run-program.ts";
import { createDatabase, startPostgres } from "../support/processes/postgres.ts";
import { sharedMemory } from "../support/shared-memory.ts";
import { missingNeeds } from "./needs.ts";
import { type Row, rows } from "./rows.ts";
import { nothingYet, type Shown } from "./shown.ts";
import type { Workplace } from "./workplace.ts";

type Line = Record<"fault" | "rounds" | "acknowledged" | "problems" | "slowest return" | "control", string | number>;

/** Returns why a row cannot run on this machine, or null. */
function reasonToSkip({ needs }: Row): string | null {
  const missing = missingNeeds(needs);
  return missing.length === 0 ? null : `skipped: it needs ${missing.join(", ")}`;
}

async function lineOf(name: string, row: Row, workplace: Workplace): Promise<Line> {
  const reason = reasonToSkip(row);
  const nothing = { fault: name, rounds: 0, acknowledged: 0, problems: "", "slowest return": "", control: "" };
  if (reason !== null) return { ...nothing, problems: reason };
  console.log(`${name}: ${row.promise} …`);
  const { rounds, acknowledged, slowestMs, ...shown } = await row.run(workplace, row.rounds).catch(failed);
  const problems = [...shown.problems, ...shown.late];
  for (const problem of problems) console.log(`  ${problem}`);
  const seen = row.control ? (await row.control.run(workplace, row.control.rounds)).problems : null;
  if (seen) console.log(`  the control: ${seen[0] ?? "nothing was seen"}`);
  if (problems.length > 0 || seen?.length === 0) process.exitCode = 1;
  return {
    fault: name,
    rounds,
    acknowledged,
    problems: problems.length,
    "slowest return": slowestMs > 0 ? `${(slowestMs / 1000).toFixed(1)} s` : "",
    control: seen === null ? "" : seen.length > 0 ? "seen" : "NOT SEEN",
  };
}

/** The result of a row that threw: the other rows still run. */
const failed = (error: unknown): Shown => ({ ...nothingYet(0), problems: [String(error)] });

/** PostgreSQL's default settings. */
const asOperatorsHaveIt = "";

async function openWorkplace(): Promise<Workplace & { close: () => Promise<void> }> {
  // In memory if there is room. The rows that cut the power make their own disk.
  const place = (await sharedMemory(4)) ?? tmpdir();
  const server = await startPostgres(place, asOperatorsHaveIt);
  const folder = await mkdtemp(path.join(place, "attestry-faults-"));
  return {
    folder,
    newFolder: () => mkdtemp(path.join(folder, "site-")),
    newDatabase: () => createDatabase(server.url),
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(rows, name));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(", ")}: name some of ${Object.keys(rows).join(", ")}.`);
  process.exit(2);
}

/** Runs tests that take long or need programs that few machines have: the proxies of deploy/. */
async function testsBeforeRelease(): Promise<void> {
  if (!(await succeeds(packaged("vitest", "run", "--project=before-release")))) process.exitCode = 1;
}

if (wanted.length === 0) await testsBeforeRelease();
const workplace = await openWorkplace();
const lines: Line[] = [];
try {
  for (const [name, row] of Object.entries(rows)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const line = await lineOf(name, row, workplace);
    lines.push(line);
    // A whole run takes long: a user who interrupts it has the finished rows.
    console.log(`  ${Object.values(line).join(" | ")}`);
  }
} finally {
  await workplace.close();
}
console.table(lines);
