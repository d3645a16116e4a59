import { describe, expect, test } from "vitest";
import { system } from "#core/staff/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import {
  goodPassword,
  member,
  otherPassword,
  portalWithMail,
  timePasses,
  Visitor,
  withApp,
} from "../support/account-visitor.ts";
import { appCode } from "../support/app-code.ts";
import { engines } from "../support/portals.ts";

describe.each(engines)("the second factor on %s", (engine) => {
  const prove = (visitor: Visitor, code: string) =>
    visitor.does(visitor.portal.accounts.proveSecondFactor(visitor.caller, { code }));

  test("is of no use to who began before the password changed", async () => {
    const site = await portalWithMail(engine);
    const owner = await member(site);
    const { secret } = await withApp(owner);
    const thief = new Visitor(site.portal);
    expect(await thief.signIn(owner.email)).toMatchObject({ next: "second-factor" });
    const form = { currentPassword: goodPassword, password: otherPassword };
    expect(await owner.does(site.portal.accounts.changePassword(owner.caller, form))).toMatchObject({ ok: true });
    expect(await prove(thief, appCode(secret))).toMatchObject({ ok: false, problem: "sign-in-ended" });
    expect(await thief.whoAmI()).toBeNull();
  });

  test("is asked for after the password, and lets in with the code of the app", async () => {
    const site = await portalWithMail(engine);
    const visitor = await member(site);
    const { secret, uri, recoveryCodes } = await withApp(visitor);
    expect(uri).toContain("otpauth://totp/");
    expect(recoveryCodes).toHaveLength(10);
    expect(await visitor.whoAmI()).toMatchObject({ actor: { mustProveAgain: false }, person: { hasTotp: true } });
    const elsewhere = new Visitor(site.portal);
    expect(await elsewhere.signIn(visitor.email)).toMatchObject({ ok: true, next: "second-factor" });
    expect(await elsewhere.whoAmI()).toBeNull();
    expect(await prove(elsewhere, "000000")).toMatchObject({ ok: false, problem: "wrong-code" });
    expect(await prove(elsewhere, appCode(secret))).toMatchObject({ ok: true, next: "signed-in" });
    expect(await elsewhere.whoAmI()).toMatchObject({ actor: { mustProveAgain: false } });
  });

  test("takes a code once, from whomever", async () => {
    const site = await portalWithMail(engine);
    const visitor = await member(site);
    const { secret } = await withApp(visitor);
    const [one, two] = [new Visitor(site.portal), new Visitor(site.portal)];
    await one.signIn(visitor.email);
    await two.signIn(visitor.email);
    const code = appCode(secret);
    const outcomes = await Promise.all([prove(one, code), prove(two, code)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await prove(new Visitor(site.portal), code)).toMatchObject({ problem: "sign-in-ended" });
    const third = new Visitor(site.portal);
    await third.signIn(visitor.email);
    expect(await prove(third, appCode(secret, -1))).toMatchObject({ problem: "wrong-code" });
    expect(await prove(third, appCode(secret, 1))).toMatchObject({ ok: true });
  });

  test("takes each recovery code once", async () => {
    const site = await portalWithMail(engine);
    const visitor = await member(site);
    const { recoveryCodes } = await withApp(visitor);
    const [first = "", second = ""] = recoveryCodes;
    for (const [code, ok] of [
      [first, true],
      [first, false],
      [second, true],
    ] as const) {
      const browser = new Visitor(site.portal);
      await browser.signIn(visitor.email);
      expect(await prove(browser, code)).toMatchObject({ ok });
    }
  });

  test("is told to the app in 32 letters, under the operator's name once there is one", async () => {
    const site = await portalWithMail(engine);
    const addressSaid = async () => new URL((await withApp(await member(site))).uri);
    const unnamed = await addressSaid();
    expect(unnamed.searchParams.get("secret")).toMatch(/^[A-Z2-7]{32}$/);
    expect(unnamed.searchParams.get("issuer")).toBe("localhost:3000".replace(":", " "));
    const { operator } = await currentSettings(site.portal);
    const named = { ...operator, name: "Padma Overseas & Sons" };
    await changeSettings(site.portal, system("test"), { change: { operator: named } });
    const address = await addressSaid();
    expect(address.searchParams.get("issuer")).toBe("Padma Overseas & Sons");
    expect(decodeURIComponent(address.pathname)).toMatch(/^\/*(?:totp\/)?Padma Overseas & Sons:person-/);
  });

  test("takes a recovery code and a code of the app however they were typed", async () => {
    const site = await portalWithMail(engine);
    const visitor = await member(site);
    const { secret, recoveryCodes } = await withApp(visitor);
    const [first = "", second = ""] = recoveryCodes;
    const banglaDigits = (code: string) => code.replaceAll(/\d/g, (digit) => "০১২৩৪৫৬৭৮৯"[Number(digit)] ?? "");
    for (const typed of [
      ` ${first.toLowerCase().replaceAll("-", " ")} `,
      second.replaceAll("-", ""),
      banglaDigits(appCode(secret)).replace(/^.{3}/, "$& "),
    ]) {
      const browser = new Visitor(site.portal);
      await browser.signIn(visitor.email);
      expect(await prove(browser, typed), typed).toMatchObject({ ok: true });
    }
  });

  test("is tried five times, then waits, the right code too", async () => {
    const site = await portalWithMail(engine);
    const visitor = await member(site);
    const { secret } = await withApp(visitor);
    const thief = new Visitor(site.portal);
    await thief.signIn(visitor.email);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await prove(thief, "123456")).toMatchObject({ problem: "wrong-code" });
    expect(await prove(thief, appCode(secret))).toMatchObject({ problem: "wait", waitSeconds: expect.any(Number) });
    const again = new Visitor(site.portal);
    await again.signIn(visitor.email);
    expect(await prove(again, appCode(secret))).toMatchObject({ problem: "wait" });
    await timePasses(site.portal, 16);
    await again.signIn(visitor.email);
    expect(await prove(again, appCode(secret))).toMatchObject({ ok: true });
  });

  test("is shown again before what cannot be undone", async () => {
    const site = await portalWithMail(engine);
    const visitor = await member(site);
    const { secret, recoveryCodes } = await withApp(visitor);
    await timePasses(site.portal, 16);
    expect((await visitor.whoAmI())?.actor.mustProveAgain).toBe(true);
    const { accounts } = site.portal;
    for (const step of [accounts.removeTotp, accounts.newRecoveryCodes]) {
      expect(await step(visitor.caller, { password: goodPassword })).toMatchObject({ problem: "prove-again" });
    }
    expect(await visitor.does(accounts.proveAgain(visitor.caller, { code: "000000" }))).toMatchObject({
      problem: "wrong-code",
    });
    expect(await visitor.does(accounts.proveAgain(visitor.caller, { code: appCode(secret) }))).toMatchObject({
      ok: true,
    });
    expect((await visitor.whoAmI())?.actor.mustProveAgain).toBe(false);
    await timePasses(site.portal, 16);
    expect(await visitor.does(accounts.proveAgain(visitor.caller, { code: recoveryCodes[0] }))).toMatchObject({
      ok: true,
    });
    expect((await visitor.whoAmI())?.actor.mustProveAgain).toBe(false);
  });

  test("is set up and taken away with the password, and the owner hears of it", async () => {
    const site = await portalWithMail(engine);
    const visitor = await member(site);
    const { accounts } = site.portal;
    expect(await accounts.beginTotp(visitor.caller, {})).toMatchObject({ fields: { password: "required" } });
    const wrong = await accounts.beginTotp(visitor.caller, { password: "not this one, friend" });
    expect(wrong).toMatchObject({ problem: "wrong-credentials" });
    const { recoveryCodes } = await withApp(visitor);
    await expect(accounts.beginTotp(visitor.caller, { password: goodPassword })).rejects.toMatchObject({ id: "stale" });
    const renewed = await visitor.does(accounts.newRecoveryCodes(visitor.caller, { password: goodPassword }));
    if (!renewed.ok) throw new Error(renewed.problem);
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(renewed.recoveryCodes).not.toEqual(recoveryCodes);
    expect(await accounts.removeTotp(visitor.caller, { password: "not this one, friend" })).toMatchObject({
      ok: false,
    });
    expect(await visitor.does(accounts.removeTotp(visitor.caller, { password: goodPassword }))).toMatchObject({
      ok: true,
    });
    expect((await visitor.whoAmI())?.person.hasTotp).toBe(false);
    expect(await new Visitor(site.portal).signIn(visitor.email)).toMatchObject({ next: "signed-in" });
    const subjects = (await site.mails()).map(({ headers }) => headers["to"]);
    expect(subjects.filter((to) => to?.includes(visitor.email))).toHaveLength(3);
  });

  test("is nowhere in clear", async () => {
    const { portal } = await portalWithMail(engine);
    const visitor = await member({ portal });
    const { secret, recoveryCodes } = await withApp(visitor);
    const row = await portal.database.read.selectFrom("totp").selectAll().executeTakeFirstOrThrow();
    for (const planted of [secret, ...recoveryCodes]) expect(JSON.stringify(row)).not.toContain(planted);
  });

  test("ends with the time between password and code, and with the account", async () => {
    const site = await portalWithMail(engine);
    const visitor = await member(site);
    const { secret } = await withApp(visitor);
    const slow = new Visitor(site.portal);
    await slow.signIn(visitor.email);
    await timePasses(site.portal, 11);
    expect(await prove(slow, appCode(secret))).toMatchObject({ problem: "sign-in-ended" });
    const deleted = new Visitor(site.portal);
    await deleted.signIn(visitor.email);
    await site.portal.database.write((writer) => writer.deleteFrom("person").where("id", "=", visitor.id).execute());
    expect(await prove(deleted, appCode(secret))).toMatchObject({ problem: "sign-in-ended" });
  });

  test("where it is required, a session that never showed one is a student's", async () => {
    const site = await portalWithMail(engine);
    const admin = await member(site, "admin");
    await changeSettings(site.portal, system("test"), { change: { secondFactor: "required" } });
    expect(await admin.whoAmI()).toMatchObject({ actor: { role: "student" }, person: { role: "admin" } });
    const { secret } = await withApp(admin);
    expect(await admin.whoAmI()).toMatchObject({ actor: { role: "admin" } });
    const elsewhere = new Visitor(site.portal);
    await elsewhere.signIn(admin.email);
    await prove(elsewhere, appCode(secret));
    expect(await elsewhere.whoAmI()).toMatchObject({ actor: { role: "admin" } });
    await elsewhere.does(site.portal.accounts.removeTotp(elsewhere.caller, { password: goodPassword }));
    expect(await new Visitor(site.portal).signIn(admin.email)).toMatchObject({ next: "signed-in" });
  });

  test("heals from a crash at any write of setting it up or taking it away", async () => {
    const site = await portalWithMail(engine);
    const visitor = await member(site);
    const { secret } = await withApp(visitor);
    const change = (changes: { confirmed: 0 | 1 }) =>
      site.portal.database.write((writer) => writer.updateTable("totp").set(changes).execute());
    await change({ confirmed: 0 });
    const elsewhere = new Visitor(site.portal);
    expect(await elsewhere.signIn(visitor.email)).toMatchObject({ next: "second-factor" });
    expect(await prove(elsewhere, appCode(secret))).toMatchObject({ ok: true });
    await site.portal.database.write((writer) => writer.updateTable("person").set({ has_totp: 0 }).execute());
    expect(await new Visitor(site.portal).signIn(visitor.email)).toMatchObject({ next: "signed-in" });
    await withApp(visitor);
    expect((await visitor.whoAmI())?.person.hasTotp).toBe(true);
  });
});
