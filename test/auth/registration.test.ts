import type { Limits } from "#limits/limits.ts";
import { describe, expect } from "vitest";
import { openAccounts } from "#auth/open-accounts.ts";
import { system } from "#core/accounts/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings, currentSignIn } from "#operations/portal/current-settings.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { engines, openForTest } from "../support/portals.ts";
import {
  type AccountsPortal,
  accountTestOn,
  freshEmail,
  goodPassword,
  otherPassword,
  timePasses,
  tokenMailed,
  Visitor,
  outcomeOf,
} from "../support/accounts/account-visitor.ts";

const form = (email: string, more: Record<string, unknown> = {}) => ({
  email,
  password: goodPassword,
  name: "Rahim Uddin",
  ...more,
});

const signUp = ({ portal }: AccountsPortal, given: unknown, visitor = new Visitor(portal)) =>
  visitor.step("signUp", given);
const confirm = (visitor: Visitor, token: string, password: string) =>
  visitor.step("confirmAddress", { token, password });
const personIn = ({ portal }: AccountsPortal, email: string) =>
  portal.database.read.selectFrom("person").selectAll().where("email", "=", email).execute();

describe.each(engines)("registering on %s", (engine) => {
  const test = accountTestOn(engine);

  test("again while the owner confirms does not install a stranger's password", async ({ site, portal }) => {
    const email = freshEmail();
    await signUp(site, form(email));
    const token = await tokenMailed(site, email, "confirm");
    const attempt: Limits["attempt"] = async (attempts) => {
      await signUp(site, form(email, { password: otherPassword }));
      return portal.limits.attempt(attempts);
    };
    const accounts = openAccounts({
      ...portal,
      limits: { ...portal.limits, attempt },
      signIn: () => currentSignIn(portal),
      fetchProvider: () => expect.fail(),
      giveRole: () => expect.fail(),
      settings: () => currentSettings(portal),
      record: () => Promise.resolve(),
      spendProof: () => Promise.resolve(true),
      report: () => undefined,
    });
    const owner = new Visitor(portal);
    const confirmed = await outcomeOf(accounts.confirmAddress(owner.caller, { token, password: goodPassword }));
    expect(confirmed).toMatchObject({ problem: "wrong-credentials" });
    expect(await new Visitor(portal).signIn(email, otherPassword)).toMatchObject({ problem: "wrong-credentials" });
  });

  test("the same address twice at once creates one account", async ({ site }) => {
    const there = await openForTest(site.environment);
    const email = freshEmail();
    const outcomes = await Promise.all([
      signUp(site, form(email)),
      new Visitor(there).step("signUp", form(email.toUpperCase(), { password: otherPassword })),
    ]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await personIn(site, email)).toHaveLength(1);
  });
});

describe("registering", () => {
  // The tests above check the stored data on both engines.
  const test = accountTestOn("sqlite");

  test("with another person's address gives a stranger no access, even if the owner opens the mailed link", async ({
    site,
  }) => {
    const email = freshEmail();
    const stranger = new Visitor(site.portal);
    await signUp(site, form(email, { password: otherPassword }), stranger);
    const token = await tokenMailed(site, email, "confirm");
    const owner = new Visitor(site.portal);
    expect(await confirm(owner, token, goodPassword)).toMatchObject({ problem: "wrong-credentials" });
    expect(await stranger.signIn(email, otherPassword)).toMatchObject({ problem: "wrong-credentials" });
    await signUp(site, form(email), owner);
    expect(await confirm(stranger, token, otherPassword)).toMatchObject({ ok: false });
    expect(await confirm(owner, await tokenMailed(site, email, "confirm"), goodPassword)).toMatchObject({ ok: true });
    expect(await stranger.signIn(email, otherPassword)).toMatchObject({ problem: "wrong-credentials" });
  });

  test("mails a link that expires after a day and whose token is not in the database", async ({ site }) => {
    const email = freshEmail();
    await signUp(site, form(email));
    const token = await tokenMailed(site, email, "confirm");
    const rows = await site.portal.database.read.selectFrom("mailed_link").selectAll().execute();
    expect(rows.map(({ token_hash }) => Buffer.from(token_hash).toString("base64url"))).not.toContain(token);
    await timePasses(site.portal, 24 * 60);
    expect(await confirm(new Visitor(site.portal), token, goodPassword)).toMatchObject({ problem: "link-ended" });
  });

  test("gives the same response for an address that has an account, and does not change that account", async ({
    site,
    owner,
  }) => {
    const taken = await signUp(site, form(owner.email, { password: otherPassword, name: "Mallory" }));
    const fresh = await signUp(site, form(freshEmail(), { password: otherPassword, name: "Mallory" }));
    expect(Object.keys(taken)).toEqual(Object.keys(fresh));
    expect(taken).toMatchObject({ ok: true, next: "check-mail", cookies: [] });
    expect(await new Visitor(site.portal).signIn(owner.email, otherPassword)).toMatchObject({ ok: false });
    expect((await owner.whoAmI())?.person.name).toBe("Rahim Uddin");
    const mails = (await site.mails()).filter(({ headers }) => headers["to"]?.includes(owner.email));
    expect(mails.map(({ text }) => text.includes("/forgot"))).toEqual([true]);
    expect(mails[0]?.text).not.toContain("Mallory");
  });

  test("ignores a role, a confirmation or an id in the form", async ({ site }) => {
    const email = freshEmail();
    const evil = {
      role: "admin",
      emailVerified: true,
      email_confirmed: 1,
      id: "mine",
      person_id: "mine",
      __proto__: {},
    };
    await signUp(site, form(email, evil));
    const [person] = await personIn(site, email);
    expect(person).toMatchObject({ email_confirmed: 0, has_totp: 0 });
    expect(person?.id).not.toBe("mine");
    expect(await site.portal.database.read.selectFrom("staff").selectAll().execute()).toEqual([]);
  });

  test("needs an invitation if the settings require one", async ({ site }) => {
    await changeSettings(site.portal, system("test"), { change: { registration: "invite" } });
    expect(await signUp(site, form(freshEmail()))).toMatchObject({ problem: "invitation-needed" });
  });

  test("is allowed five times an hour for one address, and twenty times for one client", async ({ site }) => {
    const email = freshEmail();
    const register = () => signUp(site, form(email));
    const inTime = await Promise.all(Array.from({ length: 5 }, register));
    expect(inTime.every(({ ok }) => ok)).toBe(true);
    expect(await register()).toMatchObject({ problem: "too-many-requests", waitSeconds: expect.any(Number) });
    const one = new Visitor(site.portal, "2001:db8:1:2::1");
    const outcomes = await Promise.all(
      Array.from({ length: 21 }, (_, index) => {
        one.clientAddress = `2001:db8:1:2::${index}`;
        return signUp(site, form(freshEmail()), one);
      }),
    );
    expect(outcomes.filter(({ ok }) => !ok)).toHaveLength(1);
  });

  test("and resets send at most three mails an hour to one mailbox, however its address is spelt", async ({ site }) => {
    const spellings = Array.from({ length: 50 }, (_, at) => [
      `rahim.uddin+${at}@gmail.com`,
      `r.ahimuddin@googlemail.com`,
    ]);
    for (const email of spellings.flat()) {
      await signUp(site, form(email));
      expect(await new Visitor(site.portal).step("askForReset", { email })).toEqual({ ok: true, cookies: [] });
    }
    expect(await site.mails()).toHaveLength(3);
  });

  test("sends no mail beyond the ceiling of the site, save one to each neighbourhood, with the same answer", async ({
    site,
    portal,
  }) => {
    await signUp(site, form(freshEmail()), new Visitor(portal, "203.0.113.1"));
    await portal.database.write((writer) => writer.updateTable("limit_counter").set({ tries: 300 }).execute());
    const newcomers = ["192.0.2.1", "192.0.2.2", "192.0.3.1"].map((address) => new Visitor(portal, address));
    for (const newcomer of newcomers) {
      expect(await signUp(site, form(freshEmail()), newcomer)).toEqual({ ok: true, next: "check-mail", cookies: [] });
    }
    expect(await site.mails()).toHaveLength(3);
  });

  test("does not show, by the limits of later sign-ins, whether an address had an account", async ({
    site,
    portal,
    owner,
  }) => {
    const asksOnce = async (email: string) => {
      const stranger = new Visitor(portal);
      await signUp(site, form(email, { password: otherPassword }), stranger);
      for (let time = 0; time < 6; time += 1) await stranger.signIn(email, otherPassword);
      return stranger.step("askForReset", { email });
    };
    expect(await Promise.all([owner.email, freshEmail()].map(asksOnce))).toMatchObject([{ ok: true }, { ok: true }]);
  });

  test("sends a lost mail again at the next sign-in with the right password", async ({ site }) => {
    const email = freshEmail();
    await signUp(site, form(email));
    const first = await tokenMailed(site, email, "confirm");
    await new Visitor(site.portal).signIn(email, otherPassword);
    expect(await tokenMailed(site, email, "confirm")).toBe(first);
    await new Visitor(site.portal).signIn(email, goodPassword);
    expect(await tokenMailed(site, email, "confirm")).not.toBe(first);
  });

  test("signs the person in only after they confirm their address", async ({ site, visitor }) => {
    const given = form("Rahim@Example.org", { photoURL: "https://a.example/b.png", password2: goodPassword });
    expect(await signUp(site, given, visitor)).toMatchObject({ ok: true, next: "check-mail", cookies: [] });
    expect(await visitor.signIn("rahim@example.org")).toMatchObject({ ok: false, problem: "wrong-credentials" });
    expect(await visitor.whoAmI()).toBeNull();
    const token = await tokenMailed(site, "rahim@example.org", "confirm");
    expect(await confirm(visitor, token, otherPassword)).toMatchObject({ problem: "wrong-credentials" });
    const other = new Visitor(site.portal);
    const atOnce = await Promise.all([visitor, other].map((browser) => confirm(browser, token, goodPassword)));
    expect(atOnce).toMatchObject([{ ok: true, next: "signed-in" }, { problem: "link-ended" }]);
    expect(await visitor.whoAmI()).toMatchObject({
      actor: { kind: "account", role: "student", mustProveAgain: false },
      person: { email: "rahim@example.org", name: "Rahim Uddin", photoUrl: "https://a.example/b.png", role: "student" },
    });
    expect(await confirm(new Visitor(site.portal), token, goodPassword)).toMatchObject({ problem: "link-ended" });
    const { actor } = (await visitor.whoAmI()) ?? expect.fail();
    const trail = await auditTrail(site.portal, system("test"), "staff", actor.id);
    expect(trail.map(({ action }) => action)).toContain("address-confirmed");
  });
});
