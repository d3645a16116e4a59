import { describe, expect, onTestFinished, test as base } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { invitePerson } from "#operations/accounts/invitations.ts";
import { suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { verifyStates } from "#operations/verify.ts";
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
import { IdentityProvider, providerClient, walkThroughProvider } from "../support/accounts/identity-provider.ts";

const origin = "http://localhost:3999";

type GoogleSite = AccountsPortal & { google: IdentityProvider };

/** Signs in through Google as `person` ("" denies). Returns the last redirect, or the problem at the start. */
async function throughGoogle(
  visitor: Visitor,
  person: string,
  returnTo = "/dashboard",
  askedOn?: "/register",
): Promise<string | null> {
  const start = visitor.portal.accounts.google?.start(visitor.caller, returnTo, askedOn);
  const begun = await visitor.does(start ?? expect.fail());
  if (!begun.ok) return begun.problem;
  return comeBack(visitor, await walkThroughProvider(begun.url, person));
}

const googleOf = ({ portal }: Visitor) => portal.accounts.google ?? expect.fail();

/** Connects Google account `sub-1` from the account page. Returns the last redirect, or the problem at the start. */
async function connects(visitor: Visitor): Promise<string | null> {
  const begun = await visitor.does(googleOf(visitor).connect(visitor.caller));
  if (!begun.ok) return begun.problem;
  return comeBack(visitor, await walkThroughProvider(begun.url, "sub-1"));
}

async function comeBack(visitor: Visitor, address: string): Promise<string | null> {
  const { pathname, search } = new URL(address);
  return (await visitor.call(pathname.replace("/api/auth", "") + search)).headers.get("location");
}

describe("sign-in with Google", () => {
  // The other files in this folder test the storage of accounts on both engines.
  async function siteWithGoogle(more: Record<string, string> = {}): Promise<GoogleSite> {
    const google = await IdentityProvider.start([origin]);
    onTestFinished(() => google[Symbol.asyncDispose]());
    const environment = {
      PUBLIC_URL: origin,
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_CLIENT_ID: providerClient.clientId,
      GOOGLE_CLIENT_SECRET: providerClient.clientSecret,
      ...more,
    };
    return { ...(await portalWithMail("sqlite", environment)), google };
  }

  const test = base
    .extend("site", () => siteWithGoogle())
    .extend("owner", ({ site }) => member(site))
    .extend("visitor", ({ site }) => new Visitor(site.portal));

  const knows = ({ google }: GoogleSite, email: string, isVerified = true) =>
    google.people.set("sub-1", { email, isVerified, name: "Karim Uddin", picture: "https://pictures.example/k.png" });

  const peopleIn = ({ portal }: GoogleSite) => portal.database.read.selectFrom("person").selectAll().execute();

  test("creates a student account for a new person whose address Google verified", async ({ site, visitor }) => {
    const email = freshEmail();
    knows(site, email.toUpperCase());
    expect(await throughGoogle(visitor, "sub-1")).toBe("/dashboard");
    expect(await visitor.whoAmI()).toMatchObject({
      actor: { role: "student" },
      person: {
        email,
        name: "Karim Uddin",
        photoUrl: "https://pictures.example/k.png",
        hasGoogle: true,
        hasPassword: false,
      },
    });
    expect(await throughGoogle(new Visitor(site.portal), "sub-1")).toBe("/dashboard");
    expect(await peopleIn(site)).toHaveLength(1);
    const method = await site.portal.database.read.selectFrom("sign_in_method").selectAll().executeTakeFirstOrThrow();
    expect(method).toMatchObject({ provider: "google", provider_account: "sub-1", password_hash: null });
    await site.portal.database.write((writer) => deleteRow(writer, "person", method.person_id));
    expect(await verifyStates(site.portal)).toEqual([`The row "person ${method.person_id}"`]);
  });

  test("sends a state, a nonce and a PKCE challenge, and requests only the person's identity", async ({ site }) => {
    const begun = await googleOf(new Visitor(site.portal)).start(new Visitor(site.portal).caller, "/");
    const asked = new URL(begun.url).searchParams;
    expect(asked.get("code_challenge_method")).toBe("S256");
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)?.length).toBeGreaterThan(20);
    expect(asked.get("scope")?.split(" ").toSorted()).toEqual(["email", "openid", "profile"]);
    expect(asked.get("redirect_uri")).toBe(`${origin}/api/auth/callback/google`);
  });

  test("does not open an existing account only because the address is the same", async ({ site, visitor, owner }) => {
    knows(site, owner.email);
    expect(await throughGoogle(visitor, "sub-1")).toBe("/login?problem=google-not-linked");
    expect(await visitor.whoAmI()).toBeNull();
    expect((await owner.whoAmI())?.person.hasGoogle).toBe(false);
  });

  test("can be connected to an account by a person who just signed in; a mail informs them", async ({
    site,
    visitor,
  }) => {
    const owner = await member(site, "moderator");
    knows(site, freshEmail());
    expect(await connects(owner)).toBe("/account");
    expect(await throughGoogle(visitor, "sub-1")).toBe("/dashboard");
    expect(await visitor.whoAmI()).toMatchObject({
      actor: { id: owner.id, role: "moderator" },
      person: { name: "Rahim Uddin", hasGoogle: true, hasPassword: true },
    });
    const [mail] = (await site.mails()).filter(({ headers }) => headers["to"]?.includes(owner.email));
    expect(mail?.text).toContain("A Google account was connected.");
    expect(await auditTrail(site.portal, system("test"), "staff", owner.id)).toContainEqual(
      expect.objectContaining({ action: "google-linked", actor: owner.id }),
    );
  });

  test("can be disconnected only by a person who can sign in without it; a mail informs them", async ({
    site,
    visitor,
    owner,
  }) => {
    knows(site, owner.email);
    await connects(owner);
    expect(await owner.step("disconnectGoogle", {})).toMatchObject({ ok: true });
    expect(await throughGoogle(visitor, "sub-1")).toBe("/login?problem=google-not-linked");
    expect((await site.mails()).at(-1)?.text).toContain("The Google account was disconnected.");
    site.google.people.set("sub-2", { email: freshEmail(), isVerified: true, name: "Karim" });
    await throughGoogle(visitor, "sub-2");
    expect(await visitor.step("disconnectGoogle", {})).toMatchObject({ problem: "stale" });
  });

  test("can be connected to one account only, in the session that began it, soon after its sign-in", async ({
    site,
    owner,
  }) => {
    knows(site, freshEmail());
    const other = await member(site);
    expect(await connects(owner)).toBe("/account");
    expect(await connects(other)).toBe("/account?problem=google-taken");
    expect(await connects(owner)).toBe("stale");
    await owner.step("disconnectGoogle", {});

    const begun = await owner.does(owner.portal.accounts.google?.connect(owner.caller) ?? expect.fail());
    const answer = await walkThroughProvider(begun.ok ? begun.url : expect.fail(), "sub-1");
    await owner.signIn(other.email);
    expect(await comeBack(owner, answer)).toBe("/account?problem=sign-in-ended");

    await timePasses(site.portal, 16);
    expect(await connects(other)).toBe("prove-again");
    expect(await connects(new Visitor(site.portal))).toBe("not-signed-in");
  });

  test("is connected once if two browsers begin at the same time: the first to finish wins", async ({
    site,
    owner,
  }) => {
    knows(site, freshEmail());
    site.google.people.set("sub-2", { email: freshEmail(), isVerified: true, name: "Karim" });
    const other = await anotherBrowser(owner);
    const begun = await Promise.all(
      [owner, other].map((browser) => browser.does(googleOf(browser).connect(browser.caller))),
    );
    const [first = "", second = ""] = begun.map((visit) => (visit.ok ? visit.url : expect.fail()));
    expect(await comeBack(owner, await walkThroughProvider(first, "sub-1"))).toBe("/account");
    expect(await comeBack(other, await walkThroughProvider(second, "sub-2"))).toBe("/account?problem=google-failed");
    const googles = site.portal.database.read.selectFrom("sign_in_method").where("provider", "=", "google");
    expect(await googles.select("provider_account").execute()).toEqual([{ provider_account: "sub-1" }]);
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
    expect(await throughGoogle(owner, "sub-1")).toBe("/login?problem=google-not-linked");
    await owner.step("askForReset", { email });
    const token = await tokenMailed(site, email, "reset");
    await owner.step("resetPassword", { token, password: "seven purple lamps 88" });
    await owner.signIn(email, "seven purple lamps 88");
    expect(await connects(owner)).toBe("/account");
    expect(await throughGoogle(new Visitor(site.portal), "sub-1")).toBe("/dashboard");
  });

  test("opens and creates no account if Google did not verify the address", async ({ site, owner }) => {
    for (const email of [owner.email, freshEmail()]) {
      knows(site, email, false);
      expect(await throughGoogle(new Visitor(site.portal), "sub-1")).toBe("/login?problem=google-unverified");
    }
    expect(await peopleIn(site)).toHaveLength(1);
    expect((await owner.whoAmI())?.person.hasGoogle).toBe(false);
  });

  test("rejects an address that our own form would reject", async ({ site }) => {
    knows(site, "rаhim@example.org");
    expect(await throughGoogle(new Visitor(site.portal), "sub-1")).toBe("/login?problem=google-unverified");
    expect(await peopleIn(site)).toEqual([]);
  });

  test("reports that the person denied the request, or that Google rejects our client secret", async ({ site }) => {
    expect(await throughGoogle(new Visitor(site.portal), "")).toBe("/login?problem=google-denied");
    expect(await throughGoogle(new Visitor(site.portal), "", "/", "/register")).toBe("/register?problem=google-denied");
    const wrong = await siteWithGoogle({ GOOGLE_CLIENT_SECRET: "not what the client's secret is" });
    knows(wrong, freshEmail());
    expect(await throughGoogle(new Visitor(wrong.portal), "sub-1")).toBe("/login?problem=google-wrong-key");
  });

  test.for([
    ["unauthorized_client", "", "google-wrong-site"],
    ["redirect_uri_mismatch", "", "google-wrong-site"],
    ["org_internal", "", "google-organisation"],
    ["admin_policy_enforced", "", "google-organisation"],
    ["access_denied", "Account is outside of the hosted domain", "google-organisation"],
    ["access_denied", "Blocked by your organization's administrator", "google-organisation"],
    ["access_denied", "The resource owner denied the request", "google-denied"],
    ["access_denied", "", "google-denied"],
    ["temporarily_unavailable", "", "google-failed"],
    ["server_error", "unauthorized_client", "google-failed"],
  ] as const)(
    "reports Google's error %s %j as a problem of its own and adds an audit event",
    async ([error, about, problem], { site }) => {
      site.google.refusals.set("nobody", { error, ...(about && { error_description: about }) });
      const visitor = new Visitor(site.portal, "203.0.113.40");
      expect(await throughGoogle(visitor, "nobody")).toBe(`/login?problem=${problem}`);
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
    const begin = () => visitor.does(googleOf(visitor).start(visitor.caller, "/"));
    await site.portal.database.write((writer) => writer.deleteFrom("limit_counter").execute());
    await begin();
    await site.portal.database.write((writer) => writer.updateTable("limit_counter").set({ tries: 60 }).execute());
    expect(await begin()).toEqual({ ok: false, problem: "too-many-requests", waitSeconds: expect.any(Number) });
    const way = await comeBack(visitor, `${origin}/api/auth/callback/google?state=x&code=y`);
    const { pathname, searchParams } = new URL(way ?? "", origin);
    expect([pathname, searchParams.get("problem")]).toEqual(["/login", "too-many-requests"]);
    expect(Number(searchParams.get("seconds"))).toBeGreaterThan(800);
    expect(Number(searchParams.get("seconds"))).toBeLessThanOrEqual(900);
  });

  test("reports that Google is unreachable and contacts it again at the next sign-in", async ({ site, visitor }) => {
    knows(site, freshEmail());
    await site.google.goAway();
    expect(await throughGoogle(visitor, "sub-1")).toBe("google-failed");
    expect(await visitor.signIn(freshEmail())).toMatchObject({ problem: "wrong-credentials" });
    await site.google.comeBack();
    expect(await throughGoogle(visitor, "sub-1")).toBe("/dashboard");
  });

  test("accepts each callback once and only in the browser that began", async ({ site, visitor }) => {
    knows(site, freshEmail());
    const start = async () => {
      const begun = await visitor.does(site.portal.accounts.google?.start(visitor.caller, "/") ?? expect.fail());
      return walkThroughProvider(begun.ok ? begun.url : expect.fail(), "sub-1");
    };
    const answer = await start();
    const thief = new Visitor(site.portal);
    expect(await comeBack(thief, answer)).toBe("/login?problem=google-failed");
    expect(await comeBack(visitor, answer)).toBe("/");
    expect(await comeBack(visitor, answer)).toBe("/login?problem=google-failed");
    for (const made of ["", "?code=x", "?state=x", "?error=%0d%0aLocation:https://evil.example", "?state=x&code=y"]) {
      expect(await comeBack(thief, `${origin}/api/auth/callback/google${made}`)).toBe("/login?problem=google-failed");
    }
    expect(await thief.whoAmI()).toBeNull();
  });

  test.for([
    ["https://evil.example/", "/"],
    ["/%5cevil.example", "google-failed"],
    ["/dashboard?from=x#y", "/dashboard?from=x"],
  ] as const)("redirects only to our own pages: %j", async ([returnTo, expected], { site, visitor }) => {
    knows(site, freshEmail());
    expect(await throughGoogle(visitor, "sub-1", returnTo)).toBe(expected);
  });

  test("does not bypass the second factor or a suspension", async ({ site, owner, visitor }) => {
    const { secret } = await withApp(owner);
    knows(site, owner.email);
    await connects(owner);
    expect(await throughGoogle(visitor, "sub-1")).toBe("/second-factor?from=%2Fdashboard");
    expect(await visitor.whoAmI()).toBeNull();
    const code = appCode(secret);
    expect(await visitor.step("proveSecondFactor", { code })).toMatchObject({ ok: true });
    expect(await visitor.whoAmI()).toMatchObject({ actor: { id: owner.id, mustProveAgain: false } });
    await suspendAccount(site.portal, system("test"), { id: owner.id });
    expect(await throughGoogle(visitor, "sub-1")).toBe("/login?problem=suspended");
  });

  test("lets only invited people in where registration needs an invitation", async ({ site }) => {
    await changeSettings(site.portal, system("test"), { change: { registration: "invite" } });
    const email = freshEmail();
    knows(site, email);
    expect(await throughGoogle(new Visitor(site.portal), "sub-1")).toBe("/login?problem=invitation-needed");
    expect(await peopleIn(site)).toEqual([]);
    await invitePerson(site.portal, system("test"), { email, role: "moderator" });
    expect(await throughGoogle(new Visitor(site.portal), "sub-1")).toBe("/dashboard");
  });

  test("must be recent before a person sets a first password or second factor", async ({ site, visitor }) => {
    knows(site, freshEmail());
    await throughGoogle(visitor, "sub-1");
    await timePasses(site.portal, 16);
    expect(await visitor.step("beginTotp", {})).toMatchObject({ problem: "prove-again" });
    expect(await visitor.step("changePassword", { password: goodPassword })).toMatchObject({ problem: "prove-again" });
    await throughGoogle(visitor, "sub-1");
    expect(await visitor.step("beginTotp", {})).toMatchObject({ ok: true });
    expect(await visitor.step("changePassword", { password: goodPassword })).toMatchObject({ ok: true });
    expect((await visitor.whoAmI())?.person).toMatchObject({ hasPassword: true, hasGoogle: true });
  });

  test("answers 404 where Google is not configured", async () => {
    const { portal } = await portalWithMail("sqlite");
    expect(portal.accounts.google).toBeNull();
    const visitor = new Visitor(portal);
    expect((await visitor.call("/sign-in/social", { provider: "google" })).status).toBe(404);
    expect((await visitor.call("/callback/google?code=x&state=y")).status).toBe(404);
  });
});
