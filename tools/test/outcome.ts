import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** What one part of the tests came to. `trouble` says what no number can. */
export type Outcome = { passed: number; failed: number; skipped: number; failures: Failure[]; trouble?: string };

export type Failure = { test: string; message: string };

const nothing: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** A check that holds or does not counts as one. */
export const outcomeOfCheck = (succeeded: boolean): Outcome => ({ ...nothing, [succeeded ? "passed" : "failed"]: 1 });

const vitestSchema = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        message: z.string(),
        assertionResults: z.array(
          z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) }),
        ),
      }),
    ),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
      const file = path.basename(name);
      const failed = assertionResults.filter((result) => result.status === "failed");
      if (status === "failed" && failed.length === 0) return [{ test: file, message }];
      return failed.map((result) => ({
        test: `${file} › ${result.fullName}`,
        message: result.failureMessages.join("\n"),
      }));
    }),
  }));

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().default("") })) })),
    }),
  ),
});

const suiteSchema = z.object({
  specs: z.array(specSchema),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});

type Suite = z.infer<typeof suiteSchema>;

const specsOf = ({ specs, suites = [] }: Suite): z.infer<typeof specSchema>[] => [...specs, ...suites.flatMap(specsOf)];

const playwrightSchema = z
  .object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
    suites: z.array(suiteSchema),
  })
  .transform(({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ projectName, results }): Failure => ({
          test: `[${projectName}] ${file}:${line} › ${title}`,
          message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n"),
        })),
    ),
  }));

const reportSchema = z.union([vitestSchema, playwrightSchema]);

/** The numbers in the JSON report of vitest or Playwright, which must agree with how the runner ended. */
export function outcomeOfRunner(report: string, succeeded: boolean): Outcome {
  const counts = countsIn(report);
  if (counts === null) return { ...nothing, failed: 1, trouble: "it left no report" };
  if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, trouble: "it ran nothing" };
  if (!succeeded && counts.failed === 0) return { ...counts, failed: 1, trouble: "it failed outside its tests" };
  return counts;
}

function countsIn(report: string): Outcome | null {
  try {
    return reportSchema.parse(JSON.parse(report));
  } catch {
    return null;
  }
}

export const total = (outcomes: readonly Outcome[]): Outcome => ({
  passed: sum(outcomes.map(({ passed }) => passed)),
  failed: sum(outcomes.map(({ failed }) => failed)),
  skipped: sum(outcomes.map(({ skipped }) => skipped)),
  failures: outcomes.flatMap(({ failures }) => failures),
});

const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0);

/** What is skipped was not shown to work, so it counts as failed. */
export const failuresIn = ({ failed, skipped }: Outcome): number => failed + skipped;

const mostLines = 12;

/** What failed, said once more at the end: what ran after it has pushed it out of sight. */
export function retold({ test, message }: Failure): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [`✗ ${test}`, ...lines.slice(0, mostLines).map((line) => `    ${line}`)].join("\n");
}
