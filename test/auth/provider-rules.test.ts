import { describe, expect, onTestFinished, test as base } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { agreeToChange, readHeldChanges } from "#operations/decisions/decide-change.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSignIn } from "#operations/portal/current-settings.ts";
import { heldWords } from "#i18n/held-words.ts";
import { changeRole, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import {
  allowPasswords,
  moveFirst,
  readSignIn,
  removeProvider,
  saveProvider,
} from "#operations/settings/change-sign-in.ts";
import type { Engine } from "#storage/database/database.ts";
import { auditTrail } from "../support/audit-trail.ts";
import {
  freshEmail,
  goodPassword,
  member,
  portalWithMail,
  tokenMailed,
  Visitor,
} from "../support/accounts/account-visitor.ts";
import { actorOf, freshAdmin } from "../support/accounts/fresh-accounts.ts";
import { addProvider, IdentityProvider } from "../support/accounts/identity-provider.ts";
import { throughProvider } from "../support/accounts/through-provider.ts";
import { atTheDesk } from "../support/organisations.ts";
import { engines } from "../support/portals.ts";
import { changeRows } from "../support/change-rows.ts";

const origin = "http://localhost:3999";
const machine = system("test");
const roles = { claim: "groups", roles: "office admins = admin\nclerks = moderator\neverybody = student" };

async function start() {
  const provider = await IdentityProvider.start([origin]);
  onTestFinished(() => provider[Symbol.asyncDispose]());
  return provider;
}

const testWith = (engine: Engine) =>
  base
    .extend("provider", () => start())
    .extend("site", () => portalWithMail(engine, { PUBLIC_URL: origin, PRIVATE_TARGETS: "allow" }))
    .extend("portal", ({ site }) => site.portal)
    .extend("admin", ({ portal }) => freshAdmin(portal))
    .extend("visitor", ({ portal }) => new Visitor(portal));

const says = (provider: IdentityProvider, groups: unknown) =>
  provider.people.set("sub-1", { email: "karim@agency.example", isVerified: true, name: "Karim", groups });

describe.each(engines)("a provider on %s", (engine) => {
  const test = testWith(engine);

  test("brings the role in line at each sign-in, and the log says by whom", async ({ provider, portal, admin }) => {
    await addProvider(portal, provider.issuer, { name: "Office", ...roles }, admin);
    const roleFor = async (groups: unknown) => {
      says(provider, groups);
      const visitor = new Visitor(portal);
      const way = await throughProvider(visitor, "sub-1");
      return (await visitor.whoAmI())?.actor.role ?? way;
    };
    const noRole = "/login?problem=provider-no-role&provider=1";
    expect(await roleFor(undefined)).toBe(noRole);
    expect(await portal.database.read.selectFrom("person").select("id").where("name", "=", "Karim").execute()).toEqual(
      [],
    );
    const given = [];
    for (const groups of [["everybody"], ["clerks", "everybody"], "office admins", ["clerks"], ["others"], []])
      given.push(await roleFor(groups));
    expect(given).toEqual(["student", "moderator", "admin", "moderator", noRole, noRole]);
    const { person_id: id } = await portal.database.read
      .selectFrom("sign_in_method")
      .select("person_id")
      .where("provider", "=", provider.issuer)
      .executeTakeFirstOrThrow();
    const changes = (await auditTrail(portal, machine, "staff", id)).filter(({ action }) => action === "role-changed");
    expect(changes.map(({ actor, details }) => [actor, details?.["role"]?.to, details?.["provider"]?.to])).toEqual([
      [admin.id, "moderator", "Office"],
      [admin.id, "admin", "Office"],
      ["provider", "moderator", "Office"],
    ]);
  });

  test("that is removed opens nothing; a mail tells its people, who can choose a password", async ({
    provider,
    site,
    portal,
    visitor,
  }) => {
    await addProvider(portal, provider.issuer, { name: "Office" });
    says(provider, []);
    await throughProvider(visitor, "sub-1");
    await removeProvider(portal, machine, { id: "1" });
    expect(await throughProvider(new Visitor(portal), "sub-1")).toBe("provider-failed");
    expect((await site.mails()).at(-1)?.text).toContain("Your account at Office no longer opens your account here.");
    await visitor.step("askForReset", { email: "karim@agency.example" });
    const token = await tokenMailed(site, "karim@agency.example", "reset");
    await visitor.step("resetPassword", { token, password: goodPassword });
    expect(await visitor.signIn("karim@agency.example")).toMatchObject({ ok: true });
  });
});

// One engine is enough: the tests above make PostgreSQL plan these queries too.
describe("a provider", () => {
  const test = testWith("sqlite");

  test("gives no role to an email that it has not verified", async ({ provider, portal, visitor }) => {
    const boss = "boss@agency.example";
    await addProvider(portal, provider.issuer, { claim: "email", roles: `${boss} = admin` });
    const is = (isVerified: boolean) => provider.people.set("sub-1", { email: boss, isVerified, name: "Boss" });
    is(true);
    expect(await throughProvider(visitor, "sub-1")).toBe("/dashboard");
    is(false);
    expect(await throughProvider(visitor, "sub-1")).toBe("/login?problem=provider-no-role&provider=1");
  });

  test("gives a higher role only with a second admin, who is not the one that set the roles", async ({
    provider,
    portal,
    admin,
    visitor,
  }) => {
    await addProvider(portal, provider.issuer, { name: "Office", ...roles }, admin);
    const other = await freshAdmin(portal);
    await changeSettings(portal, machine, { change: { fourEyes: true } });
    says(provider, ["office admins"]);
    expect(await throughProvider(visitor, "sub-1")).toBe("/dashboard");
    expect((await visitor.whoAmI())?.actor.role).toBe("student");
    // What the provider does not say any more does not wait any more either.
    for (const groups of [["everybody"], ["others"]]) {
      says(provider, groups);
      await throughProvider(visitor, "sub-1");
      expect(await readHeldChanges(portal, other)).toEqual([]);
      says(provider, ["office admins"]);
      await throughProvider(visitor, "sub-1");
    }
    const [waiting] = await readHeldChanges(portal, other);
    expect(waiting?.change).toMatchObject({ kind: "make-admin", provider: "Office" });
    const change = { id: waiting?.id ?? "" };
    await expect(agreeToChange(portal, admin, change)).rejects.toMatchObject({ id: "not-allowed" });
    await agreeToChange(portal, other, change);
    says(provider, ["everybody"]);
    await throughProvider(visitor, "sub-1");
    expect((await visitor.whoAmI())?.actor.role).toBe("student");
  });

  test("is changed only with a second admin where the four-eyes rule is on", async ({ provider, portal, admin }) => {
    const other = await freshAdmin(portal);
    await changeSettings(portal, machine, { change: { fourEyes: true } });
    const more = { claim: "groups", roles: "clerks = moderator" };
    await expect(addProvider(portal, provider.issuer, more, admin)).rejects.toMatchObject({ id: "waits" });
    expect((await currentSignIn(portal)).providers).toEqual([]);
    await expect(addProvider(portal, provider.issuer, more, admin)).rejects.toMatchObject({ id: "waits" });
    const rows = await portal.database.read.selectFrom("held_change").selectAll().execute();
    expect(rows.map(({ sealed }) => Buffer.from(sealed).toString("latin1")).join("")).not.toContain("secret");
    const [waiting] = await readHeldChanges(portal, other);
    const words = waiting && heldWords(waiting.change, waiting.name);
    expect(words).toBe(`Change how people sign in: Google (${provider.issuer}; groups: clerks = moderator)`);
    const agreedAt = portal.now();
    await agreeToChange(portal, other, { id: waiting?.id ?? "" });
    const [saved] = (await currentSignIn(portal)).providers;
    expect(saved).toMatchObject({ id: "1", issuer: provider.issuer, changedBy: admin.id });
    expect(saved?.changedAt).toBeGreaterThanOrEqual(agreedAt);
  });

  test("never lowers the last admin", async ({ provider, portal, admin, visitor }) => {
    await addProvider(portal, provider.issuer, roles, admin);
    says(provider, ["office admins"]);
    await throughProvider(visitor, "sub-1");
    await changeRole(portal, machine, { id: admin.id, role: "student" });
    says(provider, ["everybody"]);
    expect(await throughProvider(visitor, "sub-1")).toBe("/dashboard");
    const last = (await visitor.whoAmI())?.actor ?? expect.fail();
    expect(last.role).toBe("admin");
    // The roles are this admin's from the time when they save them, even unchanged.
    const [saved] = (await currentSignIn(portal)).providers;
    await saveProvider(portal, actorOf(last.id, "admin"), { id: "1" }, { ...saved, clientSecret: "" });
    expect((await currentSignIn(portal)).providers).toMatchObject([{ changedBy: last.id }]);
  });

  test("knows a person by issuer and subject: the same subject elsewhere is somebody else", async ({
    provider,
    portal,
    visitor,
  }) => {
    const second = await start();
    await addProvider(portal, provider.issuer);
    await addProvider(portal, second.issuer, { name: "Office" });
    await expect(addProvider(portal, `${second.issuer}/`)).rejects.toMatchObject({
      fields: { issuer: "issuer-taken" },
    });
    says(provider, []);
    second.people.set("sub-1", { email: "karim@agency.example", isVerified: true, name: "Mallory" });
    await throughProvider(visitor, "sub-1");
    const mallory = new Visitor(portal);
    const notLinked = "/login?problem=provider-not-linked&provider=2";
    expect(await throughProvider(mallory, "sub-1", { id: "2" })).toBe(notLinked);
    second.people.set("sub-1", { email: freshEmail(), isVerified: true, name: "Mallory" });
    await throughProvider(mallory, "sub-1", { id: "2" });
    expect((await mallory.whoAmI())?.person.id).not.toBe((await visitor.whoAmI())?.person.id);
    await moveFirst(portal, machine, { id: "2" });
    expect((await portal.accounts.providers.ways()).providers.map(({ name }) => name)).toEqual(["Office", "Google"]);
  });

  test("can be the only way in, once it was seen to work: one admin keeps the password", async ({
    provider,
    site,
    portal,
  }) => {
    const [local, clerk, late] = [
      await member(site, "admin"),
      await member(site, "moderator"),
      await member(site, "moderator"),
    ];
    const actor = actorOf(local.id, "admin");
    await addProvider(portal, provider.issuer);
    await expect(allowPasswords(portal, actor, { isOn: false })).rejects.toMatchObject({ id: "provider-unseen" });
    says(provider, []);
    await throughProvider(clerk, "sub-1", { connects: true });
    expect(await throughProvider(clerk, "sub-1")).toBe("/dashboard");
    expect((await readSignIn(portal, actor)).providers).toMatchObject([{ isSeen: true, people: 1 }]);
    await allowPasswords(portal, actor, { isOn: false });
    expect((await readSignIn(portal, actor)).localAdmin).toBe("Rahim Uddin");

    const browser = new Visitor(portal);
    expect(await browser.signIn(clerk.email)).toMatchObject({ problem: "only-providers" });
    expect(await browser.signIn(local.email)).toMatchObject({ ok: true });
    expect((await browser.whoAmI())?.actor.role).toBe("admin");
    // Whoever has not connected the provider yet gets in, but can do nothing else than connect it.
    expect(await browser.signIn(late.email)).toMatchObject({ ok: true });
    expect((await browser.whoAmI())?.actor.role).toBe("student");
    provider.people.set("sub-2", { email: late.email, isVerified: true, name: "Late" });
    expect(await throughProvider(browser, "sub-2", { connects: true })).toBe("/account");
    expect((await browser.whoAmI())?.actor.role).toBe("moderator");

    // Organisations have no accounts at the office's provider.
    const email = freshEmail();
    await atTheDesk(portal, {}, email);
    await browser.signIn(email);
    await changeRows(portal, "session", { proved_at: portal.now() });
    expect((await browser.whoAmI())?.actor.role).toBe("organisation");

    // The rule ends with the last person who could turn it off.
    await freshAdmin(portal);
    await suspendAccount(portal, machine, { id: local.id });
    expect(await browser.signIn(clerk.email)).toMatchObject({ ok: true });
    expect((await readSignIn(portal, machine)).localAdmin).toBe("");
  });
});
