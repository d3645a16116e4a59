import type { Challenge } from "altcha-lib/types";
import { describe, expect } from "vitest";
import {
  accountTestOn,
  freshEmail,
  goodPassword,
  otherPassword,
  timePasses,
  Visitor,
  withApp,
} from "../support/accounts/account-visitor.ts";
import { Authenticator } from "../support/accounts/authenticator.ts";
import { appCode } from "../support/accounts/app-code.ts";
import { levelOf, solved } from "../support/proofs.ts";

const test = accountTestOn("sqlite");

type Answer = { code?: string; challenge?: Challenge; wait?: { ticket: string; seconds: number } };

/** Signs in as a program does, and returns the status and the body of the answer. */
async function asks(visitor: Visitor, email: string, password = goodPassword, headers: Record<string, string> = {}) {
  const response = await visitor.call("/sign-in/email", { email, password }, headers);
  return {
    status: response.status,
    after: response.headers.get("Retry-After"),
    ...((await response.json()) as Answer),
  };
}

const wrongPasswords = (email: string, from: (nth: number) => Visitor, times = 10) =>
  Promise.all(Array.from({ length: times }, (_, nth) => from(nth).signIn(email, otherPassword)));

const challengeIn = ({ challenge }: Answer) => challenge ?? expect.fail("no challenge");

describe("after ten wrong passwords of strangers for one address", () => {
  test("the right one is taken in a new browser once a proof of work is solved, and so is none for an unknown address", async ({
    portal,
    owner,
  }) => {
    const answers = [];
    for (const email of [owner.email, freshEmail()]) {
      await wrongPasswords(email, () => new Visitor(portal));
      const { challenge, wait, ...answer } = await asks(new Visitor(portal), email);
      answers.push({ ...answer, level: challenge && levelOf(challenge), seconds: wait?.seconds });
    }
    const [ofOwner, ofNobody] = answers;
    expect(ofOwner).toEqual(ofNobody);
    expect(ofOwner).toMatchObject({ status: 429, code: "TOO_MANY_REQUESTS", after: "40", level: 3, seconds: 40 });

    const elsewhere = new Visitor(portal);
    const proof = await solved(challengeIn(await asks(elsewhere, owner.email)));
    const paid = { "Proof-Of-Work": proof };
    expect(await asks(new Visitor(portal), owner.email, goodPassword, paid)).toMatchObject({ status: 429 });
    expect(await asks(elsewhere, owner.email, goodPassword, paid)).toMatchObject({ status: 200 });
    expect(await asks(new Visitor(portal, elsewhere.clientAddress), owner.email, goodPassword, paid)).toMatchObject({
      status: 429,
    });
    expect(await elsewhere.signIn(owner.email)).toMatchObject({ ok: true });
  });

  test("each further one costs more, until they are forgotten after a day; those that were not paid for are none", async ({
    portal,
    owner,
  }) => {
    await wrongPasswords(owner.email, () => new Visitor(portal));
    const tries = { tries: 19 };
    await portal.database.write((writer) => writer.updateTable("limit_counter").set(tries).execute());
    await wrongPasswords(owner.email, () => new Visitor(portal));
    const levels = [];
    for (const count of [19, 20, 40, 80, 160, 320, 10_000]) {
      await portal.database.write((writer) => writer.updateTable("limit_counter").set({ tries: count }).execute());
      levels.push(levelOf(challengeIn(await asks(new Visitor(portal, "192.0.2.1"), owner.email))));
    }
    expect(levels).toEqual([3, 4, 5, 6, 7, 8, 8]);
    await timePasses(portal, 24 * 60);
    expect(await new Visitor(portal).signIn(owner.email)).toMatchObject({ ok: true });
  });
});

test("right passwords of the owner do not make the next guess free", async ({ portal, owner }) => {
  await wrongPasswords(owner.email, () => new Visitor(portal), 9);
  expect(await new Visitor(portal).signIn(owner.email)).toMatchObject({ ok: true });
  expect(await new Visitor(portal).signIn(owner.email, otherPassword)).toMatchObject({ problem: "wrong-credentials" });
  expect(await new Visitor(portal).signIn(owner.email)).toMatchObject({ problem: "too-many-requests" });
});

test("passwords for many addresses cost their network and their neighbourhood something, and no known browser there", async ({
  portal,
  owner,
}) => {
  const inNetwork = (group: number) => new Visitor(portal, `2001:db8:7:${group.toString(16)}::1`);
  for (let nth = 0; nth < 240; nth += 1) await inNetwork(nth >> 3).signIn(freshEmail(), otherPassword);
  expect(levelOf(challengeIn(await asks(inNetwork(0x99), freshEmail())))).toBe(1);
  owner.clientAddress = "2001:db8:7:99::2";
  expect(await owner.signIn(owner.email)).toMatchObject({ ok: true });
});

describe("whoever has the password or a session, but not the device", () => {
  test("cannot use up the codes of the owner's device, and has five tries in all", async ({ portal, owner }) => {
    const { secret } = await withApp(owner);
    for (let nth = 0; nth < 5; nth += 1) {
      const stranger = new Visitor(portal);
      await stranger.signIn(owner.email);
      expect(await stranger.step("proveSecondFactor", { code: "000000" })).toMatchObject({ problem: "wrong-code" });
    }
    const thief = new Visitor(portal);
    thief.cookies.set("attestry-session", owner.cookies.get("attestry-session") ?? "");
    expect(await thief.step("proveAgain", { code: appCode(secret) })).toMatchObject({ problem: "too-many-requests" });
    expect(await owner.step("proveAgain", { code: appCode(secret) })).toMatchObject({ ok: true });
    for (let nth = 0; nth < 5; nth += 1) await owner.step("proveAgain", { code: "000000" });
    expect(await owner.step("proveAgain", { code: appCode(secret) })).toMatchObject({ problem: "too-many-requests" });
  });

  test("cannot use up the owner's tries for the current password", async ({ portal, owner }) => {
    const thief = new Visitor(portal);
    thief.cookies.set("attestry-session", owner.cookies.get("attestry-session") ?? "");
    const form = { currentPassword: "not this one, friend", password: otherPassword };
    for (let nth = 0; nth < 10; nth += 1) await thief.step("changePassword", form);
    expect(await thief.step("changePassword", form)).toMatchObject({ problem: "too-many-requests" });
    const right = { ...form, currentPassword: goodPassword };
    expect(await owner.step("changePassword", right)).toMatchObject({ ok: true });
  });

  test("cannot make the passwords of a network cost something with wrong passkeys", async ({ portal, owner }) => {
    const stranger = new Visitor(portal);
    const response = new Authenticator("https://elsewhere.example").get({ challenge: "none" });
    for (let nth = 0; nth < 31; nth += 1) await stranger.call("/passkey/verify-authentication", { response });
    expect(await new Visitor(portal, stranger.clientAddress).signIn(owner.email)).toMatchObject({ ok: true });
  });
});
