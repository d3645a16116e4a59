import { defineConfig } from "@playwright/test";
import { chromiumLaunchOptions } from "#test/support/browser/chromium.ts";

const launchOptions = await chromiumLaunchOptions();

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/portal.ts",
  // One more than most machines of a CI have processors: browsers wait, too.
  workers: 3,
  // A page is looked through for barriers many times, on machines that do other things besides.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 0,
  forbidOnly: true,
  reporter: "list",
  outputDir: "test-results",
  use: {
    launchOptions,
    screenshot: "only-on-failure",
    // A device that asks for a light page gets one; theme.spec.ts shows it.
    colorScheme: "dark",
    // Journeys that hold requests back would not see those that a worker answers. offline.spec.ts has it work.
    serviceWorkers: "block",
  },
});
