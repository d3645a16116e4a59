import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { separateScripts } from "./tools/vite/separate-scripts.ts";

/** Small files with long tests. In a new clone, Vitest knows no durations and would run them last, one of them alone. */
const longTests = [
  "test/faults/faults.test.ts",
  "test/decade/decade.test.ts",
  "test/server/matrix.test.ts",
  "test/server/no-oracle.test.ts",
  "test/auth/constant-response-time.test.ts",
  "src/web/dashboard/passport/read-passport.test.ts",
];

class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longTests.some((name) => moduleId.endsWith(name));
    // oxlint-disable-next-line unicorn/no-array-sort -- This is not the method of an array.
    const sorted = await super.sort(files);
    // By project, because another worker is started for a file of another project.
    const projects = Map.groupBy(sorted, ({ project }) => project).values();
    return [...projects].flatMap((some) => [...some.filter(isLong), ...some.filter((file) => !isLong(file))]);
  }
}

// Workers and the child processes of tests start faster with Node's compile cache of earlier runs, as in src/main.ts.
process.env["NODE_COMPILE_CACHE"] ??= path.resolve("build/compiled");

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // `expect.poll` waits up to this long. A test that checks a time limit sets its own timeout.
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ["test/support/fail-on-console-error.ts"],
    // Test files in one worker share imported modules. Importing them again takes longer than the tests of many files.
    isolate: false,
    // Node loads the messages, some megabytes, without a transform.
    server: { deps: { external: [/\/i18n\/compiled\//] } },
    // Many tests mostly wait: for databases, for child processes and for responses with a constant time.
    maxWorkers: 4,
    // With V8's small defaults, workers collect garbage for a tenth of their processor time. A heap that begins at 400 MB
    // is marked once in a minute of tests, where a growing one is marked five times.
    execArgv: ["--max-semi-space-size=16", "--initial-heap-size=400"],
    sequence: { sequencer: LongTestsFirst },
    projects: [
      {
        extends: true,
        plugins: [separateScripts({ isBuild: false })],
        test: {
          name: "unit",
          setupFiles: ["test/support/begin-in-english.ts"],
          include: ["{packages,src,tools,bench,test/house}/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["test/**/*.test.ts"],
          exclude: ["test/house/**", "test/support/**", "test/before-release/**"],
          setupFiles: ["test/support/close-after-file.ts"],
          globalSetup: ["test/support/global-setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          // `npm run faults` runs these.
          name: "before-release",
          include: ["test/before-release/**/*.test.ts"],
          setupFiles: ["test/support/close-after-file.ts"],
          globalSetup: ["test/support/global-setup.ts"],
        },
      },
    ],
  },
});
