import { defineConfig } from "@playwright/test";
import { chromiumLaunchOptions } from "#test/support/browser/chromium.ts";
import { fakeCamera } from "./e2e/support/camera.ts";

const usual = await chromiumLaunchOptions();

export default defineConfig({
  testDir: "e2e",
  // These files need no transform. In a new clone, that of the 2,000 messages takes 13 seconds of processor time.
  build: { external: ["**/src/i18n/compiled/**", "**/build/**"] },
  globalSetup: "./e2e/support/portal.ts",
  // Most CI machines have two processors. A third worker uses the time that the browsers wait.
  workers: 3,
  // A test checks a page for accessibility problems many times, and the machine may be busy with other work.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 0,
  forbidOnly: true,
  reporter: "list",
  outputDir: "test-results",
  use: {
    launchOptions: { ...usual, args: [...(usual.args ?? []), ...fakeCamera] },
    screenshot: "only-on-failure",
    // theme.spec.ts tests devices that prefer a light page.
    colorScheme: "dark",
    // Tests that intercept requests would not see requests that a service worker answers.
    // offline.spec.ts allows the service worker.
    serviceWorkers: "block",
  },
});
