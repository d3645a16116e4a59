import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { invitePerson, readInvitation } from "#operations/accounts/invitations.ts";
import { isSetupLinkValid, issueSetupLink } from "#operations/accounts/set-up-portal.ts";
import {
  type AccountsPortal,
  accountTestOn,
  anotherBrowser,
  freshEmail,
  goodPassword,
  member,
  otherPassword,
  timePasses,
  tokenMailed,
  Visitor,
  withApp,
} from "../support/accounts/account-visitor.ts";
import { appCode } from "../support/accounts/app-code.ts";
import { hashesDuring } from "../support/accounts/hashes-during.ts";
import { engines } from "../support/portals.ts";
import { bindAgain, changeRows } from "../support/change-rows.ts";

const ask = ({ portal }: AccountsPortal, email: unknown, visitor = new Visitor(portal)) =>
  visitor.step("askForReset", { email });
const reset = ({ portal }: AccountsPortal, token: string, password: string = otherPassword) =>
  new Visitor(portal).step("resetPassword", { token, password });

describe.each(engines)("a password reset on %s", (engine) => {
  const test = accountTestOn(engine);

  test("confirms an unconfirmed account and removes every sign-in method, name and photo that a stranger gave it", async ({
    site,
  }) => {
    const email = freshEmail();
    const stranger = new Visitor(site.portal);
    await stranger.step("signUp", {
      email,
      password: goodPassword,
      name: "Mallory",
      photoURL: "https://evil.example/",
    });
    const stale = await tokenMailed(site, email, "confirm");
    const { database } = site.portal;
    const { id } = await database.read.selectFrom("person").select("id").executeTakeFirstOrThrow();
    const planted = { id: "planted", person_id: id, provider: "google", provider_account: "stranger" };
    const times = { added_at: 1, changed_at: 1 };
    await database.write((writer) =>
      writer
        .insertInto("sign_in_method")
        .values({ ...planted, ...times })
        .execute(),
    );
    await bindAgain(site.portal);
    await ask(site, email);
    expect(await reset(site, await tokenMailed(site, email, "reset"))).toMatchObject({ ok: true });
    const methods = await database.read.selectFrom("sign_in_method").select("provider").execute();
    expect(methods).toEqual([{ provider: "credential" }]);
    const person = database.read.selectFrom("person").select(["name", "photo_url"]);
    expect(await person.execute()).toEqual([{ name: "", photo_url: null }]);
    expect((await site.mails()).map(({ text }) => text).join()).not.toContain("Mallory");
    expect(await stranger.signIn(email, goodPassword)).toMatchObject({ problem: "wrong-credentials" });
    const confirmed = await stranger.step("confirmAddress", { token: stale, password: goodPassword });
    expect(confirmed).toMatchObject({ problem: "link-ended" });
    expect(await new Visitor(site.portal).signIn(email, otherPassword)).toMatchObject({ ok: true });
  });
});

describe("a password reset", () => {
  // The tests above check the stored data on both engines.
  const test = accountTestOn("sqlite");

  test("needs a link that is unused, at most an hour old and made for this purpose", async ({ site, owner }) => {
    await ask(site, owner.email);
    const [first, second] = [await tokenMailed(site, owner.email, "reset"), ""];
    const outcomes = await Promise.all([reset(site, first), reset(site, first)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await reset(site, first)).toMatchObject({ problem: "link-ended" });
    expect(await reset(site, second)).toMatchObject({ fields: { token: "required" } });
    await ask(site, owner.email);
    const late = await tokenMailed(site, owner.email, "reset");
    const asConfirmation = await owner.step("confirmAddress", { token: late, password: otherPassword });
    expect(asConfirmation).toMatchObject({ problem: "link-ended" });
    await timePasses(site.portal, 61);
    expect(await reset(site, late)).toMatchObject({ problem: "link-ended" });
  });

  test("works with the first link even if a second one was requested; using one ends both", async ({ site, owner }) => {
    await ask(site, owner.email);
    const first = await tokenMailed(site, owner.email, "reset");
    await ask(site, owner.email);
    const second = await tokenMailed(site, owner.email, "reset");
    expect(await reset(site, first)).toMatchObject({ ok: true });
    expect(await reset(site, second)).toMatchObject({ problem: "link-ended" });
  });

  test("can check a link without using it up", async ({ site, owner }) => {
    const { linkHolds } = site.portal.accounts;
    await ask(site, owner.email);
    const token = await tokenMailed(site, owner.email, "reset");
    expect([await linkHolds("reset", token), await linkHolds("reset", token)]).toEqual([true, true]);
    expect(await linkHolds("confirm", token)).toBe(false);
    expect(await linkHolds("reset", "made-up")).toBe(false);
    expect(await linkHolds("reset", "")).toBe(false);
    await reset(site, token);
    expect(await linkHolds("reset", token)).toBe(false);
    await ask(site, owner.email);
    const late = await tokenMailed(site, owner.email, "reset");
    await timePasses(site.portal, 61);
    expect(await linkHolds("reset", late)).toBe(false);
  });

  test("by a link made while the clock was a month ahead is refused, as an invitation or a setup link then", async ({
    site,
    portal,
  }) => {
    const ahead = { ...portal, now: () => portal.now() + 30 * 24 * 60 * 60_000 };
    const tokenIn = (link: string | undefined | null) => new URL(link ?? "").searchParams.get("token") ?? "";
    const setup = tokenIn((await issueSetupLink(ahead, "always"))?.url);
    expect([await isSetupLinkValid(ahead, setup), await isSetupLinkValid(portal, setup)]).toEqual([true, false]);
    expect(await issueSetupLink(portal, "once-ended")).not.toBeNull();
    const form = { email: freshEmail(), role: "student" };
    const invitation = tokenIn((await invitePerson(ahead, system("test"), form)).link);
    expect([await readInvitation(ahead, invitation), await readInvitation(portal, invitation)]).toEqual([form, null]);
    const { email } = await member(site);
    await ask(site, email);
    const token = await tokenMailed(site, email, "reset");
    await timePasses(portal, -30 * 24 * 60);
    expect(await portal.accounts.linkHolds("reset", token)).toBe(false);
    expect(await reset(site, token)).toMatchObject({ problem: "link-ended" });
  });

  test("does not bypass the second factor", async ({ site, owner }) => {
    const { secret } = await withApp(owner);
    await ask(site, owner.email);
    await reset(site, await tokenMailed(site, owner.email, "reset"));
    expect(await owner.signIn(owner.email, otherPassword)).toMatchObject({ next: "second-factor" });
    const code = appCode(secret);
    expect(await owner.step("proveSecondFactor", { code })).toMatchObject({ ok: true });
  });

  test("gives the same response for an address without an account and sends no mail", async ({ site, owner }) => {
    expect(await ask(site, freshEmail())).toEqual(await ask(site, owner.email));
    expect((await site.mails()).map(({ headers }) => headers["to"])).toHaveLength(1);
    expect(await ask(site, "nobody")).toMatchObject({ fields: { email: "email-format" } });
  });

  test("sends at most three mails an hour and gives the same response to every request", async ({ site, owner }) => {
    for (const email of [owner.email, freshEmail()]) {
      const outcomes = await Promise.all(Array.from({ length: 7 }, () => ask(site, email)));
      for (const outcome of outcomes) expect(outcome).toEqual({ ok: true, cookies: [] });
    }
    expect(await site.mails()).toHaveLength(3);
    await reset(site, await tokenMailed(site, owner.email, "reset"));
    await ask(site, owner.email);
    expect(await site.mails()).toHaveLength(5);
  });

  test("sends one mail to each address even if the client has used up its limit of twenty", async ({ site }) => {
    const client = new Visitor(site.portal);
    const [first, second] = [await member(site), await member(site)];
    for (let times = 0; times < 2; times += 1) await ask(site, first.email, client);
    await changeRows(site.portal, "limit_counter", { tries: 20 }, { tries: 2 });
    for (let times = 0; times < 2; times += 1) await ask(site, second.email, client);
    expect(await site.mails()).toHaveLength(3);
  });

  test("lifts the lock that another person's wrong tries caused", async ({ site, owner }) => {
    const thief = new Visitor(site.portal);
    await Promise.all(Array.from({ length: 10 }, () => thief.signIn(owner.email, otherPassword)));
    const elsewhere = new Visitor(site.portal);
    expect(await elsewhere.signIn(owner.email)).toMatchObject({ problem: "too-many-requests" });
    await ask(site, owner.email);
    const form = { token: await tokenMailed(site, owner.email, "reset"), password: otherPassword };
    await owner.step("resetPassword", form);
    expect(await elsewhere.signIn(owner.email, otherPassword)).toMatchObject({ ok: true });
  });

  test("computes at most ten password hashes if one link is sent 200 times at once, and succeeds once", async ({
    site,
    owner,
  }) => {
    await ask(site, owner.email);
    const token = await tokenMailed(site, owner.email, "reset");
    const hashes = await hashesDuring(async () => {
      const outcomes = await Promise.all(Array.from({ length: 200 }, () => reset(site, token)));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    });
    expect(hashes).toBeGreaterThan(0);
    expect(hashes).toBeLessThanOrEqual(10);
    expect(await owner.signIn(owner.email, otherPassword)).toMatchObject({ ok: true });
  });

  test("refuses weak passwords and keeps the link valid", async ({ site, owner }) => {
    await ask(site, owner.email);
    const token = await tokenMailed(site, owner.email, "reset");
    expect(await reset(site, token, "password1234")).toMatchObject({ fields: { password: "password-common" } });
    expect(await reset(site, token, "RahimUddin1985")).toMatchObject({ fields: { password: "password-personal" } });
    expect(await reset(site, token)).toMatchObject({ ok: true });
  });

  test("uses a mailed link and ends all sessions", async ({ site, owner }) => {
    const thief = await anotherBrowser(owner);
    expect(await ask(site, owner.email)).toEqual({ ok: true, cookies: [] });
    const token = await tokenMailed(site, owner.email, "reset");
    expect(await reset(site, token)).toMatchObject({ ok: true });
    expect(await owner.whoAmI()).toBeNull();
    expect(await thief.whoAmI()).toBeNull();
    expect(await owner.signIn(owner.email, goodPassword)).toMatchObject({ problem: "wrong-credentials" });
    expect(await owner.signIn(owner.email, otherPassword)).toMatchObject({ ok: true });
    expect((await site.mails()).filter(({ headers }) => headers["to"]?.includes(owner.email))).toHaveLength(2);
  });
});
