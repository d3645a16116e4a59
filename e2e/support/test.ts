import { test as base, expect } from "@playwright/test";
import type { Settings } from "#core/settings/settings.ts";
import { Clerk } from "./clerk.ts";
import { type StartedPortal, startPortal } from "./portal.ts";
import { Visitor } from "./visitor.ts";

type Fixtures = {
  visitor: Visitor;
  clerk: Clerk;
  /** What the browser may complain of in this test; anything else fails it. */
  expectedComplaint: RegExp | null;
};

type WorkerFixtures = {
  settings: Partial<Settings>;
  /** Settings of the environment beside those that every portal of the journeys has. */
  environment: Record<string, string>;
  portal: StartedPortal;
};

export { expect };

export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: "worker" }],
  environment: [{}, { option: true, scope: "worker" }],
  portal: [
    async ({ settings, environment }, use) => {
      await using portal = await startPortal(settings, environment);
      await use(portal);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  expectedComplaint: [null, { option: true }],

  page: async ({ page, expectedComplaint }, use) => {
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await use(page);
    const unexpected = complaints.filter((text) => !expectedComplaint?.test(text));
    expect(unexpected, "the browser complained").toEqual([]);
  },

  visitor: async ({ page }, use) => use(new Visitor(page)),
  clerk: async ({ page }, use) => use(new Clerk(page)),
});
