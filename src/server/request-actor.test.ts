import { expect, test } from "vitest";
import type { Accounts, SignedIn } from "#core/accounts/accounts.ts";
import { anonymous } from "#core/accounts/actor.ts";
import { requestActor } from "./request-actor.ts";

const person = { actor: { kind: "account", id: "p", role: "student" }, sessionId: "s" } as SignedIn;

/** Accounts that only know who is signed in. `asked` has the client address of each call. */
function countingAccounts(found: SignedIn | null) {
  const asked: unknown[] = [];
  const signedIn: Accounts["signedIn"] = async (caller) => {
    asked.push(caller.clientAddress);
    return found;
  };
  return { asked, accounts: { signedIn } };
}

const browserAlone = { takesToken: false, uploadKey: "", metricsToken: "" };
const programsToo = { takesToken: true, uploadKey: "", metricsToken: "" };

const request = (headers: Record<string, string>, query = "") =>
  new Request(`http://site.example/images${query}`, { headers });

test("a request without credentials is anonymous, and accounts are not queried", async () => {
  const { asked, accounts } = countingAccounts(person);
  const identified = requestActor(accounts, request({ "User-Agent": "x" }), "192.0.2.1", programsToo);
  expect([await identified.actor(), await identified.signedIn()]).toEqual([anonymous, null]);
  expect(asked).toEqual([]);
});

test.each([{ Cookie: "a=b" }, { Authorization: "Bearer x" }])(
  "a request with %j is identified once, and only when needed",
  async (headers) => {
    const { asked, accounts } = countingAccounts(person);
    const identified = requestActor(accounts, request(headers), "192.0.2.1", programsToo);
    expect(asked).toEqual([]);
    const actor = { ...person.actor, from: { clientAddress: "192.0.2.1", browser: expect.any(String) } };
    expect([await identified.actor(), await identified.signedIn()]).toEqual([actor, { ...person, actor }]);
    expect(asked).toEqual(["192.0.2.1"]);
  },
);

test("a route for browsers ignores a token, and still accepts the cookie beside it", async () => {
  const { asked, accounts } = countingAccounts(person);
  const bearer = { Authorization: "Bearer x" };
  expect(await requestActor(accounts, request(bearer), "192.0.2.1", browserAlone).signedIn()).toBeNull();
  expect(asked).toEqual([]);
  const both = requestActor(accounts, request({ ...bearer, Cookie: "a=b" }), "192.0.2.1", browserAlone);
  expect(await both.signedIn()).toMatchObject(person);
});
