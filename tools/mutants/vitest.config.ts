import { defineConfig } from "vitest/config";
import { separateScripts } from "../vite/separate-scripts.ts";

/** The unit tests alone: a mutant is tried with the tests that run it, and those of the project `integration` take too long. */
export default defineConfig({
  plugins: [separateScripts({ isBuild: false })],
  test: {
    include: ["{packages,src}/**/*.test.{ts,tsx}"],
    setupFiles: ["test/support/fail-on-console-error.ts", "test/support/begin-in-english.ts"],
    testTimeout: 60_000,
    server: { deps: { external: [/\/i18n\/compiled\//] } },
  },
});
