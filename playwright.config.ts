import path from "node:path";
import { defineConfig } from "@playwright/test";
import { chromiumLaunchOptions } from "#test/support/browser/chromium.ts";
import { fakeCamera } from "./e2e/support/camera.ts";

// Workers load the sources faster with Node's compile cache of earlier runs, as in src/main.ts.
process.env["NODE_COMPILE_CACHE"] ??= path.resolve("build/compiled");

const usual = await chromiumLaunchOptions();

export default defineConfig({
  testDir: "e2e",
  // Node loads these files without a transform, which takes many seconds of processor time in a new clone.
  build: { external: ["**/src/**", "**/test/support/**", "**/build/**"] },
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
