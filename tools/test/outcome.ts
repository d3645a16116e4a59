import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";

/** The outcome of one part of the tests. `trouble` describes what the numbers cannot show. */
export type Outcome = { passed: number; failed: number; skipped: number; failures: Failure[]; trouble?: string };

export type Failure = { test: string; message: string };

const nothing: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** A check counts as one test. */
export const outcomeOfCheck = (succeeded: boolean): Outcome => ({ ...nothing, [succeeded ? "passed" : "failed"]: 1 });

function ofVitest(report: JsonTestResults): Outcome {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const file = path.basename(name);
    const failed = assertionResults.filter((result) => result.status === "failed");
    if (status === "failed" && failed.length === 0) return [{ test: file, message }];
    return failed.map(({ fullName, failureMessages }) => ({
      test: `${file} › ${fullName}`,
      message: (failureMessages ?? []).join("\n"),
    }));
  });
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped, failures };
}

/** A journey with several variants has a suite for each variant: its name consists of all titles. */
function failuresOf({ title, specs, suites = [] }: JSONReportSuite): Failure[] {
  const own = specs.flatMap(({ title: test, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n"))
      .map((message): Failure => ({ test, message })),
  );
  return [...own, ...suites.flatMap(failuresOf)].map(({ test, message }) => ({ test: `${title} › ${test}`, message }));
}

function ofPlaywright({ stats, suites }: JSONReport): Outcome {
  const { expected, unexpected, flaky, skipped } = stats;
  return { passed: expected, failed: unexpected + flaky, skipped, failures: suites.flatMap(failuresOf) };
}

/** The numbers of the JSON report of vitest or Playwright. They must agree with how the runner ended. */
export function outcomeOfRunner(report: string, succeeded: boolean): Outcome {
  const counts = countsIn(report);
  if (counts === null) return { ...nothing, failed: 1, trouble: "it left no report" };
  if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, trouble: "it ran nothing" };
  if (!succeeded && counts.failed === 0) return { ...counts, failed: 1, trouble: "it failed outside its tests" };
  return counts;
}

function countsIn(report: string): Outcome | null {
  try {
    const parsed = JSON.parse(report) as JsonTestResults | JSONReport;
    return "stats" in parsed ? ofPlaywright(parsed) : ofVitest(parsed);
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

/** A skipped test was not shown to work, so it counts as failed. */
export const failuresIn = ({ failed, skipped }: Outcome): number => failed + skipped;

const maxLines = 12;

/** The first lines of a failure, for the list at the end. */
export function shortened({ test, message }: Failure): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [`✗ ${test}`, ...lines.slice(0, maxLines).map((line) => `    ${line}`)].join("\n");
}
