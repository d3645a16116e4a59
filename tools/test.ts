// Runs all checks and tests. `--fast` skips the slow ones.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Outcome, failuresIn, outcomeOfCheck, outcomeOfRunner, shortened, total } from "./test/outcome.ts";
import { node, packaged, runWhole, succeeds } from "./test/run-program.ts";

/** `output` is printed after the step. */
type Part = { name: string; run: () => Promise<Outcome & { output?: string }> };

const announce = (name: string) => console.log(`\n── ${name}`);

/** Programs, one after another. Their output is printed at the end of the step, because other parts run at the same time. */
const check = (name: string, ...programs: string[][]): Part => ({
  name,
  run: async () => {
    let output = "";
    for (const program of programs) {
      const ended = await runWhole(program);
      output += ended.output;
      if (!ended.succeeded) return { ...outcomeOfCheck(false), output };
    }
    return { ...outcomeOfCheck(true), output };
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

// Lets the type checker, a Go program, collect garbage less often. With Go's default, that takes a fifth of its time.
process.env["GOGC"] ??= "1000";

const checks = [
  check("formatting", packaged("oxfmt", "--check")),
  check("lint, types, dead code", node("tools/build.ts", "--types"), packaged("oxlint"), packaged("knip")),
];

/** The steps run one after another, the parts of a step at the same time. */
const fast = [checks, [vitest("unit tests", "unit")]];
const whole = [
  // The bundler keeps one processor busy.
  [check("build", node("tools/ready.mjs", "build")), ...checks],
  [vitest("tests", "unit", "integration")],
  [journeys],
];

async function runPart({ name, run }: Part) {
  const started = performance.now();
  const outcome = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return { ...outcome, name, line: `${name.padEnd(24)}${seconds.padStart(7)} s   ${inWords(outcome)}` };
}

function inWords({ passed, failed, skipped, trouble }: Outcome): string {
  const numbers = `${passed} passed, ${failed} failed`;
  const more = [skipped > 0 && `${skipped} skipped, which counts as failed`, trouble].filter(Boolean);
  return [numbers, ...more].join("; ");
}

const outcomes: Awaited<ReturnType<typeof runPart>>[] = [];
for (const step of process.argv.includes("--fast") ? fast : whole) {
  const ended = await Promise.all(step.map(runPart));
  for (const { name, output } of ended) {
    if (output === undefined) continue;
    announce(name);
    process.stdout.write(output);
  }
  outcomes.push(...ended);
}

const sum = total(outcomes);
for (const failure of sum.failures) console.log(`\n${shortened(failure)}`);
console.log(`\n${outcomes.map(({ line }) => line).join("\n")}\n`);
console.log(`${sum.passed} passed, ${failuresIn(sum)} failed`);
process.exitCode = failuresIn(sum) > 0 ? 1 : 0;
