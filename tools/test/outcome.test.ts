import { describe, expect, test } from "vitest";
import { failuresIn, outcomeOfCheck, outcomeOfRunner, shortened, total } from "./outcome.ts";

const vitest = (passed: number, failed: number, pending = 0, todo = 0, testResults: unknown[] = []) =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: todo,
    testResults,
  });
const playwright = (expected: number, unexpected: number, flaky = 0, skipped = 0, suites: unknown[] = []) =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped }, suites });

describe("a runner", () => {
  test("has the numbers of its report", () => {
    expect(outcomeOfRunner(vitest(5, 0), true)).toEqual({ passed: 5, failed: 0, skipped: 0, failures: [] });
    expect(outcomeOfRunner(vitest(5, 2, 1, 3), false)).toEqual({ passed: 5, failed: 2, skipped: 4, failures: [] });
    expect(outcomeOfRunner(playwright(7, 1, 2, 1), false)).toEqual({ passed: 7, failed: 3, skipped: 1, failures: [] });
  });

  test.for([
    ["ran nothing", vitest(0, 0), true, "it ran nothing"],
    ["ran nothing and skipped all", playwright(0, 0, 0, 4), true, "it ran nothing"],
    ["left no report", "", true, "it left no report"],
    ["left half a report", vitest(5, 0).slice(0, 20), true, "it left no report"],
    ["left a report of something else", "{}", true, "it left no report"],
    ["failed although no test failed", vitest(5, 0), false, "it failed outside its tests"],
  ] as const)("that %s fails", ([, report, succeeded, trouble]) => {
    expect(outcomeOfRunner(report, succeeded)).toMatchObject({ failed: 1, trouble });
  });
});

describe("the total", () => {
  test("adds up all parts", () => {
    const parts = [outcomeOfCheck(true), outcomeOfCheck(false), outcomeOfRunner(vitest(5, 2), false)];
    expect(total(parts)).toEqual({ passed: 6, failed: 3, skipped: 0, failures: [] });
  });

  test("counts skipped tests as failed", () => {
    expect(failuresIn(total([outcomeOfRunner(vitest(5, 1, 2), false)]))).toBe(3);
    expect(failuresIn(total([outcomeOfCheck(true)]))).toBe(0);
  });
});

describe("a failure", () => {
  test("is named for a test, and for a file that could not run", () => {
    const report = vitest(1, 1, 0, 0, [
      {
        name: "/somewhere/test/sum.test.ts",
        status: "failed",
        message: "",
        assertionResults: [
          { fullName: "a sum adds", status: "passed", failureMessages: [] },
          { fullName: "a sum carries", status: "failed", failureMessages: ["Error: 1 is not 2"] },
        ],
      },
      { name: "/somewhere/test/broken.test.ts", status: "failed", message: "No such module", assertionResults: [] },
    ]);
    expect(outcomeOfRunner(report, false).failures).toEqual([
      { test: "sum.test.ts › a sum carries", message: "Error: 1 is not 2" },
      { test: "broken.test.ts", message: "No such module" },
    ]);
  });

  test("of a journey is named by all titles above it", () => {
    const spec = (title: string, status: string, message: string) => ({
      title,
      tests: [{ status, results: [{ errors: [{ message }] }] }],
    });
    const inner = { title: "in Bangla", specs: [spec("is found", "unexpected", "Timed out")] };
    const report = playwright(1, 1, 0, 0, [
      { title: "find.spec.ts", specs: [spec("is there", "expected", "")], suites: [inner] },
    ]);
    expect(outcomeOfRunner(report, false).failures).toEqual([
      { test: "find.spec.ts › in Bangla › is found", message: "Timed out" },
    ]);
  });

  test("is shown in a few lines, without colours", () => {
    const message = `\u001B[31mred\u001B[39m\n\n${"more\n".repeat(50)}`;
    const lines = shortened({ test: "a sum", message }).split("\n");
    expect(lines.slice(0, 3)).toEqual(["✗ a sum", "    red", "    more"]);
    expect(lines).toHaveLength(13);
  });
});
