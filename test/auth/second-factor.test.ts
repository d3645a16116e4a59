import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { makeApiKey, readApiKeys } from "#operations/accounts/api-keys.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { totpOf } from "#storage/database/accounts/factors.ts";
import { updateRow } from "#storage/database/rows.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { changeOperator } from "../support/operator.ts";
import {
  accountTestOn,
  anotherBrowser,
  goodPassword,
  member,
  otherPassword,
  timePasses,
  Visitor,
  withApp,
} from "../support/accounts/account-visitor.ts";
import { appCode } from "../support/accounts/app-code.ts";
import { engines } from "../support/portals.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import { changeRows } from "../support/change-rows.ts";

const prove = (visitor: Visitor, code: string) => visitor.step("proveSecondFactor", { code });

describe.each(engines)("the second factor on %s", (engine) => {
  const test = accountTestOn(engine);

  test("accepts each code of the app once, across all browsers", async ({ site, owner }) => {
    const { secret } = await withApp(owner);
    const [one, two] = [new Visitor(site.portal), new Visitor(site.portal)];
    await one.signIn(owner.email);
    await two.signIn(owner.email);
    const code = appCode(secret);
    const outcomes = await Promise.all([prove(one, code), prove(two, code)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await prove(new Visitor(site.portal), code)).toMatchObject({ problem: "sign-in-ended" });
    const third = await anotherBrowser(owner);
    expect(await prove(third, appCode(secret, -1))).toMatchObject({ problem: "wrong-code" });
    expect(await prove(third, appCode(secret, 1))).toMatchObject({ ok: true });
  });

  test("keeps the key that another browser confirmed while this one's password was checked", async ({
    owner,
    portal,
  }) => {
    const { database } = portal;
    const [confirming, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const confirmed = database.write((writer) =>
      changeAccount(portal, writer, owner.id, async () => {
        await updateRow(writer, "person", owner.id, { has_totp: 1 });
        confirming.resolve();
        await mayCommit.promise;
      }),
    );
    await confirming.promise;
    const begun = owner.step("beginTotp", { password: goodPassword });
    // It has read the session, and waits for the transaction. SQLite reads at once.
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    if (engine === "postgres")
      await expect.poll(async () => (await waiting.execute(database.read)).rows).toHaveLength(1);
    else await setImmediate();
    mayCommit.resolve();
    await confirmed;
    expect(await begun).toMatchObject({ problem: "stale" });
    expect(await totpOf(database.read, owner.id)).toBeUndefined();
  });
});

describe("the second factor", () => {
  // The tests above check the stored data on both engines.
  const test = accountTestOn("sqlite");

  test("gives the app a secret of 32 characters, with the operator's name as issuer once it is set", async ({
    site,
  }) => {
    const addressSaid = async () => new URL((await withApp(await member(site))).uri);
    const unnamed = await addressSaid();
    expect(unnamed.searchParams.get("secret")).toMatch(/^[A-Z2-7]{32}$/);
    expect(unnamed.searchParams.get("issuer")).toBe("localhost:3000".replace(":", " "));
    await changeOperator(site.portal, { name: "Padma Overseas & Sons" });
    const address = await addressSaid();
    expect(address.searchParams.get("issuer")).toBe("Padma Overseas & Sons");
    expect(decodeURIComponent(address.pathname)).toMatch(/^\/*(?:totp\/)?Padma Overseas & Sons:person-/);
  });

  test("accepts recovery codes and app codes in any case and spacing, and in Bangla digits", async ({ owner }) => {
    const { secret, recoveryCodes } = await withApp(owner);
    const [first = "", second = ""] = recoveryCodes;
    const banglaDigits = (code: string) => code.replaceAll(/\d/g, (digit) => "০১২৩৪৫৬৭৮৯"[Number(digit)] ?? "");
    for (const typed of [
      ` ${first.toLowerCase().replaceAll("-", " ")} `,
      second.replaceAll("-", ""),
      banglaDigits(appCode(secret)).replace(/^.{3}/, "$& "),
    ]) {
      const browser = await anotherBrowser(owner);
      expect(await prove(browser, typed), typed).toMatchObject({ ok: true });
    }
  });

  test("is locked for a while after five wrong codes, even for the right code", async ({ site, owner }) => {
    const { secret } = await withApp(owner);
    const thief = await anotherBrowser(owner);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await prove(thief, "123456")).toMatchObject({ problem: "wrong-code" });
    expect(await prove(thief, appCode(secret))).toMatchObject({
      problem: "too-many-requests",
      waitSeconds: expect.any(Number),
    });
    const again = await anotherBrowser(owner);
    expect(await prove(again, appCode(secret))).toMatchObject({ problem: "too-many-requests" });
    await timePasses(site.portal, 16);
    await again.signIn(owner.email);
    expect(await prove(again, appCode(secret))).toMatchObject({ ok: true });
  });

  test("must have been shown recently before it is removed or gets new recovery codes", async ({ site, owner }) => {
    const { secret, recoveryCodes } = await withApp(owner);
    await timePasses(site.portal, 16);
    expect((await owner.whoAmI())?.actor.mustProveAgain).toBe(true);
    for (const step of ["removeTotp", "newRecoveryCodes"] as const) {
      expect(await owner.step(step, { password: goodPassword })).toMatchObject({ problem: "prove-again" });
    }
    expect(await owner.step("proveAgain", { code: "000000" })).toMatchObject({ problem: "wrong-code" });
    expect(await owner.step("proveAgain", { code: appCode(secret) })).toMatchObject({ ok: true });
    expect((await owner.whoAmI())?.actor.mustProveAgain).toBe(false);
    await timePasses(site.portal, 16);
    expect(await owner.step("proveAgain", { code: recoveryCodes[0] })).toMatchObject({ ok: true });
    expect((await owner.whoAmI())?.actor.mustProveAgain).toBe(false);
  });

  test("is set up and removed only with the password, and the owner gets a mail each time", async ({ site, owner }) => {
    expect(await owner.step("beginTotp", {})).toMatchObject({ fields: { password: "required" } });
    const wrong = await owner.step("beginTotp", { password: "not this one, friend" });
    expect(wrong).toMatchObject({ problem: "wrong-credentials" });
    const { recoveryCodes } = await withApp(owner);
    expect(await owner.step("beginTotp", { password: goodPassword })).toMatchObject({ problem: "stale" });
    const renewed = await owner.step("newRecoveryCodes", { password: goodPassword });
    if (!renewed.ok) throw new Error(renewed.problem);
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(renewed.recoveryCodes).not.toEqual(recoveryCodes);
    expect(await owner.step("removeTotp", { password: "not this one, friend" })).toMatchObject({ ok: false });
    expect(await owner.step("removeTotp", { password: goodPassword })).toMatchObject({ ok: true });
    expect((await owner.whoAmI())?.person.hasCodes).toBe(false);
    expect(await new Visitor(site.portal).signIn(owner.email)).toMatchObject({ next: "signed-in" });
    const subjects = (await site.mails()).map(({ headers }) => headers["to"]);
    expect(subjects.filter((to) => to?.includes(owner.email))).toHaveLength(3);
  });

  test("is needed for any role above student where the settings require it", async ({ site }) => {
    const admin = await member(site, "admin");
    await changeSettings(site.portal, system("test"), { change: { secondFactor: "required" } });
    expect(await admin.whoAmI()).toMatchObject({ actor: { role: "student" }, person: { role: "admin" } });
    // Just after the sign-in, the first codes need no password. A passkey does.
    const asksForPassword = { fields: { password: "required" } };
    expect((await admin.call("/passkey/generate-register-options", {})).status).toBe(400);
    const wrong = await admin.step("newRecoveryCodes", { password: "not this one, friend" });
    expect(wrong).toMatchObject({ problem: "wrong-credentials" });
    expect(await admin.step("beginTotp", {})).toMatchObject({ ok: true });
    await timePasses(site.portal, 5);
    for (const step of ["beginTotp", "newRecoveryCodes"] as const)
      expect(await admin.step(step, {})).toMatchObject(asksForPassword);
    // Proofs of a factor that is gone do not replace the password.
    await changeRows(site.portal, "session", { proved_at: site.portal.now() });
    expect(await admin.step("newRecoveryCodes", {})).toMatchObject(asksForPassword);
    await changeRows(site.portal, "session", { proved_at: null });
    const { secret } = await withApp(admin);
    expect(await admin.whoAmI()).toMatchObject({ actor: { role: "admin" } });
    const elsewhere = await anotherBrowser(admin);
    await prove(elsewhere, appCode(secret));
    expect(await elsewhere.whoAmI()).toMatchObject({ actor: { role: "admin" } });
    await elsewhere.step("removeTotp", { password: goodPassword });
    // A factor that was shown earlier and is gone counts no more, in no session.
    for (const browser of [elsewhere, admin])
      expect(await browser.whoAmI()).toMatchObject({ actor: { role: "student" } });
    expect(await new Visitor(site.portal).signIn(admin.email)).toMatchObject({ next: "signed-in" });
    const made = await elsewhere.step("newRecoveryCodes", { password: goodPassword });
    if (!made.ok) throw new Error(made.problem);
    expect(await elsewhere.whoAmI()).toMatchObject({ actor: { role: "admin" } });
    expect(await admin.whoAmI()).toMatchObject({ actor: { role: "student", mustProveAgain: true } });
    expect(await admin.step("proveAgain", { code: made.recoveryCodes[0] })).toMatchObject({ ok: true });
    expect(await admin.whoAmI()).toMatchObject({ actor: { role: "admin" } });
  });

  test("takes the API keys along where the settings require it, and they never come back", async ({ site }) => {
    const admin = await member(site, "admin");
    const actor = { kind: "account", id: admin.id, role: "admin" } as const;
    await withApp(admin);
    const key = { name: "Payroll", scope: "read", days: 30 };
    const afterReplacing = async () => {
      await makeApiKey(site.portal, actor, key);
      await admin.step("removeTotp", { password: goodPassword });
      await withApp(admin);
      return readApiKeys(site.portal, actor);
    };
    expect(await afterReplacing()).toHaveLength(1);
    await changeSettings(site.portal, system("test"), { change: { secondFactor: "required" } });
    expect(await afterReplacing()).toEqual([]);
    await admin.step("removeTotp", { password: goodPassword });
    await expect(makeApiKey(site.portal, actor, key)).rejects.toMatchObject({ id: "prove-again" });
    const told = (await site.mails()).filter(({ text }) => text.includes("API keys of your account have ended"));
    expect(told.map(({ headers }) => headers["to"])).toEqual([expect.stringContaining(admin.email)]);
    const removals = (await auditTrail(site.portal, system("test"), "staff", admin.id)).filter(
      ({ action }) => action === "factor-removed",
    );
    expect(removals.map(({ details }) => details?.["apiKeys"])).toEqual([undefined, { from: 2, to: 0 }, undefined]);
  });

  test("of a person of an organisation takes the API keys along on every site", async ({ site }) => {
    const clerk = await member(site, "organisation");
    const actor = { kind: "account", id: clerk.id, role: "organisation" } as const;
    await withApp(clerk);
    await makeApiKey(site.portal, actor, { name: "Visa system", scope: "look-up", days: 30 });
    await clerk.step("removeTotp", { password: goodPassword });
    expect(await readApiKeys(site.portal, actor)).toEqual([]);
  });

  test("is not changed by a session that ends while the password is checked", async ({ site, owner }) => {
    const { limits, accounts } = site.portal;
    const attempt = limits.attempt.bind(limits);
    const other = await anotherBrowser(owner);
    await withApp(owner);
    Object.assign(limits, {
      attempt: async (tries: Parameters<typeof attempt>[0]) => {
        Object.assign(limits, { attempt });
        await accounts.endAllSessions(owner.caller);
        return attempt(tries);
      },
    });
    expect(await owner.step("removeTotp", { password: goodPassword })).toMatchObject({ problem: "not-signed-in" });
    expect(await other.signIn(owner.email)).toMatchObject({ next: "second-factor" });
  });

  test("does not complete a sign-in that began before the password changed", async ({ site, owner }) => {
    const { secret } = await withApp(owner);
    const thief = new Visitor(site.portal);
    expect(await thief.signIn(owner.email)).toMatchObject({ next: "second-factor" });
    const form = { currentPassword: goodPassword, password: otherPassword };
    expect(await owner.step("changePassword", form)).toMatchObject({ ok: true });
    expect(await prove(thief, appCode(secret))).toMatchObject({ ok: false, problem: "sign-in-ended" });
    expect(await thief.whoAmI()).toBeNull();
  });

  test("is required after the password, and a code of the app completes the sign-in", async ({ site, owner }) => {
    const { secret, uri, recoveryCodes } = await withApp(owner);
    expect(uri).toContain("otpauth://totp/");
    expect(recoveryCodes).toHaveLength(10);
    expect(await owner.whoAmI()).toMatchObject({ actor: { mustProveAgain: false }, person: { hasCodes: true } });
    const elsewhere = new Visitor(site.portal);
    expect(await elsewhere.signIn(owner.email)).toMatchObject({ ok: true, next: "second-factor" });
    expect(await elsewhere.whoAmI()).toBeNull();
    expect(await prove(elsewhere, "000000")).toMatchObject({ ok: false, problem: "wrong-code" });
    expect(await prove(elsewhere, appCode(secret))).toMatchObject({ ok: true, next: "signed-in" });
    expect(await elsewhere.whoAmI()).toMatchObject({ actor: { mustProveAgain: false } });
  });

  test("accepts each recovery code once", async ({ owner }) => {
    const { recoveryCodes } = await withApp(owner);
    const [first = "", second = ""] = recoveryCodes;
    for (const [code, ok] of [
      [first, true],
      [first, false],
      [second, true],
    ] as const) {
      const browser = await anotherBrowser(owner);
      expect(await prove(browser, code)).toMatchObject({ ok });
    }
  });

  test("is refused more than ten minutes after the password, and after the account was deleted", async ({
    site,
    owner,
  }) => {
    const { secret } = await withApp(owner);
    const slow = await anotherBrowser(owner);
    await timePasses(site.portal, 11);
    expect(await prove(slow, appCode(secret))).toMatchObject({ problem: "sign-in-ended" });
    const deleted = await anotherBrowser(owner);
    await site.portal.database.write((writer) => writer.deleteFrom("person").where("id", "=", owner.id).execute());
    expect(await prove(deleted, appCode(secret))).toMatchObject({ problem: "sign-in-ended" });
  });

  test("printed recovery codes alone are one, and a password alone opens nothing", async ({ site, owner }) => {
    const made = await owner.step("newRecoveryCodes", { password: goodPassword });
    if (!made.ok) throw new Error(made.problem);
    expect(await owner.whoAmI()).toMatchObject({ actor: { mustProveAgain: false }, person: { hasFactor: true } });
    const thief = await anotherBrowser(owner);
    expect(await thief.whoAmI()).toBeNull();
    expect(await site.portal.accounts.waysToGoOn(thief.caller)).toEqual({ app: false, passkey: false });
    expect(await prove(thief, "000000")).toMatchObject({ problem: "wrong-code" });
    const [first = "", ...others] = made.recoveryCodes;
    expect(await prove(await anotherBrowser(owner), first)).toMatchObject({ ok: true, codesLeft: 9 });
    expect(await prove(await anotherBrowser(owner), first)).toMatchObject({ problem: "wrong-code" });

    // An app that was begun opens nothing until it is confirmed, and the paper stays valid all the while.
    const begun = await owner.step("beginTotp", { password: goodPassword });
    if (!begun.ok) throw new Error(begun.problem);
    expect(await prove(thief, appCode(begun.secret))).toMatchObject({ problem: "wrong-code" });
    await timePasses(site.portal, 16);
    const confirms = () => owner.step("confirmTotp", { code: appCode(begun.secret) });
    expect(await confirms()).toMatchObject({ problem: "prove-again" });
    const [second, ...left] = others;
    expect(await owner.step("proveAgain", { code: second })).toMatchObject({ ok: true });
    expect(await confirms()).toMatchObject({ recoveryCodes: left });
    expect(await prove(thief, appCode(begun.secret, 1))).toMatchObject({ problem: "sign-in-ended" });
    await thief.signIn(owner.email);
    expect(await prove(thief, appCode(begun.secret, 1))).toMatchObject({ ok: true });
  });

  test("recovers from a crash between any two writes of its setup or removal", async ({ site, owner }) => {
    await withApp(owner);
    await changeRows(site.portal, "person", { has_totp: 0 });
    expect(await new Visitor(site.portal).signIn(owner.email)).toMatchObject({ next: "signed-in" });
    await withApp(owner);
    expect((await owner.whoAmI())?.person.hasCodes).toBe(true);
  });
});
