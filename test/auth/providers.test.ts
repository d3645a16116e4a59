import { describe, expect, onTestFinished, test as base } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { invitePerson } from "#operations/accounts/invitations.ts";
import { suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { verifyStates } from "#operations/upkeep/verify.ts";
import { deleteRow } from "#storage/database/rows.ts";
import {
  type AccountsPortal,
  anotherBrowser,
  freshEmail,
  goodPassword,
  member,
  portalWithMail,
  timePasses,
  tokenMailed,
  Visitor,
  withApp,
} from "../support/accounts/account-visitor.ts";
import { appCode } from "../support/accounts/app-code.ts";
import { addProvider, IdentityProvider, walkThroughProvider } from "../support/accounts/identity-provider.ts";
import { comeBack, throughProvider } from "../support/accounts/through-provider.ts";

const origin = "http://localhost:3999";

type ProviderSite = AccountsPortal & { provider: IdentityProvider };

const providersAt = ({ portal }: Visitor) => portal.accounts.providers;

/** Connects `sub-1` from the account page. */
const connects = (visitor: Visitor) => throughProvider(visitor, "sub-1", { connects: true });

describe("sign-in with a provider", () => {
  // The other files in this folder test the storage of accounts on both engines.
  async function siteWithProvider(more: object = {}): Promise<ProviderSite> {
    const provider = await IdentityProvider.start([origin]);
    onTestFinished(() => provider[Symbol.asyncDispose]());
    const site = await portalWithMail("sqlite", { PUBLIC_URL: origin, PRIVATE_TARGETS: "allow" });
    await addProvider(site.portal, provider.issuer, more);
    return { ...site, provider };
  }

  const test = base
    .extend("site", () => siteWithProvider())
    .extend("owner", ({ site }) => member(site))
    .extend("visitor", ({ site }) => new Visitor(site.portal));

  const knows = ({ provider }: ProviderSite, email: string, isVerified = true) =>
    provider.people.set("sub-1", { email, isVerified, name: "Karim Uddin", picture: "https://pictures.example/k.png" });

  const peopleIn = ({ portal }: ProviderSite) => portal.database.read.selectFrom("person").selectAll().execute();

  test("creates a student account for a new person whose address Google verified", async ({ site, visitor }) => {
    const email = freshEmail();
    knows(site, email.toUpperCase());
    expect(await throughProvider(visitor, "sub-1")).toBe("/dashboard");
    expect(await visitor.whoAmI()).toMatchObject({
      actor: { role: "student" },
      person: {
        email,
        name: "Karim Uddin",
        photoUrl: "https://pictures.example/k.png",
        hasProvider: true,
        hasPassword: false,
      },
    });
    expect(await throughProvider(new Visitor(site.portal), "sub-1")).toBe("/dashboard");
    expect(await peopleIn(site)).toHaveLength(1);
    const method = await site.portal.database.read.selectFrom("sign_in_method").selectAll().executeTakeFirstOrThrow();
    expect(method).toMatchObject({ provider: site.provider.issuer, provider_account: "sub-1", password_hash: null });
    await site.portal.database.write((writer) => deleteRow(writer, "person", method.person_id));
    expect(await verifyStates(site.portal)).toEqual([`The row "person ${method.person_id}"`]);
  });

  test("sends a state, a nonce and a PKCE challenge, and requests only the person's identity", async ({ site }) => {
    const begun = await providersAt(new Visitor(site.portal)).start(new Visitor(site.portal).caller, "1", "/");
    const asked = new URL(begun.url).searchParams;
    expect(asked.get("code_challenge_method")).toBe("S256");
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)?.length).toBeGreaterThan(20);
    expect(asked.get("scope")?.split(" ").toSorted()).toEqual(["email", "openid", "profile"]);
    expect(asked.get("redirect_uri")).toBe(`${origin}/api/auth/callback/1`);
  });

  test("does not open an existing account only because the address is the same", async ({ site, visitor, owner }) => {
    knows(site, owner.email);
    expect(await throughProvider(visitor, "sub-1")).toBe("/login?problem=provider-not-linked&provider=1");
    expect(await visitor.whoAmI()).toBeNull();
    expect((await owner.whoAmI())?.person.hasProvider).toBe(false);
  });

  test("can be connected to an account by a person who just signed in; a mail informs them", async ({
    site,
    visitor,
  }) => {
    const owner = await member(site, "moderator");
    knows(site, freshEmail(), false);
    expect(await connects(owner)).toBe("/account");
    expect(await throughProvider(visitor, "sub-1")).toBe("/dashboard");
    expect(await visitor.whoAmI()).toMatchObject({
      actor: { id: owner.id, role: "moderator" },
      person: { name: "Rahim Uddin", hasProvider: true, hasPassword: true },
    });
    const [mail] = (await site.mails()).filter(({ headers }) => headers["to"]?.includes(owner.email));
    expect(mail?.text).toContain("An account at Google was connected.");
    expect(await auditTrail(site.portal, system("test"), "staff", owner.id)).toContainEqual(
      expect.objectContaining({ action: "provider-linked", actor: owner.id }),
    );
  });

  test("can be disconnected only by a person who can sign in without it; a mail informs them", async ({
    site,
    visitor,
    owner,
  }) => {
    knows(site, owner.email);
    await connects(owner);
    expect(await owner.does(providersAt(owner).disconnect(owner.caller, "1"))).toMatchObject({ ok: true });
    expect(await throughProvider(visitor, "sub-1")).toBe("/login?problem=provider-not-linked&provider=1");
    expect((await site.mails()).at(-1)?.text).toContain("Your account at Google no longer opens your account here.");
    site.provider.people.set("sub-2", { email: freshEmail(), isVerified: true, name: "Karim" });
    await throughProvider(visitor, "sub-2");
    expect(await visitor.does(providersAt(visitor).disconnect(visitor.caller, "1"))).toMatchObject({
      problem: "stale",
    });
  });

  test("can be connected to one account only, in the session that began it, soon after its sign-in", async ({
    site,
    owner,
  }) => {
    knows(site, freshEmail());
    const other = await member(site);
    expect(await connects(owner)).toBe("/account");
    expect(await connects(other)).toBe("/account?problem=provider-taken&provider=1");
    expect(await connects(owner)).toBe("stale");
    await owner.does(providersAt(owner).disconnect(owner.caller, "1"));

    const begun = await owner.does(providersAt(owner).connect(owner.caller, "1"));
    const answer = await walkThroughProvider(begun.ok ? begun.url : expect.fail(), "sub-1");
    await owner.signIn(other.email);
    expect(await comeBack(owner, answer)).toBe("/account?problem=sign-in-ended&provider=1");

    await timePasses(site.portal, 16);
    expect(await connects(other)).toBe("prove-again");
    expect(await connects(new Visitor(site.portal))).toBe("not-signed-in");
  });

  test("is connected once if two browsers begin at the same time: the first to finish wins", async ({
    site,
    owner,
  }) => {
    knows(site, freshEmail());
    site.provider.people.set("sub-2", { email: freshEmail(), isVerified: true, name: "Karim" });
    const other = await anotherBrowser(owner);
    const begun = await Promise.all(
      [owner, other].map((browser) => browser.does(providersAt(browser).connect(browser.caller, "1"))),
    );
    const [first = "", second = ""] = begun.map((visit) => (visit.ok ? visit.url : expect.fail()));
    expect(await comeBack(owner, await walkThroughProvider(first, "sub-1"))).toBe("/account");
    expect(await comeBack(other, await walkThroughProvider(second, "sub-2"))).toBe(
      "/account?problem=provider-failed&provider=1",
    );
    const providers = site.portal.database.read.selectFrom("sign_in_method").where("provider", "<>", "credential");
    expect(await providers.select("provider_account").execute()).toEqual([{ provider_account: "sub-1" }]);
  });

  test("does not open an unconfirmed account, because somebody else may have registered it", async ({ site }) => {
    const email = freshEmail();
    await new Visitor(site.portal).step("signUp", {
      email,
      password: goodPassword,
      name: "Mallory",
    });
    knows(site, email);
    const owner = new Visitor(site.portal);
    expect(await throughProvider(owner, "sub-1")).toBe("/login?problem=provider-not-linked&provider=1");
    await owner.step("askForReset", { email });
    const token = await tokenMailed(site, email, "reset");
    await owner.step("resetPassword", { token, password: "seven purple lamps 88" });
    await owner.signIn(email, "seven purple lamps 88");
    expect(await connects(owner)).toBe("/account");
    expect(await throughProvider(new Visitor(site.portal), "sub-1")).toBe("/dashboard");
  });

  test("opens and creates no account if Google did not verify the address", async ({ site, owner }) => {
    for (const email of [owner.email, freshEmail()]) {
      knows(site, email, false);
      expect(await throughProvider(new Visitor(site.portal), "sub-1")).toBe(
        "/login?problem=provider-unverified&provider=1",
      );
    }
    expect(await peopleIn(site)).toHaveLength(1);
    expect((await owner.whoAmI())?.person.hasProvider).toBe(false);
  });

  test("rejects an address that our own form would reject", async ({ site }) => {
    knows(site, "rаhim@example.org");
    expect(await throughProvider(new Visitor(site.portal), "sub-1")).toBe(
      "/login?problem=provider-unverified&provider=1",
    );
    expect(await peopleIn(site)).toEqual([]);
  });

  test("reports that the person denied the request, or that Google rejects our client secret", async ({ site }) => {
    expect(await throughProvider(new Visitor(site.portal), "")).toBe("/login?problem=provider-denied&provider=1");
    expect(await throughProvider(new Visitor(site.portal), "", { askedOn: "/register" })).toBe(
      "/register?problem=provider-denied&provider=1",
    );
    const wrong = await siteWithProvider({ clientSecret: "not what the client's secret is" });
    knows(wrong, freshEmail());
    expect(await throughProvider(new Visitor(wrong.portal), "sub-1")).toBe(
      "/login?problem=provider-wrong-key&provider=1",
    );
  });

  test.for([
    ["unauthorized_client", "", "provider-wrong-site"],
    ["redirect_uri_mismatch", "", "provider-wrong-site"],
    ["org_internal", "", "provider-organisation"],
    ["admin_policy_enforced", "", "provider-organisation"],
    ["access_denied", "Account is outside of the hosted domain", "provider-organisation"],
    ["access_denied", "Blocked by your organization's administrator", "provider-organisation"],
    ["access_denied", "The resource owner denied the request", "provider-denied"],
    ["access_denied", "", "provider-denied"],
    ["temporarily_unavailable", "", "provider-failed"],
    ["server_error", "unauthorized_client", "provider-failed"],
  ] as const)(
    "reports Google's error %s %j as a problem of its own and adds an audit event",
    async ([error, about, problem], { site }) => {
      site.provider.refusals.set("nobody", { error, ...(about && { error_description: about }) });
      const visitor = new Visitor(site.portal, "203.0.113.40");
      expect(await throughProvider(visitor, "nobody")).toBe(`/login?problem=${problem}&provider=1`);
      expect(await auditTrail(site.portal, system("test"), "staff", "unknown")).toMatchObject([
        {
          action: "sign-in-failed",
          actor: "anonymous",
          details: {
            problem: { to: problem },
            clientAddress: { to: "203.0.113.40" },
            browser: { to: expect.any(String) },
          },
        },
      ]);
    },
  );

  test("says how long to wait after too many tries, at the start and at the callback", async ({ site, visitor }) => {
    const begin = () => visitor.does(providersAt(visitor).start(visitor.caller, "1", "/"));
    await site.portal.database.write((writer) => writer.deleteFrom("limit_counter").execute());
    await begin();
    await site.portal.database.write((writer) => writer.updateTable("limit_counter").set({ tries: 60 }).execute());
    expect(await begin()).toEqual({ ok: false, problem: "too-many-requests", waitSeconds: expect.any(Number) });
    const way = await comeBack(visitor, `${origin}/api/auth/callback/1?state=x&code=y`);
    const { pathname, searchParams } = new URL(way ?? "", origin);
    expect([pathname, searchParams.get("problem")]).toEqual(["/login", "too-many-requests"]);
    expect(Number(searchParams.get("seconds"))).toBeGreaterThan(800);
    expect(Number(searchParams.get("seconds"))).toBeLessThanOrEqual(900);
  });

  test("reports that Google is unreachable and contacts it again at the next sign-in", async ({ site, visitor }) => {
    knows(site, freshEmail());
    await site.provider.goAway();
    expect(await throughProvider(visitor, "sub-1")).toBe("provider-failed");
    expect(await visitor.signIn(freshEmail())).toMatchObject({ problem: "wrong-credentials" });
    await site.provider.comeBack();
    expect(await throughProvider(visitor, "sub-1")).toBe("/dashboard");
  });

  test("accepts each callback once and only in the browser that began", async ({ site, visitor }) => {
    knows(site, freshEmail());
    const start = async () => {
      const begun = await visitor.does(providersAt(visitor).start(visitor.caller, "1", "/"));
      return walkThroughProvider(begun.ok ? begun.url : expect.fail(), "sub-1");
    };
    const answer = await start();
    const thief = new Visitor(site.portal);
    for (const _ of ["without a visit", "with a visit of their own"]) {
      expect(await comeBack(thief, answer)).toBe("/login?problem=provider-failed&provider=1");
      await thief.does(providersAt(thief).start(thief.caller, "1", "/"));
    }
    expect(await comeBack(visitor, answer)).toBe("/");
    expect(await comeBack(visitor, answer)).toBe("/login?problem=provider-failed&provider=1");
    for (const made of ["", "?code=x", "?state=x", "?error=%0d%0aLocation:https://evil.example", "?state=x&code=y"]) {
      expect(await comeBack(thief, `${origin}/api/auth/callback/1${made}`)).toBe(
        "/login?problem=provider-failed&provider=1",
      );
    }
    expect(await thief.whoAmI()).toBeNull();
  });

  test.for([
    ["https://evil.example/", "/"],
    ["/.//evil.example", "/"],
    ["/%5cevil.example", "provider-failed"],
    ["/dashboard?from=x#y", "/dashboard?from=x"],
  ] as const)("redirects only to our own pages: %j", async ([returnTo, expected], { site, visitor }) => {
    knows(site, freshEmail());
    expect(await throughProvider(visitor, "sub-1", { returnTo })).toBe(expected);
  });

  test("does not bypass the second factor or a suspension", async ({ site, owner, visitor }) => {
    const { secret } = await withApp(owner);
    knows(site, owner.email);
    await connects(owner);
    expect(await throughProvider(visitor, "sub-1")).toBe("/second-factor?from=%2Fdashboard");
    expect(await visitor.whoAmI()).toBeNull();
    const code = appCode(secret);
    expect(await visitor.step("proveSecondFactor", { code })).toMatchObject({ ok: true });
    expect(await visitor.whoAmI()).toMatchObject({ actor: { id: owner.id, mustProveAgain: false } });
    await suspendAccount(site.portal, system("test"), { id: owner.id });
    expect(await throughProvider(visitor, "sub-1")).toBe("/login?problem=suspended&provider=1");
  });

  test("lets only invited people in where registration needs an invitation", async ({ site }) => {
    await changeSettings(site.portal, system("test"), { change: { registration: "invite" } });
    const email = freshEmail();
    knows(site, email);
    expect(await throughProvider(new Visitor(site.portal), "sub-1")).toBe(
      "/login?problem=invitation-needed&provider=1",
    );
    expect(await peopleIn(site)).toEqual([]);
    await invitePerson(site.portal, system("test"), { email, role: "moderator" });
    expect(await throughProvider(new Visitor(site.portal), "sub-1")).toBe("/dashboard");
  });

  test("must be recent before a person sets a first password or second factor", async ({ site, visitor }) => {
    knows(site, freshEmail());
    await throughProvider(visitor, "sub-1");
    await timePasses(site.portal, 16);
    expect(await visitor.step("beginTotp", {})).toMatchObject({ problem: "prove-again" });
    expect(await visitor.step("changePassword", { password: goodPassword })).toMatchObject({ problem: "prove-again" });
    await throughProvider(visitor, "sub-1");
    expect(await visitor.step("beginTotp", {})).toMatchObject({ ok: true });
    expect(await visitor.step("changePassword", { password: goodPassword })).toMatchObject({ ok: true });
    expect((await visitor.whoAmI())?.person).toMatchObject({ hasPassword: true, hasProvider: true });
  });

  test("answers 404 or names the field for a provider that is not in the settings", async ({ site, visitor }) => {
    const known = await visitor.call("/sign-in/social", { provider: "1" });
    expect(await known.json()).toMatchObject({ url: expect.stringContaining("code_challenge"), redirect: true });
    const social = await visitor.call("/sign-in/social", { provider: "2" });
    expect([social.status, (await visitor.call("/callback/google?code=x&state=y")).status]).toEqual([400, 404]);
    expect(await comeBack(visitor, `${origin}/api/auth/callback/2?code=x&state=y`)).toContain("provider-failed");
    expect(await peopleIn(site)).toEqual([]);
  });
});
