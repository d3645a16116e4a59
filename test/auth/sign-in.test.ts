import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { changeRole, deleteAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import {
  accountTestOn,
  anotherBrowser,
  freshEmail,
  goodPassword,
  type Member,
  member,
  otherPassword,
  portalWithMail,
  Visitor,
} from "../support/accounts/account-visitor.ts";
import { engines, openForTest, whenFileEnds } from "../support/portals.ts";
import { changeRows } from "../support/change-rows.ts";

const cookieName = "attestry-session";

const manyTimes = (times: number, step: (nth: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: times }, (_, nth) => step(nth)));

describe.each(engines)("signing in on %s", (engine) => {
  const test = accountTestOn(engine);

  test("with the old password while it changes leaves no session", async ({ site, owner }) => {
    let [password, next] = [goodPassword, otherPassword];
    for (let delay = 0; delay < 40; delay += 2) {
      const thief = new Visitor(site.portal);
      const form = { currentPassword: password, password: next };
      await Promise.all([
        pause(Math.max(0, 20 - delay)).then(() => owner.step("changePassword", form)),
        pause(Math.max(0, delay - 20)).then(() => thief.signIn(owner.email, password)),
      ]);
      expect(await thief.whoAmI()).toBeNull();
      expect(await owner.whoAmI()).not.toBeNull();
      [password, next] = [next, password];
    }
  });

  test("applies a role or suspension that another process wrote, at once", async ({ portal, environment }) => {
    const there = await openForTest(environment);
    const owner = await member({ portal }, "moderator");
    expect((await owner.whoAmI())?.actor.role).toBe("moderator");
    await changeRows(there, "staff", { role: "admin" });
    expect((await owner.whoAmI())?.actor.role).toBe("admin");
    await changeRows(there, "staff", { suspended_at: 1 });
    expect(await owner.whoAmI()).toBeNull();
  });
});

describe("signing in", () => {
  // The tests above check the stored data on both engines.
  const test = accountTestOn("sqlite");

  test("has a price after exactly ten wrong tries, but not in a known browser", async ({ site }) => {
    const there = await openForTest(site.environment);
    const owner = await member(site);
    const unknown = freshEmail();
    for (const email of [owner.email, unknown]) {
      await manyTimes(10, async (nth) => {
        const portal = nth % 2 === 0 ? site.portal : there;
        expect(await new Visitor(portal).signIn(email, otherPassword)).toMatchObject({ problem: "wrong-credentials" });
      });
      const locked = await new Visitor(there).signIn(email);
      expect(locked).toMatchObject({ ok: false, problem: "too-many-requests", waitSeconds: expect.any(Number) });
    }
    expect(await owner.whoAmI()).not.toBeNull();
    expect(await owner.signIn(owner.email)).toMatchObject({ ok: true });
    expect(await new Visitor(site.portal).signIn(owner.email)).toMatchObject({ problem: "too-many-requests" });
  });

  test("loses its effect at once when the account is suspended, deleted or demoted", async ({ portal }) => {
    const [suspended, deleted, demoted] = [
      await member({ portal }),
      await member({ portal }),
      await member({ portal }, "admin"),
    ];
    await member({ portal }, "admin");
    const token = portal.accounts.apiToken((await suspended.whoAmI()) ?? expect.fail());
    await suspendAccount(portal, system("test"), { id: suspended.id });
    await deleteAccount(portal, system("test"), { id: deleted.id });
    await changeRole(portal, system("test"), { id: demoted.id, role: "moderator" });
    for (const visitor of [suspended, deleted, demoted]) expect(await visitor.whoAmI()).toBeNull();
    const program = { headers: new Headers({ Authorization: `Bearer ${token}` }), clientAddress: "192.0.2.1" };
    expect(await portal.accounts.signedIn(program)).toBeNull();
    expect(await suspended.signIn(suspended.email)).toMatchObject({ problem: "suspended" });
    expect(await suspended.signIn(suspended.email, otherPassword)).toMatchObject({ problem: "wrong-credentials" });
    expect(await deleted.signIn(deleted.email)).toMatchObject({ problem: "wrong-credentials" });
    await demoted.signIn(demoted.email);
    expect((await demoted.whoAmI())?.actor.role).toBe("moderator");
  });

  test("sets a cookie that scripts cannot read and other sites cannot use", async ({ portal, owner }) => {
    const outcome = await new Visitor(portal).signIn(owner.email);
    if (!outcome.ok) throw new Error(outcome.problem);
    expect(outcome.cookies).toHaveLength(2);
    const [pair, ...attributes] = (outcome.cookies[0] ?? "").split("; ");
    expect(pair).toMatch(/^attestry-session=[\w%.-]+$/);
    expect(attributes.toSorted()).toEqual(["HttpOnly", "Max-Age=43200", "Path=/", "SameSite=Lax"]);
  });

  test("over HTTPS sets a secure cookie with the prefix __Host-", async () => {
    const { portal } = await portalWithMail("sqlite", { PUBLIC_URL: "https://check.example.org" });
    const owner = await member({ portal });
    const outcome = await new Visitor(portal).signIn(owner.email);
    if (!outcome.ok) throw new Error(outcome.problem);
    const [pair, ...attributes] = (outcome.cookies[0] ?? "").split("; ");
    expect(pair).toMatch(/^__Host-attestry-session=/);
    expect(attributes.toSorted()).toEqual(["HttpOnly", "Max-Age=43200", "Path=/", "SameSite=Lax", "Secure"]);
    expect(await owner.whoAmI()).not.toBeNull();
    owner.cookies.set(cookieName, owner.cookies.get("__Host-attestry-session") ?? "");
    owner.cookies.delete("__Host-attestry-session");
    expect(await owner.whoAmI()).toBeNull();
  });

  test("accepts the address in upper or lower case and with spaces around it", async ({ portal, owner }) => {
    expect(await new Visitor(portal).signIn(` ${owner.email.toUpperCase()} `)).toMatchObject({ ok: true });
  });

  test("gives the same response for a wrong password and an unknown address", async ({ portal, owner }) => {
    const wrong = await new Visitor(portal).signIn(owner.email, otherPassword);
    expect(wrong).toEqual({ ok: false, problem: "wrong-credentials" });
    expect(await new Visitor(portal).signIn(freshEmail(), otherPassword)).toEqual(wrong);
  });

  test("never continues a session whose cookie another person planted", async ({ portal }) => {
    const [stranger, owner] = [await member({ portal }), await member({ portal })];
    owner.cookies.set(cookieName, stranger.cookies.get(cookieName) ?? "");
    await owner.signIn(owner.email);
    expect((await owner.whoAmI())?.person.id).toBe(owner.id);
    expect(owner.cookies.get(cookieName)).not.toBe(stranger.cookies.get(cookieName));
  });

  test("counts the tries of a known browser separately, only for the accounts that it knows", async ({ site }) => {
    const [owner, other] = [await member(site), await member(site)];
    const thief = new Visitor(site.portal);
    thief.cookies.set("attestry-known", owner.cookies.get("attestry-known") ?? expect.fail());
    await manyTimes(10, () => thief.signIn(owner.email, otherPassword));
    expect(await thief.signIn(owner.email)).toMatchObject({ problem: "too-many-requests" });
    // Those tries do not lock other browsers. A known browser has no separate count for accounts that it does not know.
    expect(await new Visitor(site.portal).signIn(owner.email)).toMatchObject({ ok: true });
    await manyTimes(10, () => new Visitor(site.portal).signIn(other.email, otherPassword));
    expect(await owner.signIn(other.email)).toMatchObject({ problem: "too-many-requests" });
    const forged = new Visitor(site.portal);
    forged.cookies.set("attestry-known", (other.cookies.get("attestry-known") ?? "").replace(/^./, "~"));
    expect(await forged.signIn(other.email)).toMatchObject({ problem: "too-many-requests" });
    expect(await other.signIn(other.email)).toMatchObject({ ok: true });
  });

  test("remembers the last five accounts of a browser that several people use", async ({ site }) => {
    const people = [];
    for (let count = 0; count < 6; count += 1) people.push(await member(site));
    const shared = new Visitor(site.portal);
    for (const { email } of people) await shared.signIn(email);
    const [first, second] = people;
    for (const { email } of [first ?? expect.fail(), second ?? expect.fail()]) {
      await manyTimes(10, () => new Visitor(site.portal).signIn(email, otherPassword));
    }
    expect(await shared.signIn(first?.email ?? "")).toMatchObject({ problem: "too-many-requests" });
    expect(await shared.signIn(second?.email ?? "")).toMatchObject({ ok: true });
  });

  test("forgets the wrong tries of a known browser after a right one", async ({ owner }) => {
    for (let round = 0; round < 2; round += 1) {
      await manyTimes(9, () => owner.signIn(owner.email, otherPassword));
      expect(await owner.signIn(owner.email)).toMatchObject({ ok: true });
    }
  });

  test("allows one client thirty free tries; an IPv6 network counts as one client", async ({ portal, owner }) => {
    const thief = new Visitor(portal);
    // Half of them at a time: tries that find the queue full do not count.
    for (const first of [1, 16]) {
      await manyTimes(15, (nth) =>
        new Visitor(portal, `2001:db8:7:7::${first + nth}`).signIn(freshEmail(), otherPassword),
      );
    }
    thief.clientAddress = "2001:db8:7:7::99";
    expect(await thief.signIn(owner.email)).toMatchObject({ problem: "too-many-requests" });
    thief.clientAddress = "2001:db8:7:8::1";
    expect(await thief.signIn(owner.email)).toMatchObject({ ok: true });
  });

  test("thirty right passwords from one address do not keep the next person there out", async ({ portal, owner }) => {
    const other = await member({ portal });
    const inNewBrowser = (email: string) => new Visitor(portal, "2001:db8:7:9::1").signIn(email);
    for (let nth = 0; nth < 30; nth += 1) expect(await inNewBrowser(owner.email)).toMatchObject({ ok: true });
    expect(await inNewBrowser(other.email)).toMatchObject({ ok: true });
  });

  test("refuses a cookie signed under another secret or built from the stored token", async ({ site, owner }) => {
    const row = await site.portal.database.read.selectFrom("session").selectAll().executeTakeFirstOrThrow();
    const foreign = await openForTest({
      ...site.environment,
      SECRET: `${"f".repeat(40)},${site.environment["SECRET"]}`,
    });
    const forger = new Visitor(foreign);
    await forger.signIn(owner.email);
    const thief = new Visitor(site.portal);
    for (const value of [row.token, `${row.token}.${row.token}`, forger.cookies.get(cookieName) ?? ""]) {
      thief.cookies.set(cookieName, value);
      expect(await thief.whoAmI()).toBeNull();
    }
  });

  describe("validates its input:", () => {
    let portal: OpenPortal;
    let owner: Member;
    let whole: string;
    beforeAll(async () => {
      ({ portal } = await portalWithMail("sqlite", {}, whenFileEnds));
      owner = await member({ portal });
      whole = owner.cookies.get(cookieName) ?? "";
    });

    test.each([
      ["no fields", {}, { email: "required", password: "required" }],
      ["lists", { email: ["a@example.org"], password: ["x"] }, { email: "email-format", password: "required" }],
      ["an object for a password", { email: "a@example.org", password: { $ne: "" } }, { password: "required" }],
      ["a 10 MB password", { email: "a@example.org", password: "a".repeat(10_000_000) }, { password: "password-long" }],
      ["an address of 10 MB", { email: `${"a".repeat(10_000_000)}@b.c`, password: "x" }, { email: "email-format" }],
    ])("it refuses a form with %s", async (_, form, fields) => {
      const outcome = await new Visitor(portal).step("signIn", form);
      expect(outcome).toMatchObject({ ok: false, problem: "invalid", fields });
    });

    test.each([
      ["cut short", (cookie: string) => cookie.slice(0, -6)],
      ["with another token", (cookie: string) => cookie.replace(/^./, (letter) => (letter === "a" ? "b" : "a"))],
      ["unsigned", (cookie: string) => cookie.split(".")[0] ?? ""],
      ["signed with nothing", (cookie: string) => `${cookie.split(".")[0]}.`],
      ["empty", () => ""],
      ["a dot", () => "."],
      ["not UTF-8", () => "%E0%A4%A"],
      ["NUL", () => "%00.%00"],
      ["very long", () => "a".repeat(100_000)],
    ])("it refuses a cookie that is %s", async (_, spoil) => {
      owner.cookies.set(cookieName, spoil(whole));
      expect(await owner.whoAmI()).toBeNull();
      owner.cookies.set(cookieName, whole);
      expect(await owner.whoAmI()).not.toBeNull();
    });
  });

  test("ends the previous session of this browser and no session of another browser", async ({ portal, owner }) => {
    const elsewhere = await anotherBrowser(owner);
    const before = owner.cookies.get(cookieName) ?? "";
    await owner.signIn(owner.email);
    expect(owner.cookies.get(cookieName)).not.toBe(before);
    expect(await elsewhere.whoAmI()).not.toBeNull();
    const thief = new Visitor(portal);
    thief.cookies.set(cookieName, before);
    expect(await thief.whoAmI()).toBeNull();
  });
});
