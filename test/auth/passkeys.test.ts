import { describe, expect } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { suspendAccount, resetFactors } from "#operations/accounts/manage-accounts.ts";
import { changeOperator } from "../support/operator.ts";
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
import { Authenticator, type CreationOptions, type RequestOptions } from "../support/accounts/authenticator.ts";
import { bindAgain } from "../support/change-rows.ts";

const origin = "http://localhost:3999";
const siteOf = { PUBLIC_URL: origin };

const optionsFor = (visitor: Visitor, password = goodPassword) =>
  visitor.call("/passkey/generate-register-options", { password });

async function add(visitor: Member, key: Authenticator, name?: string): Promise<Response> {
  const options = await optionsFor(visitor);
  if (!options.ok) return options;
  return visitor.call("/passkey/verify-registration", {
    response: key.create((await options.json()) as CreationOptions),
    name,
  });
}

async function show(visitor: Visitor, key: Authenticator): Promise<Response> {
  const options = await visitor.call("/passkey/generate-authenticate-options");
  return visitor.call("/passkey/verify-authentication", {
    response: key.get((await options.json()) as RequestOptions),
  });
}

const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;

describe("passkeys", () => {
  // The other files in this folder test the storage of accounts on both engines.
  const test = accountTestOn("sqlite", siteOf);

  test("are added in one tab while another offers to sign in", async ({ site }) => {
    const owner = await member(site, "admin");
    const key = new Authenticator(origin);
    const toAdd = (await (await optionsFor(owner)).json()) as CreationOptions;
    const toShow = (await (await owner.call("/passkey/generate-authenticate-options")).json()) as RequestOptions;
    const added = await owner.call("/passkey/verify-registration", { response: key.create(toAdd) });
    expect(added.status).toBe(200);
    await optionsFor(owner);
    expect((await owner.call("/passkey/verify-authentication", { response: key.get(toShow) })).status).toBe(200);
  });

  test("sign a person in without a password and count as the second factor", async ({ site, visitor }) => {
    const owner = await member(site, "admin");
    await changeSettings(site.portal, system("test"), { change: { secondFactor: "required" } });
    const key = new Authenticator(origin);
    const options = await (await optionsFor(owner)).json();
    expect(options).toMatchObject({
      rp: { id: "localhost", name: "localhost:3999" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect((await add(owner, key, "My phone")).status).toBe(200);
    expect(await owner.whoAmI()).toMatchObject({
      actor: { role: "admin", mustProveAgain: false },
      person: { passkeys: 1 },
    });
    expect((await show(visitor, key)).status).toBe(200);
    expect(await visitor.whoAmI()).toMatchObject({ actor: { id: owner.id, role: "admin", mustProveAgain: false } });
    const byPassword = await anotherBrowser(owner);
    expect(await byPassword.whoAmI()).toMatchObject({ actor: { role: "student", mustProveAgain: true } });
    expect((await site.mails()).map(({ headers }) => headers["to"])).toHaveLength(1);
  });

  test("are created under the operator's name", async ({ site, owner }) => {
    await changeOperator(site.portal, { name: "Padma Overseas" });
    const options: unknown = await (await optionsFor(owner)).json();
    expect(options).toMatchObject({ rp: { id: "localhost", name: "Padma Overseas" } });
  });

  test("are offered only to a person who has one, after the right password and before the code", async ({ site }) => {
    const offered = async (visitor: Visitor) => (await site.portal.accounts.waysToGoOn(visitor.caller)).passkey;
    const withKey = await member(site);
    await add(withKey, new Authenticator(origin));
    await withApp(withKey);
    const without = await member(site);
    await withApp(without);
    const elsewhere = async (email: string, password?: string) => {
      const visitor = new Visitor(site.portal);
      await visitor.signIn(email, password);
      return visitor;
    };
    expect(await offered(await elsewhere(withKey.email))).toBe(true);
    expect(await offered(await elsewhere(without.email))).toBe(false);
    expect(await offered(await elsewhere(withKey.email, "not this one, friend"))).toBe(false);
    expect(await offered(new Visitor(site.portal))).toBe(false);
    const late = await elsewhere(withKey.email);
    await timePasses(site.portal, 11);
    expect(await offered(late)).toBe(false);
  });

  test("are requested with a secure cookie that only this host receives, on an HTTPS site", async () => {
    const { portal } = await portalWithMail("sqlite", { PUBLIC_URL: "https://check.example.org" });
    const response = await new Visitor(portal).call("/passkey/generate-authenticate-options");
    const [line = "", ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(line).toMatch(/^__Host-attestry\.[\w-]+=/);
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(line).toContain(`; ${attribute}`);
    expect(line).not.toContain("Domain");
  });

  test("must verify their owner: a touch alone is not enough", async ({ owner, visitor }) => {
    const key = new Authenticator(origin);
    key.knowsItsOwner = false;
    expect((await add(owner, key)).status).toBe(401);
    key.knowsItsOwner = true;
    expect((await add(owner, key)).status).toBe(200);
    key.knowsItsOwner = false;
    expect((await show(visitor, key)).status).toBe(401);
    expect(await visitor.whoAmI()).toBeNull();
    const options: unknown = await (await visitor.call("/passkey/generate-authenticate-options")).json();
    expect(options).toMatchObject({ userVerification: "required" });
  });

  test("are refused in the same way if they are unknown, of another site, or replay a response", async ({
    site,
    owner,
    visitor,
  }) => {
    const key = new Authenticator(origin);
    await add(owner, key);
    for (const stranger of [new Authenticator("http://evil.example"), new Authenticator(origin)]) {
      const response = await show(visitor, stranger);
      expect([response.status, await codeOf(response)]).toEqual([401, "AUTHENTICATION_FAILED"]);
    }
    const options: unknown = await (await visitor.call("/passkey/generate-authenticate-options")).json();
    const challenge = new Map(visitor.cookies);
    const shown = key.get(options as RequestOptions);
    expect((await visitor.call("/passkey/verify-authentication", { response: shown })).status).toBe(200);
    const thief = new Visitor(site.portal);
    for (const [name, value] of challenge) thief.cookies.set(name, value);
    expect((await thief.call("/passkey/verify-authentication", { response: shown })).status).toBe(401);
    const withoutChallenge = new Visitor(site.portal);
    expect((await withoutChallenge.call("/passkey/verify-authentication", { response: shown })).status).toBe(401);
    const spoilt = { ...shown, response: { ...shown.response, signature: "AAAA" } };
    const bodies = [{}, { response: null }, { response: "x" }, { response: { id: "x" } }, { response: [] }];
    for (const body of [...bodies, { response: { ...shown, id: "\0" } }, { response: spoilt }]) {
      expect((await thief.call("/passkey/verify-authentication", body)).status).toBe(401);
    }
    expect(await thief.whoAmI()).toBeNull();
  });

  test("do not sign a suspended person in", async ({ site, owner }) => {
    const key = new Authenticator(origin);
    await add(owner, key);
    await suspendAccount(site.portal, system("test"), { id: owner.id });
    const response = await show(new Visitor(site.portal), key);
    expect([response.status, await codeOf(response)]).toEqual([403, "SUSPENDED"]);
  });

  test("that are malformed are refused without an internal error", async ({ owner }) => {
    const options = (await (await optionsFor(owner)).json()) as CreationOptions;
    const made = new Authenticator(origin).create(options);
    const answers = [
      { ...made.response, attestationObject: "AAAA" },
      { ...made.response, clientDataJSON: "e30" },
      { ...made.response, transports: ["\0"] },
      { ...made.response, transports: "usb" },
    ];
    for (const response of answers) {
      const body = { response: { ...made, response } };
      expect((await owner.call("/passkey/verify-registration", body)).status).toBe(401);
    }
    expect((await owner.call("/passkey/verify-registration", { response: made, name: "\0" })).status).toBe(401);
    expect((await owner.whoAmI())?.person.passkeys).toBe(0);
  });

  test("cannot be added without the password in a browser that was left signed in", async ({ site, owner }) => {
    for (const body of [{}, { password: otherPassword }, { password: "" }, { password: [goodPassword] }]) {
      const refused = await owner.call("/passkey/generate-register-options", body);
      expect([400, 401]).toContain(refused.status);
      expect(refused.headers.getSetCookie()).toEqual([]);
    }
    // A challenge that was issued to show a passkey cannot register one.
    const options = (await (await owner.call("/passkey/generate-authenticate-options")).json()) as RequestOptions;
    const made = new Authenticator(origin).create({ ...options, user: { id: "cGVyc29u" } });
    expect((await owner.call("/passkey/verify-registration", { response: made })).status).toBe(401);
    expect((await owner.whoAmI())?.person.passkeys).toBe(0);
    expect(await optionsFor(new Visitor(site.portal))).toMatchObject({ status: 401 });
  });

  test("can be added to an account that has one only after that one was shown recently", async ({ site, owner }) => {
    const key = new Authenticator(origin);
    expect((await add(owner, key)).status).toBe(200);
    await timePasses(site.portal, 16);
    const late = await add(owner, new Authenticator(origin));
    expect([late.status, await codeOf(late)]).toEqual([403, "SESSION_NOT_FRESH"]);
    expect((await show(owner, key)).status).toBe(200);
    expect((await add(owner, new Authenticator(origin))).status).toBe(200);
  });

  test("that are lost can be removed by an admin, and by a command on the server", async ({ site }) => {
    const [owner, admin] = [await member(site, "moderator"), await member(site, "admin")];
    const key = new Authenticator(origin);
    await add(owner, key);
    await withApp(owner);
    const { actor } = (await admin.whoAmI()) ?? expect.fail();
    expect(await resetFactors(site.portal, actor, owner)).toEqual({ removed: 2 });
    expect(await owner.whoAmI()).toBeNull();
    expect((await show(new Visitor(site.portal), key)).status).toBe(401);
    expect(await owner.signIn(owner.email)).toMatchObject({ ok: true, next: "signed-in" });
    expect(await owner.whoAmI()).toMatchObject({ person: { passkeys: 0, hasCodes: false } });
    expect((await site.mails()).at(-1)?.text).toContain("removed every second step");
    expect(await resetFactors(site.portal, system("test"), owner)).toEqual({ removed: 0 });
  });

  test("cannot be removed without the password in a browser that was left signed in", async ({
    site,
    accounts,
    owner,
  }) => {
    await add(owner, new Authenticator(origin));
    const { id = "" } = (await accounts.passkeys(owner.caller))[0] ?? {};
    for (const typed of [{}, { password: otherPassword }, { password: "" }]) {
      expect(await owner.step("removePasskey", { id, ...typed })).toMatchObject({ ok: false });
    }
    expect(await accounts.passkeys(owner.caller)).toHaveLength(1);
    // If the passkey were removed, this session would never have to show a second factor again.
    await timePasses(site.portal, 16);
    expect((await owner.whoAmI())?.actor).toMatchObject({ mustProveAgain: true });
  });

  test("cannot be removed if the person can sign in only with it", async ({ site, accounts, owner }) => {
    await add(owner, new Authenticator(origin));
    await site.portal.database.write((writer) =>
      writer.deleteFrom("sign_in_method").where("person_id", "=", owner.id).execute(),
    );
    await bindAgain(site.portal);
    const { id = "" } = (await accounts.passkeys(owner.caller))[0] ?? {};
    expect(await owner.step("removePasskey", { id })).toMatchObject({ problem: "stale" });
    expect(await accounts.passkeys(owner.caller)).toMatchObject([{ id }]);
  });

  test("can be listed, renamed and removed only by their owner", async ({ site, accounts }) => {
    const [owner, stranger] = [await member(site), await member(site)];
    await add(owner, new Authenticator(origin), "My phone");
    const [passkey] = await accounts.passkeys(owner.caller);
    expect(passkey).toMatchObject({ name: "My phone", addedAt: expect.any(Number) });
    const { id = "" } = passkey ?? {};
    await stranger.step("renamePasskey", { id, name: "Mine now" });
    await stranger.step("removePasskey", { id, password: goodPassword });
    expect(await accounts.passkeys(owner.caller)).toMatchObject([{ id, name: "My phone" }]);
    await owner.step("renamePasskey", { id, name: "Old phone" });
    expect(await accounts.passkeys(owner.caller)).toMatchObject([{ name: "Old phone" }]);
    await timePasses(site.portal, 16);
    const removal = { id, password: goodPassword };
    expect(await owner.step("removePasskey", removal)).toMatchObject({ problem: "prove-again" });
    await timePasses(site.portal, -16);
    const key = new Authenticator(origin);
    expect((await add(owner, key)).status).toBe(200);
    expect(await owner.step("removePasskey", removal)).toMatchObject({ ok: true });
    // The other one was not shown.
    expect(await owner.step("removePasskey", removal)).toMatchObject({ problem: "prove-again" });
    expect((await show(owner, key)).status).toBe(200);
    const [other] = await accounts.passkeys(owner.caller);
    expect(await owner.step("removePasskey", { ...removal, id: other?.id })).toMatchObject({ ok: true });
    expect(await accounts.passkeys(owner.caller)).toEqual([]);
    expect(await owner.signIn(owner.email, goodPassword)).toMatchObject({ ok: true });
  });
});
