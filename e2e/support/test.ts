import { createHash } from "node:crypto";
import { test as base, expect } from "@playwright/test";
import { Clerk } from "./clerk.ts";
import { Member } from "./member.ts";
import { type PortalWishes, type StartedPortal, startPortal } from "./portal.ts";
import { Visitor } from "./visitor.ts";

type Fixtures = {
  /** From where the visitor comes. */
  address: string;
  visitor: Visitor;
  clerk: Clerk;
  /** Somebody with a confirmed account of their own. */
  member: Member;
  /** What the browser may complain of in this test; anything else fails it. */
  expectedComplaint: RegExp | null;
  /** A site for this test alone. It goes after the page that may still be fetching from it. */
  startsPortal: (wishes?: PortalWishes) => Promise<StartedPortal>;
};

type WorkerFixtures = { wishes: PortalWishes; portal: StartedPortal };

/** No two tests share what a visitor may miss. */
function addressOf(testId: string): string {
  const groups = createHash("sha256").update(testId).digest("hex").slice(0, 12).match(/.{4}/g);
  return ["2001", "db8", ...(groups ?? []), "0", "0", "1"].join(":");
}

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
  address: async ({}, use, { testId }) => use(addressOf(testId)),
  extraHTTPHeaders: async ({ address }, use) => use({ "X-Forwarded-For": address }),
  expectedComplaint: [null, { option: true }],

  startsPortal: async ({}, use) => {
    await using started = new AsyncDisposableStack();
    await use(async (wishes) => started.use(await startPortal(wishes)));
  },

  page: async ({ page, expectedComplaint, startsPortal: _goesAfter }, use) => {
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
