import { expect, test } from "vitest";
import type { Accounts, SignedIn } from "#core/staff/accounts.ts";
import { anonymous, uploadProgram } from "#core/staff/actor.ts";
import { requestActor } from "./request-actor.ts";

const person = { actor: { kind: "staff", id: "p", role: "student" }, sessionId: "s" } as SignedIn;

/** Accounts that only know who is signed in, and how often they were asked. */
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

test("who brings nothing is nobody, without anybody being asked", async () => {
  const { asked, accounts } = countingAccounts(person);
  const identified = requestActor(accounts, request({ "User-Agent": "x" }), "192.0.2.1", programsToo);
  expect([await identified.actor(), await identified.signedIn()]).toEqual([anonymous, null]);
  expect(asked).toEqual([]);
});

test.each([{ Cookie: "a=b" }, { Authorization: "Bearer x" }])(
  "who brings %j is asked about once, and late",
  async (headers) => {
    const { asked, accounts } = countingAccounts(person);
    const identified = requestActor(accounts, request(headers), "192.0.2.1", programsToo);
    expect(asked).toEqual([]);
    const actor = { ...person.actor, from: { clientAddress: "192.0.2.1", browser: expect.any(String) } };
    expect([await identified.actor(), await identified.signedIn()]).toEqual([actor, { ...person, actor }]);
    expect(asked).toEqual(["192.0.2.1"]);
  },
);

test.each([
  ["?key=the+upload+key+of+this", "the upload key of this", uploadProgram],
  ["?key=another", "the upload key of this", anonymous],
  ["?key=", "the upload key of this", anonymous],
  ["", "the upload key of this", anonymous],
  ["?key=", "", anonymous],
  ["?key=undefined", "", anonymous],
])("%j where the key is %j is %j", async (query, key, actor) => {
  const { accounts } = countingAccounts(null);
  expect(
    await requestActor(accounts, request({}, query), "192.0.2.1", { ...browserAlone, uploadKey: key }).actor(),
  ).toEqual(actor);
});

test("a token is nothing where browsers alone are asked for, and takes nothing from their cookie", async () => {
  const { asked, accounts } = countingAccounts(person);
  const bearer = { Authorization: "Bearer x" };
  expect(await requestActor(accounts, request(bearer), "192.0.2.1", browserAlone).signedIn()).toBeNull();
  expect(asked).toEqual([]);
  const both = requestActor(accounts, request({ ...bearer, Cookie: "a=b" }), "192.0.2.1", browserAlone);
  expect(await both.signedIn()).toMatchObject(person);
});
