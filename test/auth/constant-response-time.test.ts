import { describe, expect } from "vitest";
import type { OpenPortal } from "#server/open-portal.ts";
import {
  accountTestOn,
  freshEmail,
  goodPassword,
  otherPassword,
  Visitor,
} from "../support/accounts/account-visitor.ts";
import { realGuessingCosts, registered } from "../support/accounts/fresh-accounts.ts";
import { changeRows } from "../support/change-rows.ts";

/** Each trial takes half a second. */
const trials = 5;

/** Returns a function that gives another address with an account at each call, because ten tries lock an account. */
async function addressesWithAccounts(portal: OpenPortal): Promise<() => string> {
  const emails = Array.from({ length: trials + 1 }, () => freshEmail());
  for (const email of emails) await registered(portal, email);
  await changeRows(portal, "person", { email_confirmed: 1 });
  return () => emails.pop() ?? expect.fail();
}

async function timeOf(step: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await step();
  return performance.now() - start;
}

/** Divides the fastest times: load only makes a trial slower. The trials alternate, so that load affects both steps. */
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

/** Allows for noise. If only one of the two steps computed a password hash, the ratio would be far above 2. */
function expectAlike(found: number, within = 2): void {
  expect(found).toBeGreaterThan(1 / within);
  expect(found).toBeLessThan(within);
}

describe("a request takes as long for an address with an account as for one without,", () => {
  // The other files in this folder test the storage of accounts on both engines.
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

  test("at sign-in with the right password of an unconfirmed registration", async ({ portal }) => {
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
    // The unconfirmed address causes one more mail. Only waiting hides the time to write it.
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

  test("at a request for a password reset", async ({ portal }) => {
    const nextKnown = await addressesWithAccounts(portal);
    const reset = (email: string) => new Visitor(portal).step("askForReset", { email });
    const found = await ratio(
      () => reset(nextKnown()),
      () => reset(freshEmail()),
    );
    // The known address causes two more writes, a link and a mail. Only waiting hides their time.
    expectAlike(found, 1.3);
  });
});
