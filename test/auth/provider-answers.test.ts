import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { checkProvider, openProviders } from "#auth/providers/open-provider.ts";
import { hourMs } from "#core/durations.ts";
import { currentSignIn } from "#operations/portal/current-settings.ts";
import { removeProvider, saveProvider } from "#operations/settings/change-sign-in.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { type AccountsPortal, outcomeOf, portalWithMail, Visitor } from "../support/accounts/account-visitor.ts";
import { addProvider, providerClient } from "../support/accounts/identity-provider.ts";
import { whenFileEnds } from "../support/portals.ts";

const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const [known, foreign] = [newKey(), newKey()];

const person = { email: "karim@example.org", email_verified: true, name: "Karim Uddin" };
const clientId = "attestry";

type Answer = {
  header: { alg: string; kid?: string };
  claims: Record<string, unknown>;
  key: KeyObject;
  userInfo: object;
  idToken: string;
  /** What the document with the addresses says differently. */
  addresses: object;
};

/** An OpenID provider whose next response a test chooses. A certified provider cannot send invalid responses. */
class LyingProvider {
  readonly #server: Server;
  readonly issuer: string;
  next: Partial<Answer> = {};
  nonce = "";
  isSilent = false;
  readonly asked: string[] = [];

  static async start(): Promise<LyingProvider> {
    const server = createServer();
    server.listen(0, "localhost");
    await once(server, "listening");
    const address = server.address();
    if (typeof address !== "object" || !address) throw new Error("the provider does not listen");
    return new LyingProvider(server, `http://localhost:${address.port}`);
  }

  private constructor(server: Server, issuer: string) {
    this.#server = server;
    this.issuer = issuer;
    server.on("request", (request, response) => {
      this.asked.push(request.url ?? "");
      if (this.isSilent) return;
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(this.#answer(request.url ?? "")));
    });
  }

  #answer(path: string): object {
    if (path === "/token")
      return { access_token: "x", token_type: "bearer", id_token: this.next.idToken ?? this.#idToken() };
    if (path === "/me") return this.next.userInfo ?? {};
    if (path === "/jwks") return { keys: [{ ...known.publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256" }] };
    return { ...addressesOf(this.issuer), ...this.next.addresses };
  }

  #idToken(): string {
    const { header = { alg: "RS256", kid: "k" }, claims = {}, key = known.privateKey } = this.next;
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: this.issuer, aud: clientId, sub: "sub-1", nonce: this.nonce, iat: now, exp: now + 300 };
    const parts = [header, { ...usual, ...person, ...claims }];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    const publicKey = known.publicKey.export({ format: "pem", type: "spki" });
    const signatures: Record<string, () => Buffer> = {
      none: () => Buffer.alloc(0),
      RS256: () => sign("sha256", Buffer.from(text), key),
      HS256: () => createHmac("sha256", publicKey).update(text).digest(),
    };
    return `${text}.${signatures[header.alg]?.().toString("base64url")}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

const addressesOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/me`,
  jwks_uri: `${issuer}/jwks`,
  id_token_signing_alg_values_supported: ["RS256"],
});

let site: AccountsPortal;
let provider: LyingProvider;
beforeAll(async () => {
  provider = await LyingProvider.start();
  whenFileEnds(() => provider.close());
  site = await portalWithMail("sqlite", { PRIVATE_TARGETS: "allow" }, whenFileEnds);
  await addProvider(site.portal, provider.issuer);
});

async function whereTo(next: Partial<Answer>, { back = "1", more = {} } = {}): Promise<string | null> {
  provider.next = next;
  const visitor = new Visitor(site.portal);
  const begun = await visitor.does(site.portal.accounts.providers.start(visitor.caller, "1", "/account"));
  const asked = new URL(begun.ok ? begun.url : expect.fail()).searchParams;
  provider.nonce = asked.get("nonce") ?? "";
  const answer = new URLSearchParams({ code: "x", state: asked.get("state") ?? "", ...more });
  return (await visitor.call(`/callback/${back}?${answer}`)).headers.get("location");
}

const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;

test.each([
  ["signed with a foreign key", () => ({ key: foreign.privateKey })],
  ["not signed", () => ({ header: { alg: "none" } })],
  ["signed with our public key as if it were a password", () => ({ header: { alg: "HS256", kid: "k" } })],
  ["for another site", () => ({ claims: { aud: "another" } })],
  ["of another issuer", () => ({ claims: { iss: "https://evil.example" } })],
  ["with another visit's nonce", () => ({ claims: { nonce: "another" } })],
  ["without a nonce", () => ({ claims: { nonce: undefined } })],
  ["too old", () => ({ claims: { iat: hourAgo(), exp: hourAgo() + 300 } })],
  ["without a subject", () => ({ claims: { sub: undefined } })],
  ["that is missing", () => ({ idToken: "", userInfo: { sub: "sub-1", ...person } })],
])("an ID token %s signs nobody in", async (_, next) => {
  expect(await whereTo(next())).toBe("/login?problem=provider-failed&provider=1");
  expect(await site.portal.database.read.selectFrom("person").select("id").execute()).toEqual([]);
});

test("an email address that is missing in the ID token is read from userinfo, only for the same subject and if verified", async () => {
  const claims = { email: undefined, email_verified: undefined };
  const unchecked = { sub: "sub-1", ...person, email_verified: "true" };
  expect(await whereTo({ claims, userInfo: unchecked })).toBe("/login?problem=provider-unverified&provider=1");
  expect(await whereTo({ claims, userInfo: { sub: "sub-2", ...person } })).toBe(
    "/login?problem=provider-failed&provider=1",
  );
  expect(await whereTo({ claims, userInfo: { sub: "sub-1", ...person } })).toBe("/account");
  expect(await whereTo({})).toBe("/account");
});

test("an account that was connected is opened without any email: Microsoft does not say that it verified one", async () => {
  const claims = { sub: "sub-3", email_verified: undefined };
  expect(await whereTo({ claims, userInfo: { sub: "sub-3" } })).toBe("/login?problem=provider-unverified&provider=1");
  expect(await whereTo({ claims: { sub: "sub-3", email: "rahim@example.org" } })).toBe("/account");
  const none = { ...claims, email: undefined };
  expect(await whereTo({ claims: none, userInfo: { sub: "sub-3" } })).toBe("/account");
  const addresses = { userinfo_endpoint: undefined };
  provider.next = { addresses };
  const [saved] = (await currentSignIn(site.portal)).providers;
  await saveProvider(site.portal, system("test"), { id: "1" }, { ...saved, clientSecret: "another" });
  expect(await whereTo({ claims: none, addresses })).toBe("/account");
});

test("the code of one provider is never sent to another one", async () => {
  const second = await LyingProvider.start();
  onTestFinished(() => second.close());
  await addProvider(site.portal, second.issuer);
  provider.asked.length = 0;
  second.asked.length = 0;
  const more = { iss: second.issuer };
  expect(await whereTo({}, { back: "2" })).toBe("/login?problem=provider-failed&provider=2");
  expect(await whereTo({}, { more })).toBe("/login?problem=provider-failed&provider=1");
  expect([...provider.asked, ...second.asked]).not.toContain("/token");
  expect(await whereTo({}, { more: { iss: provider.issuer } })).toBe("/account");
  await removeProvider(site.portal, system("test"), { id: "2" });
});

test("a provider's issuer keeps the slash at its end, and is in the list in one spelling", async () => {
  const lying = await LyingProvider.start();
  onTestFinished(() => lying.close());
  const issuer = `${lying.issuer}/o/app/`;
  lying.next = { addresses: { issuer } };
  await addProvider(site.portal, issuer);
  onTestFinished(async () => {
    await removeProvider(site.portal, system("test"), { id: "2" });
  });
  expect((await currentSignIn(site.portal)).providers).toMatchObject([{}, { issuer }]);
  const again = outcomeOf(addProvider(site.portal, issuer.replace("http://localhost", "HTTP://LocalHost")));
  expect(await again).toMatchObject({ fields: { issuer: "issuer-taken" } });
});

test("the addresses of a provider are read again after an hour", async () => {
  let [now, asked] = [0, 0];
  const issuer = "https://provider.example";
  const open = openProviders(
    async () => {
      asked += 1;
      return Response.json(addressesOf(issuer));
    },
    () => now,
  );
  for (const at of [0, hourMs - 1, hourMs, hourMs]) {
    now = at;
    await open({ issuer, ...providerClient });
  }
  expect(asked).toBe(2);
});

describe("a provider is not added", () => {
  const problemOf = async (portal: OpenPortal, addresses: object = {}) => {
    const lying = await LyingProvider.start();
    onTestFinished(() => lying.close());
    lying.next = { addresses };
    const outcome = await outcomeOf(addProvider(portal, lying.issuer));
    return outcome.ok ? "" : outcome.fields;
  };

  test.each([
    ["names another issuer", { issuer: "https://evil.example" }, "provider-other-issuer"],
    ["is longer than any provider's", { padding: "x".repeat(300_000) }, "provider-away"],
    ["leads to a script", { authorization_endpoint: "javascript:alert(1)" }, "provider-away"],
    ["is no document of a provider", { issuer: 5 }, "provider-away"],
  ])("if its document %s", async (_, addresses, problem) => {
    expect(await problemOf(site.portal, addresses)).toEqual({ issuer: problem });
  });

  test("if it is on this machine or in its network, unless the operator allows that", async () => {
    const { portal } = await portalWithMail("sqlite");
    expect(await problemOf(portal)).toEqual({ issuer: "provider-inside" });
    for (const issuer of ["http://provider.example", "ftp://localhost", "https://a:b@provider.example", "provider"])
      expect(await outcomeOf(addProvider(portal, issuer))).toMatchObject({ fields: { issuer: "link-format" } });
  });

  test("for the people of all tenants of Microsoft, who could give roles to each other", async () => {
    const ofMicrosoft = addressesOf("https://login.microsoftonline.com/{tenantid}/v2.0");
    const client = { issuer: "https://login.microsoftonline.com/common/v2.0", ...providerClient };
    expect(await checkProvider(client, async () => Response.json(ofMicrosoft))).toBe("provider-other-issuer");
  });

  test("if nobody answers within ten seconds", { timeout: 20_000 }, async () => {
    const silent = await LyingProvider.start();
    onTestFinished(() => silent.close());
    silent.isSilent = true;
    const begun = performance.now();
    expect(await outcomeOf(addProvider(site.portal, silent.issuer))).toMatchObject({
      fields: { issuer: "provider-away" },
    });
    expect(performance.now() - begun).toBeLessThan(13_000);
  });
});
