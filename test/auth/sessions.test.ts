import { describe, expect, onTestFinished, vi } from "vitest";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { system } from "#core/accounts/actor.ts";
import { rowById } from "#storage/database/rows.ts";
import {
  accountTestOn,
  anotherBrowser,
  goodPassword,
  type Member,
  member,
  otherPassword,
  portalWithMail,
  timePasses,
  Visitor,
  withApp,
} from "../support/accounts/account-visitor.ts";
import { appCode } from "../support/accounts/app-code.ts";
import { openForTest } from "../support/portals.ts";

const clientAddress = "192.0.2.9";

describe("sessions", () => {
  const test = accountTestOn("sqlite");

  test("end after half an hour without use; each use extends them", async ({ portal }) => {
    const [busy, idle] = [await member({ portal }), await member({ portal })];
    await timePasses(portal, 29);
    expect(await busy.whoAmI()).not.toBeNull();
    await timePasses(portal, 2);
    expect(await busy.whoAmI()).not.toBeNull();
    expect(await idle.whoAmI()).toBeNull();
    const left = await portal.database.read.selectFrom("session").select("person_id").execute();
    expect(left).toEqual([{ person_id: busy.id }]);
  });

  test("store the time of their last use at most once a minute", async ({ portal, owner }) => {
    const usedAt = async () =>
      (await portal.database.read.selectFrom("session").select("used_at").executeTakeFirst())?.used_at;
    const first = await usedAt();
    for (let use = 0; use < 5; use += 1) await owner.whoAmI();
    expect(await usedAt()).toBe(first);
    await timePasses(portal, 2);
    const moved = await usedAt();
    await owner.whoAmI();
    expect(await usedAt()).toBeGreaterThan(moved ?? 0);
  });

  test("can be listed and ended, one or all, only by their owner", async ({ portal, accounts }) => {
    const [owner, stranger] = [await member({ portal }), await member({ portal })];
    const phone = new Visitor(portal);
    phone.userAgent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1";
    await phone.signIn(owner.email);
    const sessions = await accounts.sessions(owner.caller);
    expect(new Map(sessions.map(({ browser, isThis }) => [browser, isThis]))).toEqual(
      new Map([
        ["Firefox on Android", true],
        ["Safari on iPhone", false],
      ]),
    );
    const other = sessions.find(({ isThis }) => !isThis)?.id ?? "";
    await accounts.endSession(stranger.caller, other);
    for (const id of ["", "\0", "x".repeat(10_000), "' or 1=1 --"]) await accounts.endSession(owner.caller, id);
    expect(await phone.whoAmI()).not.toBeNull();
    expect(await accounts.endSession(owner.caller, other)).toEqual({ cookies: [] });
    expect(await phone.whoAmI()).toBeNull();
    await phone.signIn(owner.email);
    const [own] = (await accounts.sessions(phone.caller)).filter(({ isThis }) => isThis);
    phone.keep(await accounts.endSession(phone.caller, own?.id ?? ""));
    expect([...phone.cookies.keys()]).toEqual(["attestry-known"]);
    await phone.signIn(owner.email);
    owner.keep(await accounts.endAllSessions(owner.caller));
    expect([...owner.cookies.keys()]).toEqual(["attestry-known"]);
    expect([await owner.whoAmI(), await phone.whoAmI()]).toEqual([null, null]);
    expect(await stranger.whoAmI()).not.toBeNull();
    await expect(accounts.sessions(owner.caller)).rejects.toMatchObject({ id: "not-signed-in" });
  });

  test("go on under another cookie if their person signs in again, and end if somebody else does", async ({
    portal,
    owner,
  }) => {
    const begun = await owner.whoAmI();
    const copied = new Visitor(portal);
    for (const [name, value] of owner.cookies) copied.cookies.set(name, value);
    await owner.signIn(owner.email);
    expect(await owner.whoAmI()).toMatchObject({ sessionId: begun?.sessionId });
    expect(await copied.whoAmI()).toBeNull();
    await owner.signIn((await member({ portal })).email);
    expect(await owner.whoAmI()).not.toMatchObject({ sessionId: begun?.sessionId });
    expect(await rowById(portal.database.read, "session", begun?.sessionId ?? "")).toBeUndefined();
  });

  test("in other browsers end when the password changes; this browser gets a new cookie", async ({ site, owner }) => {
    const elsewhere = await anotherBrowser(owner);
    const before = new Map(owner.cookies);
    const change = (form: unknown) => owner.step("changePassword", form);
    expect(await change({ password: otherPassword })).toMatchObject({ fields: { currentPassword: "required" } });
    expect(await change({ currentPassword: otherPassword, password: otherPassword })).toMatchObject({
      problem: "wrong-credentials",
    });
    expect(await change({ currentPassword: goodPassword, password: "short" })).toMatchObject({
      fields: { password: "password-short" },
    });
    expect(await change({ currentPassword: goodPassword, password: otherPassword })).toMatchObject({ ok: true });
    expect(await owner.whoAmI()).not.toBeNull();
    expect(await elsewhere.whoAmI()).toBeNull();
    const stolen = new Visitor(site.portal);
    for (const [name, value] of before) stolen.cookies.set(name, value);
    expect(await stolen.whoAmI()).toBeNull();
    expect(await stolen.signIn(owner.email, goodPassword)).toMatchObject({ ok: false });
    expect((await site.mails()).map(({ headers }) => headers["to"])).toHaveLength(1);
  });

  test("survive a new SECRET while the old one is also given; second factors survive the rotation too", async ({
    site,
  }) => {
    const visitor = await member(site, "admin");
    const { secret, recoveryCodes } = await withApp(visitor);
    const old = site.environment["SECRET"] ?? "";
    const fresh = "n".repeat(40);
    const both = await openForTest({ ...site.environment, SECRET: `${fresh},${old}` });
    const same = new Visitor(both);
    for (const [name, value] of visitor.cookies) same.cookies.set(name, value);
    expect(await same.whoAmI()).not.toBeNull();
    expect(await same.step("proveAgain", { code: appCode(secret) })).toMatchObject({ ok: true });
    await rotateKeys(both, system("test"));
    const alone = await openForTest({ ...site.environment, SECRET: fresh });
    const later = new Visitor(alone);
    expect(await later.signIn(visitor.email)).toMatchObject({ next: "second-factor" });
    const code = recoveryCodes[3];
    expect(await later.step("proveSecondFactor", { code })).toMatchObject({ ok: true });
    expect(await later.step("proveAgain", { code: appCode(secret, 1) })).toMatchObject({ ok: true });
  });

  test("end after twelve hours even if they are used all the time", async ({ portal, owner }) => {
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      await timePasses(portal, 20);
      expect(await owner.whoAmI()).not.toBeNull();
    }
    await timePasses(portal, 20);
    expect(await owner.whoAmI()).toBeNull();
  });

  test("allow ten wrong tries of the current password, then require a wait", async ({ owner }) => {
    const form = { currentPassword: otherPassword, password: "another good one 77" };
    for (let tries = 0; tries < 10; tries += 1) await owner.step("changePassword", form);
    const right = { ...form, currentPassword: goodPassword };
    expect(await owner.step("changePassword", right)).toMatchObject({ problem: "too-many-requests" });
  });

  test("let their person change the own name and photo, but not the role", async ({ portal, owner }) => {
    const change = (form: unknown) => owner.step("changeProfile", form);
    expect(await change({ name: "Rahima", photoURL: "https://a.example/c.png", role: "admin" })).toMatchObject({
      ok: true,
    });
    expect((await owner.whoAmI())?.person).toMatchObject({
      name: "Rahima",
      photoUrl: "https://a.example/c.png",
      role: "student",
    });
    expect(await change({ name: "Rahima", photoURL: "" })).toMatchObject({ ok: true });
    expect((await owner.whoAmI())?.person.photoUrl).toBe("");
    expect(await change({ name: "", photoURL: "http://x.example" })).toMatchObject({
      fields: { name: "required", photoURL: "link-format" },
    });
    expect(await new Visitor(portal).step("changeProfile", {})).toMatchObject({ problem: "not-signed-in" });
  });

  describe("a program's token", () => {
    const asProgram = (visitor: Member, authorization: string) =>
      visitor.portal.accounts.signedIn({ headers: new Headers({ Authorization: authorization }), clientAddress });
    const tokenOf = async (visitor: Member) =>
      visitor.portal.accounts.apiToken((await visitor.whoAmI()) ?? expect.fail());

    test("acts for its person for 15 minutes, with or without the word Bearer", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
      const { portal } = await portalWithMail("sqlite");
      const visitor = await member({ portal }, "admin");
      const token = await tokenOf(visitor);
      for (const written of [token, `Bearer ${token}`, `bearer  ${token}`]) {
        expect((await asProgram(visitor, written))?.actor).toMatchObject({ id: visitor.id, role: "admin" });
      }
      vi.setSystemTime(Date.now() + 14 * 60_000);
      expect(await asProgram(visitor, token)).not.toBeNull();
      vi.setSystemTime(Date.now() + 60_000);
      expect(await asProgram(visitor, token)).toBeNull();
      expect(await visitor.whoAmI()).not.toBeNull();
    });

    test("ends with the session that created it", async ({ portal, owner }) => {
      const token = await tokenOf(owner);
      await portal.accounts.signOut(owner.caller);
      expect(await asProgram(owner, token)).toBeNull();
    });

    test("cannot change the password or second factors", async ({ portal, owner }) => {
      const caller = { headers: new Headers({ Authorization: await tokenOf(owner) }), clientAddress };
      const steps = [portal.accounts.changePassword, portal.accounts.beginTotp, portal.accounts.proveAgain];
      for (const step of steps) await expect(step(caller, {})).rejects.toMatchObject({ id: "not-signed-in" });
    });

    test("is the only value of Authorization that counts: any other is ignored and cookies still work", async ({
      portal,
      owner,
    }) => {
      const others = [
        "Basic cmFoaW06cGFzc3dvcmQ=",
        "Bearer",
        "Bearer ",
        "Bearer null",
        "Digest x",
        "",
        "a".repeat(100_000),
      ];
      for (const written of others) expect(await asProgram(owner, written)).toBeNull();
      const behindBasic = owner.headers({ Authorization: "Basic cmFoaW06cGFzc3dvcmQ=" });
      expect(await portal.accounts.signedIn({ headers: behindBasic, clientAddress })).not.toBeNull();
    });

    test("is refused if one letter differs", async ({ owner }) => {
      const token = await tokenOf(owner);
      const spoilt = token.replace(/.$/, (letter) => (letter === "A" ? "Q" : "A"));
      expect(await asProgram(owner, `Bearer ${spoilt}`)).toBeNull();
    });
  });
});
