import { beforeAll, describe, expect, test } from "vitest";
import { system } from "#core/staff/actor.ts";
import { changeRole } from "#operations/staff/change-role.ts";
import { deleteStaff } from "#operations/staff/delete-staff.ts";
import { suspendStaff } from "#operations/staff/suspend-staff.ts";
import type { OpenPortal } from "#portal";
import {
  freshEmail,
  goodPassword,
  type Member,
  member,
  otherPassword,
  portalWithMail,
  sharedSite,
  timePasses,
  Visitor,
} from "../support/account-visitor.ts";
import { engines, openForTest } from "../support/portals.ts";

const cookieName = "attestry-session";

describe.each(engines)("signing in on %s", (engine) => {
  test("gives a cookie that scripts cannot read and other sites cannot use", async () => {
    const { portal } = await portalWithMail(engine);
    const owner = await member({ portal });
    const outcome = await portal.accounts.signIn(new Visitor(portal).caller, {
      email: owner.email,
      password: goodPassword,
    });
    if (!outcome.ok) throw new Error(outcome.problem);
    expect(outcome.cookies).toHaveLength(1);
    const [pair, ...attributes] = (outcome.cookies[0] ?? "").split("; ");
    expect(pair).toMatch(/^attestry-session=[\w%.-]+$/);
    expect(attributes.toSorted()).toEqual(["HttpOnly", "Max-Age=43200", "Path=/", "SameSite=Lax"]);
  });

  test("over TLS gives a cookie that is this very site's", async () => {
    const { portal } = await portalWithMail(engine, { PUBLIC_URL: "https://check.example.org" });
    const owner = await member({ portal });
    const outcome = await portal.accounts.signIn(new Visitor(portal).caller, {
      email: owner.email,
      password: goodPassword,
    });
    if (!outcome.ok) throw new Error(outcome.problem);
    const [pair, ...attributes] = (outcome.cookies[0] ?? "").split("; ");
    expect(pair).toMatch(/^__Host-attestry-session=/);
    expect(attributes.toSorted()).toEqual(["HttpOnly", "Max-Age=43200", "Path=/", "SameSite=Lax", "Secure"]);
    expect(await owner.whoAmI()).not.toBeNull();
    owner.cookies.set(cookieName, owner.cookies.get("__Host-attestry-session") ?? "");
    owner.cookies.delete("__Host-attestry-session");
    expect(await owner.whoAmI()).toBeNull();
  });

  test("with the address in any case, and with spaces around it", async () => {
    const { portal } = await portalWithMail(engine);
    const owner = await member({ portal });
    expect(await new Visitor(portal).signIn(` ${owner.email.toUpperCase()} `)).toMatchObject({ ok: true });
  });

  test("says the same for a wrong password and an unknown address", async () => {
    const { portal } = await portalWithMail(engine);
    const owner = await member({ portal });
    const wrong = await new Visitor(portal).signIn(owner.email, otherPassword);
    expect(wrong).toEqual({ ok: false, problem: "wrong-credentials" });
    expect(await new Visitor(portal).signIn(freshEmail(), otherPassword)).toEqual(wrong);
  });

  test("ends the session that this browser had, and none of other browsers", async () => {
    const { portal } = await portalWithMail(engine);
    const owner = await member({ portal });
    const elsewhere = new Visitor(portal);
    await elsewhere.signIn(owner.email);
    const before = owner.cookies.get(cookieName) ?? "";
    await owner.signIn(owner.email);
    expect(owner.cookies.get(cookieName)).not.toBe(before);
    expect(await elsewhere.whoAmI()).not.toBeNull();
    const thief = new Visitor(portal);
    thief.cookies.set(cookieName, before);
    expect(await thief.whoAmI()).toBeNull();
  });

  test("never takes over a session that somebody planted", async () => {
    const { portal } = await portalWithMail(engine);
    const [stranger, owner] = [await member({ portal }), await member({ portal })];
    owner.cookies.set(cookieName, stranger.cookies.get(cookieName) ?? "");
    await owner.signIn(owner.email);
    expect((await owner.whoAmI())?.person.id).toBe(owner.id);
    expect(owner.cookies.get(cookieName)).not.toBe(stranger.cookies.get(cookieName));
  });

  test("locks an account after ten wrong tries from anywhere, for the right password as well", async () => {
    const site = await portalWithMail(engine);
    const there = await openForTest(site.environment);
    const owner = await member(site);
    const unknown = freshEmail();
    for (const email of [owner.email, unknown]) {
      for (let tries = 0; tries < 10; tries += 1) {
        const portal = tries % 2 === 0 ? site.portal : there;
        expect(await new Visitor(portal).signIn(email, otherPassword)).toMatchObject({ problem: "wrong-credentials" });
      }
      const locked = await new Visitor(there).signIn(email);
      expect(locked).toMatchObject({ ok: false, problem: "wait", waitSeconds: expect.any(Number) });
    }
    expect(await owner.whoAmI()).not.toBeNull();
    await timePasses(site.portal, 16);
    expect(await owner.signIn(owner.email)).toMatchObject({ ok: true });
  });

  test("forgets wrong tries after a right one", async () => {
    const { portal } = await portalWithMail(engine);
    const owner = await member({ portal });
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 0; tries < 9; tries += 1) await new Visitor(portal).signIn(owner.email, otherPassword);
      expect(await new Visitor(portal).signIn(owner.email)).toMatchObject({ ok: true });
    }
  });

  test("lets one client try thirty times, an IPv6 line as a whole", async () => {
    const { portal } = await portalWithMail(engine);
    const owner = await member({ portal });
    const thief = new Visitor(portal);
    for (let tries = 0; tries < 30; tries += 1) {
      thief.clientAddress = `2001:db8:7:7::${tries + 1}`;
      await thief.signIn(freshEmail(), otherPassword);
    }
    expect(await thief.signIn(owner.email)).toMatchObject({ problem: "wait" });
    thief.clientAddress = "2001:db8:7:8::1";
    expect(await thief.signIn(owner.email)).toMatchObject({ ok: true });
  });

  test("is over at once for the suspended, the deleted and the demoted", async () => {
    const { portal } = await portalWithMail(engine);
    const [suspended, deleted, demoted] = [
      await member({ portal }),
      await member({ portal }),
      await member({ portal }, "admin"),
    ];
    await member({ portal }, "admin");
    const token = portal.accounts.apiToken((await suspended.whoAmI()) ?? expect.fail());
    await suspendStaff(portal, system("test"), { id: suspended.id });
    await deleteStaff(portal, system("test"), { id: deleted.id });
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

  test("a role or a suspension that is written by another process counts at the next request", async () => {
    const { portal, environment } = await portalWithMail(engine);
    const there = await openForTest(environment);
    const owner = await member({ portal }, "moderator");
    expect((await owner.whoAmI())?.actor.role).toBe("moderator");
    await there.database.write((writer) => writer.updateTable("staff").set({ role: "admin" }).execute());
    expect((await owner.whoAmI())?.actor.role).toBe("admin");
    await there.database.write((writer) => writer.updateTable("staff").set({ suspended_at: 1 }).execute());
    expect(await owner.whoAmI()).toBeNull();
  });

  test("takes no cookie that another site with another secret signed, and none made of the database", async () => {
    const site = await portalWithMail(engine);
    const owner = await member(site);
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

  describe("takes nothing else", () => {
    let portal: OpenPortal;
    let owner: Member;
    let whole: string;
    beforeAll(async () => {
      ({ portal } = await sharedSite(engine));
      owner = await member({ portal });
      whole = owner.cookies.get(cookieName) ?? "";
    });

    test.each([
      ["nothing", {}, { email: "required", password: "required" }],
      ["lists", { email: ["a@example.org"], password: ["x"] }, { email: "email-format", password: "required" }],
      ["an object for a password", { email: "a@example.org", password: { $ne: "" } }, { password: "required" }],
      ["10 MB", { email: "a@example.org", password: "a".repeat(10_000_000) }, { password: "password-long" }],
      ["an address of 10 MB", { email: `${"a".repeat(10_000_000)}@b.c`, password: "x" }, { email: "email-format" }],
    ])("takes no %s", async (_, form, fields) => {
      const outcome = await portal.accounts.signIn(new Visitor(portal).caller, form);
      expect(outcome).toMatchObject({ ok: false, problem: "fields", fields });
    });

    test.each([
      ["cut short", (cookie: string) => cookie.slice(0, -6)],
      ["with another token", (cookie: string) => cookie.replace(/^./, (letter) => (letter === "a" ? "b" : "a"))],
      ["unsigned", (cookie: string) => cookie.split(".")[0] ?? ""],
      ["signed with nothing", (cookie: string) => `${cookie.split(".")[0]}.`],
      ["empty", () => ""],
      ["a dot", () => "."],
      ["no text", () => "%E0%A4%A"],
      ["NUL", () => "%00.%00"],
      ["very long", () => "a".repeat(100_000)],
    ])("takes no cookie that is %s", async (_, spoil) => {
      owner.cookies.set(cookieName, spoil(whole));
      expect(await owner.whoAmI()).toBeNull();
      owner.cookies.set(cookieName, whole);
      expect(await owner.whoAmI()).not.toBeNull();
    });
  });
});
