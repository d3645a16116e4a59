import { describe, expect, test } from "vitest";
import { failuresIn, outcomeOfCheck, outcomeOfRunner, total } from "./outcome.ts";

const vitest = (passed: number, failed: number, pending = 0, todo = 0) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: pending, numTodoTests: todo });
const playwright = (expected: number, unexpected: number, flaky = 0, skipped = 0) =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped } });

describe("a runner", () => {
  test("counts as it says", () => {
    expect(outcomeOfRunner(vitest(5, 0), true)).toEqual({ passed: 5, failed: 0, skipped: 0 });
    expect(outcomeOfRunner(vitest(5, 2, 1, 3), false)).toEqual({ passed: 5, failed: 2, skipped: 4 });
    expect(outcomeOfRunner(playwright(7, 1, 2, 1), false)).toEqual({ passed: 7, failed: 3, skipped: 1 });
  });

  test.for([
    ["ran nothing", vitest(0, 0), true, "it ran nothing"],
    ["ran nothing and skipped all", playwright(0, 0, 0, 4), true, "it ran nothing"],
    ["left no report", "", true, "it left no report"],
    ["left half a report", vitest(5, 0).slice(0, 20), true, "it left no report"],
    ["left a report of something else", "{}", true, "it left no report"],
    ["failed although no test did", vitest(5, 0), false, "it failed outside its tests"],
  ] as const)("that %s fails", ([, report, succeeded, trouble]) => {
    expect(outcomeOfRunner(report, succeeded)).toMatchObject({ failed: 1, trouble });
  });
});

describe("the sum", () => {
  test("adds all parts up", () => {
    const parts = [outcomeOfCheck(true), outcomeOfCheck(false), outcomeOfRunner(vitest(5, 2), false)];
    expect(total(parts)).toEqual({ passed: 6, failed: 3, skipped: 0 });
  });

  test("takes what was skipped for failed", () => {
    expect(failuresIn(total([outcomeOfRunner(vitest(5, 1, 2), false)]))).toBe(3);
    expect(failuresIn(total([outcomeOfCheck(true)]))).toBe(0);
  });
});
