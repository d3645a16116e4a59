// Runs all checks and tests. `--fast` skips the slow ones.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Outcome, failuresIn, outcomeOfCheck, outcomeOfRunner, shortened, total } from "./test/outcome.ts";
import { node, packaged, runWhole, succeeds } from "./test/run-program.ts";

type Part = { name: string; run: () => Promise<Outcome> };

/** Parts that run one after another, or at the same time. */
type Plan = Part | { inOrder: Plan[] } | { together: Plan[] };

const announce = (name: string) => console.log(`\n── ${name}`);

/** A check whose output is printed at its end, because other parts run at the same time. */
const check = (name: string, command: string[], environment: NodeJS.ProcessEnv = {}): Part => ({
  name,
  run: async () => {
    const { succeeded, output } = await runWhole(command, environment);
    announce(name);
    process.stdout.write(output);
    return outcomeOfCheck(succeeded);
  },
});

/** A test runner that writes its JSON report to a file. */
const runner = (name: string, run: (report: string) => Promise<boolean>): Part => ({
  name,
  run: async () => {
    announce(name);
    const folder = await mkdtemp(path.join(tmpdir(), "attestry-report-"));
    try {
      const report = path.join(folder, "report.json");
      const succeeded = await run(report);
      return outcomeOfRunner(await readFile(report, "utf8").catch(() => ""), succeeded);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});

const vitest = (name: string, ...projects: ("unit" | "integration")[]): Part =>
  runner(name, (report) => {
    const chosen = projects.map((project) => `--project=${project}`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile=${report}`];
    return succeeds(packaged("vitest", "run", ...chosen, ...reporters));
  });

const journeys = runner("browser journeys", (report) =>
  succeeds(packaged("playwright", "test", "--reporter=list,json"), { PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
);

/** Lets the type checker, a Go program, collect garbage less often. With Go's default, that takes a seventh of its time. */
const lessGarbageCollection = { GOGC: "400" };

const checks: Plan = {
  together: [
    check("formatting", packaged("oxfmt", "--check")),
    check("lint and types", packaged("oxlint"), lessGarbageCollection),
    check("dead code", packaged("knip")),
    // Finds files of src that only tests or tools use.
    check("dead code in src", packaged("knip", "--production", "--include", "files,dependencies")),
  ],
};

/** Lint and types need the messages and route types, which the first part makes. */
const fast: Plan = {
  inOrder: [check("generated code", node("tools/build.ts", "--types")), checks, vitest("unit tests", "unit")],
};
const whole: Plan = {
  inOrder: [
    check("build", node("tools/ready.mjs", "build")),
    // Integration tests and journeys wait a lot: for databases, child processes and browsers. Together they leave no
    // processor idle. Journeys begin after the checks, because lint needs gigabytes.
    { together: [vitest("tests", "unit", "integration"), { inOrder: [checks, journeys] }] },
  ],
};

async function runPart({ name, run }: Part): Promise<Ended> {
  const started = performance.now();
  const outcome = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return { ...outcome, line: `${name.padEnd(18)}${seconds.padStart(7)} s   ${inWords(outcome)}` };
}

function inWords({ passed, failed, skipped, trouble }: Outcome): string {
  const numbers = `${passed} passed, ${failed} failed`;
  const more = [skipped > 0 && `${skipped} skipped, which counts as failed`, trouble].filter(Boolean);
  return [numbers, ...more].join("; ");
}

type Ended = Outcome & { line: string };

async function carryOut(plan: Plan): Promise<Ended[]> {
  if ("run" in plan) return [await runPart(plan)];
  if ("together" in plan) return (await Promise.all(plan.together.map(carryOut))).flat();
  const ended: Ended[] = [];
  for (const next of plan.inOrder) ended.push(...(await carryOut(next)));
  return ended;
}

const outcomes = await carryOut(process.argv.includes("--fast") ? fast : whole);
const sum = total(outcomes);
for (const failure of sum.failures) console.log(`\n${shortened(failure)}`);
console.log(`\n${outcomes.map(({ line }) => line).join("\n")}\n`);
console.log(`${sum.passed} passed, ${failuresIn(sum)} failed`);
process.exitCode = failuresIn(sum) > 0 ? 1 : 0;
