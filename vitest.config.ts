import { defineConfig } from "vitest/config";
import { catalogVersions } from "./tools/catalog-versions.ts";

const needsPostgres = "**/*.integration.test.ts";

export default defineConfig({
  plugins: [catalogVersions],
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is polled is waited for; a test that promises a time says so itself.
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ["test/support/fail-on-console-error.ts"],
    // Files of one worker share what they import: to load it anew takes longer than many a file's tests.
    isolate: false,
    // Node loads the 2,000 messages as they are: to transform each takes longer.
    server: { deps: { external: [/\/i18n\/compiled\//] } },
    // Much of their time many wait for databases, child processes and what takes a constant time.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          setupFiles: ["test/support/begin-in-english.ts"],
          include: ["{src,tools,bench,test/house}/**/*.test.{ts,tsx}"],
          exclude: [needsPostgres],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["test/**/*.test.ts", `src/${needsPostgres}`],
          exclude: ["test/house/**", "test/support/**"],
          setupFiles: ["test/support/close-after-file.ts"],
          globalSetup: ["test/support/global-setup.ts"],
        },
      },
    ],
  },
});
