import { test as base, expect } from "@playwright/test";
import { Clerk } from "./clerk.ts";
import { Member } from "./member.ts";
import { type PortalWishes, type StartedPortal, startPortal } from "./portal.ts";
import { Visitor } from "./visitor.ts";

type Fixtures = {
  visitor: Visitor;
  clerk: Clerk;
  /** Somebody with a confirmed account of their own. */
  member: Member;
  /** What the browser may complain of in this test; anything else fails it. */
  expectedComplaint: RegExp | null;
};

type WorkerFixtures = { wishes: PortalWishes; portal: StartedPortal };

let journeys = 0;

export { expect };

export const test = base.extend<Fixtures, WorkerFixtures>({
  wishes: [{}, { option: true, scope: "worker" }],
  portal: [
    async ({ wishes }, use) => {
      await using portal = await startPortal(wishes);
      await use(portal);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  // A function of the fixtures is the only way to a new address for each test.
  extraHTTPHeaders: async ({}, use) => {
    journeys += 1;
    await use({ "X-Forwarded-For": `198.51.${journeys >> 8}.${journeys & 255}` });
  },
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
  member: async ({ page, portal }, use) => use(await Member.joins(portal, page)),
  clerk: async ({ page }, use) => use(new Clerk(page)),
});
