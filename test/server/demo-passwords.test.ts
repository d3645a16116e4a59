import { expect, test } from "vitest";
import { dhaka } from "#demo/agencies/dhaka.ts";
import { demoPassword, demoStaff } from "#demo/demo-staff.ts";
import { readConfig } from "#config";
import { readAccount } from "#operations/accounts/read-accounts.ts";
import { system } from "#core/accounts/actor.ts";
import { demoPasswords } from "../../src/cli/demo/demo-passwords.ts";
import { freshEnvironment, openForTest, whenTestEnds } from "../support/portals.ts";
import { outcomeOf } from "../support/accounts/account-visitor.ts";
import { realGuessingCosts } from "../support/accounts/fresh-accounts.ts";

test("the public demo password works only on a site that nobody else can reach", async () => {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment, whenTestEnds, realGuessingCosts);
  const caller = { headers: new Headers(), clientAddress: "192.0.2.1" };
  const isRight = async (password: string) =>
    (await outcomeOf(portal.accounts.signIn(caller, { email: demoStaff.moderator.email, password }))).ok;
  const at = (more: Record<string, string>) => demoPasswords(readConfig({ ...environment, ...more }), dhaka);
  const open = await at({ HOST: "0.0.0.0" });
  expect([open.areKnown, open.of("moderator") === demoPassword]).toEqual([false, false]);
  expect(await isRight(open.of("moderator"))).toBe(true);
  expect(await isRight(demoPassword)).toBe(false);
  const named = await at({ PUBLIC_URL: "https://demo.example.com" });
  expect(await isRight(open.of("moderator"))).toBe(false);
  expect(await isRight(named.of("moderator"))).toBe(true);
  expect(await at({ HOST: "127.0.0.1", TRUSTED_PROXIES: "127.0.0.1" })).toMatchObject({ areKnown: false });
  const closed = await at({ HOST: "127.0.0.1" });
  expect(closed).toMatchObject({ areKnown: true });
  expect(await isRight(demoPassword)).toBe(true);
  expect(await isRight(named.of("moderator"))).toBe(false);
  const { role } = await readAccount(portal, system("test"), demoStaff.moderator);
  expect(role).toBe("moderator");
});
