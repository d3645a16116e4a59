import { createHash } from "node:crypto";
import { test as base, expect } from "@playwright/test";
import type { Settings } from "#core/settings/settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { Member, withoutJavaScript } from "./member.ts";
import { type PortalOptions, type StartedPortal, type StartedProvider, startPortal, startProvider } from "./portal.ts";
import { changeSettingsTo } from "./records.ts";
import { Visitor } from "./visitor.ts";

type Fixtures = {
  /** The client address of the visitor. */
  address: string;
  visitor: Visitor;
  /** A person with a confirmed account, who signs in on the page for it. */
  member: Member;
  /** A new person with this role, already signed in. */
  admin: Member;
  moderator: Member;
  student: Member;
  /**
   * Settings of the site for this test. Before each test, all other settings are reset to those at the start of the
   * site.
   */
  settings: Partial<Settings>;
  /** Its button is on the site for the tests that ask for it. */
  provider: StartedProvider;
  isSetAsWished: boolean;
  /** Allows messages that the browser may log as errors in this test. Any other error fails the test. */
  allowConsoleErrors: ((of: RegExp) => void) & { expected: RegExp[] };
  /** Errors that every test of a file expects. */
  expectedComplaint: RegExp | null;
  /** The theme that the visitor chose before. */
  theme: "dark" | "light" | null;
  /** Starts a site for this test alone. The site is disposed of after the page, which may still be fetching from it. */
  startsPortal: (wishes?: PortalOptions) => Promise<StartedPortal>;
};

type WorkerFixtures = { portal: StartedPortal; firstSettings: Settings };

/** No two tests share an address, so none uses up the misses of another. */
function addressOf(testId: string): string {
  const groups = createHash("sha256").update(testId).digest("hex").slice(0, 12).match(/.{4}/g);
  return ["2001", "db8", ...(groups ?? []), "0", "0", "1"].join(":");
}

/** The browser logs the status of every refused request. A missing page or file (404) still fails the test. */
const refusal = /status of 4(?!04)\d\d/;

/** React Router catches no error of an answer that another navigation aborts while it is read. Nobody misses that answer. */
const replaced = /^BodyStreamBuffer was aborted$/;

export { expect };

export const test = base.extend<Fixtures, WorkerFixtures>({
  // No test may wish another site for all tests of a worker: Playwright would start another worker for it.
  portal: [
    async ({}, use) => {
      await using portal = await startPortal();
      await use(portal);
    },
    { scope: "worker" },
  ],
  firstSettings: [async ({ portal }, use) => use(await currentSettings(portal.office)), { scope: "worker" }],
  settings: [{}, { option: true }],
  isSetAsWished: [
    async ({ portal, firstSettings, settings }, use) => {
      await changeSettingsTo(portal.office, { ...firstSettings, ...settings });
      await use(true);
    },
    { auto: true },
  ],
  provider: async ({ portal }, use) => {
    await using provider = await startProvider(portal);
    await use(provider);
  },
  baseURL: async ({ portal }, use) => use(portal.url),
  address: async ({}, use, { testId }) => use(addressOf(testId)),
  extraHTTPHeaders: async ({ address }, use) => use({ "X-Forwarded-For": address }),
  expectedComplaint: [null, { option: true }],
  theme: [null, { option: true }],
  allowConsoleErrors: async ({}, use) => {
    const expected: RegExp[] = [];
    const may = (of: RegExp) => void expected.push(of);
    await use(Object.assign(may, { expected }));
  },

  startsPortal: async ({}, use) => {
    await using started = new AsyncDisposableStack();
    await use(async (wishes) => started.use(await startPortal(wishes)));
  },

  page: async (
    { page, javaScriptEnabled, theme, expectedComplaint, allowConsoleErrors, startsPortal: _goesAfter },
    use,
  ) => {
    if (!javaScriptEnabled) withoutJavaScript.add(page.context());
    if (theme) await page.addInitScript((choice) => localStorage.setItem("theme", choice), theme);
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await use(page);
    const expected = [
      refusal,
      replaced,
      ...allowConsoleErrors.expected,
      ...(expectedComplaint ? [expectedComplaint] : []),
    ];
    const unexpected = complaints.filter((text) => !expected.some((one) => one.test(text)));
    expect(unexpected, "the browser complained").toEqual([]);
  },

  visitor: async ({ page }, use) => use(new Visitor(page)),
  member: async ({ page, portal }, use) => use(await Member.joins(portal, page)),
  admin: async ({ page, portal }, use) => use(await Member.signedIn(portal, page, "admin")),
  moderator: async ({ page, portal }, use) => use(await Member.signedIn(portal, page, "moderator")),
  student: async ({ page, portal }, use) => use(await Member.signedIn(portal, page, "student")),
});

type Journey = Parameters<typeof test>[2];

/** Defines a journey in a browser without JavaScript. Reports name this file, so the title must name the page. */
export function withoutScripts(title: string, journey: Journey): void {
  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });
    test(title, journey);
  });
}

/** Defines a journey twice: with JavaScript and without. */
export function alsoWithoutScripts(title: string, journey: Journey): void {
  test(title, journey);
  withoutScripts(title, journey);
}
