import { z } from "zod";

/** What one part of the tests came to. `trouble` says what no number can. */
export type Outcome = { passed: number; failed: number; skipped: number; trouble?: string };

const nothing: Outcome = { passed: 0, failed: 0, skipped: 0 };

/** A check that holds or does not counts as one. */
export const outcomeOfCheck = (succeeded: boolean): Outcome => ({ ...nothing, [succeeded ? "passed" : "failed"]: 1 });

const vitestSchema = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }));

const playwrightSchema = z
  .object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  })
  .transform(({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
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
});

const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0);

/** What is skipped was not shown to work, so it counts as failed. */
export const failuresIn = ({ failed, skipped }: Outcome): number => failed + skipped;
