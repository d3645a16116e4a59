import { describe, expect } from "vitest";
import type { OpenPortal } from "#server/open-portal.ts";
import {
  accountTestOn,
  freshEmail,
  goodPassword,
  otherPassword,
  Visitor,
} from "../support/accounts/account-visitor.ts";
import { realGuessingCosts, registered } from "../support/accounts/staff.ts";

/** Every one takes half a second. */
const trials = 5;

/** An address with an account, another one each time: ten tries lock it. */
async function addressesWithAccounts(portal: OpenPortal): Promise<() => string> {
  const emails = Array.from({ length: trials + 1 }, () => freshEmail());
  for (const email of emails) await registered(portal, email);
  await portal.database.write((writer) => writer.updateTable("person").set({ email_confirmed: 1 }).execute());
  return () => emails.pop() ?? expect.fail();
}

async function timeOf(step: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await step();
  return performance.now() - start;
}

/** The quickest of both, as a busy machine only ever adds; taken in turns so that its moods fall on either. */
async function ratio(known: () => Promise<unknown>, unknown: () => Promise<unknown>): Promise<number> {
  const times: [number[], number[]] = [[], []];
  await known();
  await unknown();
  for (let trial = 0; trial < trials; trial += 1) {
    times[0].push(await timeOf(known));
    times[1].push(await timeOf(unknown));
  }
  return Math.min(...times[0]) / Math.min(...times[1]);
}

/** Machines are noisy; a hash that only one of them costs is far outside of twice. */
function expectAlike(found: number, within = 2): void {
  expect(found).toBeGreaterThan(1 / within);
  expect(found).toBeLessThan(within);
}

describe("an address with an account takes as long as one without", () => {
  // How accounts are stored is tried on both engines by the other files of this folder.
  const test = accountTestOn("sqlite", {}, realGuessingCosts);

  test("at sign-in", async ({ portal }) => {
    const nextKnown = await addressesWithAccounts(portal);
    expectAlike(
      await ratio(
        () => new Visitor(portal).signIn(nextKnown(), otherPassword),
        () => new Visitor(portal).signIn(freshEmail(), otherPassword),
      ),
    );
  });

  test("at a sign-in with the password that one registered a moment ago", async ({ portal }) => {
    const nextKnown = await addressesWithAccounts(portal);
    const emails = Array.from({ length: trials + 1 }, () => freshEmail());
    const form = { password: otherPassword, name: "Rahim" };
    for (const email of emails) await new Visitor(portal).step("signUp", { ...form, email });
    const trySignIn = async (email: string) =>
      expect(await new Visitor(portal).signIn(email, otherPassword)).toEqual({
        ok: false,
        problem: "wrong-credentials",
      });
    const found = await ratio(
      () => trySignIn(nextKnown()),
      () => trySignIn(emails.pop() ?? expect.fail()),
    );
    // It writes another mail, which only waiting hides.
    expectAlike(found, 1.3);
  });

  test("at registration", async ({ portal }) => {
    const nextKnown = await addressesWithAccounts(portal);
    const signUp = (email: string) =>
      new Visitor(portal).step("signUp", { email, password: goodPassword, name: "Rahim" });
    expectAlike(
      await ratio(
        () => signUp(nextKnown()),
        () => signUp(freshEmail()),
      ),
    );
  });

  test("at a reset request", async ({ portal }) => {
    const nextKnown = await addressesWithAccounts(portal);
    const reset = (email: string) => new Visitor(portal).step("askForReset", { email });
    const found = await ratio(
      () => reset(nextKnown()),
      () => reset(freshEmail()),
    );
    // A link and a mail are two writes more, which only waiting hides.
    expectAlike(found, 1.3);
  });
});
