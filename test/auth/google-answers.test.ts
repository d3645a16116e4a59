import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { type AccountsPortal, portalWithMail, Visitor } from "../support/accounts/account-visitor.ts";
import { whenFileEnds } from "../support/portals.ts";

const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const [known, foreign] = [newKey(), newKey()];

const person = { email: "karim@example.org", email_verified: true, name: "Karim Uddin" };
const clientId = "attestry";

type Answer = { header: object; claims: Record<string, unknown>; key: KeyObject; userInfo: object; idToken: string };

/** An OpenID provider whose next response a test chooses. A certified provider cannot send invalid responses. */
class LyingProvider {
  readonly #server: Server;
  readonly issuer: string;
  next: Partial<Answer> = {};
  nonce = "";

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
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(this.#answer(request.url ?? "")));
    });
  }

  #answer(path: string): object {
    const { issuer } = this;
    if (path === "/token")
      return { access_token: "x", token_type: "bearer", id_token: this.next.idToken ?? this.#idToken() };
    if (path === "/me") return this.next.userInfo ?? {};
    if (path === "/jwks") return { keys: [{ ...known.publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256" }] };
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  #idToken(): string {
    const { header = { alg: "RS256", kid: "k" }, claims = {}, key = known.privateKey } = this.next;
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: this.issuer, aud: clientId, sub: "sub-1", nonce: this.nonce, iat: now, exp: now + 300 };
    const parts = [header, { ...usual, ...person, ...claims }];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    const signature =
      "alg" in header && header.alg === "none" ? "" : sign("sha256", Buffer.from(text), key).toString("base64url");
    return `${text}.${signature}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

let site: AccountsPortal;
let provider: LyingProvider;
beforeAll(async () => {
  provider = await LyingProvider.start();
  whenFileEnds(() => provider.close());
  const google = { GOOGLE_ISSUER: provider.issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: "x".repeat(32) };
  site = await portalWithMail("sqlite", google, whenFileEnds);
});

async function whereTo(next: Partial<Answer>): Promise<string | null> {
  provider.next = next;
  const visitor = new Visitor(site.portal);
  const begun = await visitor.does(site.portal.accounts.google?.start(visitor.caller, "/account") ?? expect.fail());
  const asked = new URL(begun.ok ? begun.url : expect.fail()).searchParams;
  provider.nonce = asked.get("nonce") ?? "";
  const back = await visitor.call(
    `/callback/google?${new URLSearchParams({ code: "x", state: asked.get("state") ?? "" })}`,
  );
  return back.headers.get("location");
}

const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;

test.each([
  ["signed with a foreign key", () => ({ key: foreign.privateKey })],
  ["not signed", () => ({ header: { alg: "none" } })],
  ["for another site", () => ({ claims: { aud: "another" } })],
  ["of another issuer", () => ({ claims: { iss: "https://evil.example" } })],
  ["with another visit's nonce", () => ({ claims: { nonce: "another" } })],
  ["without a nonce", () => ({ claims: { nonce: undefined } })],
  ["too old", () => ({ claims: { iat: hourAgo(), exp: hourAgo() + 300 } })],
  ["without a subject", () => ({ claims: { sub: undefined } })],
  ["that is missing", () => ({ idToken: "", userInfo: { sub: "sub-1", ...person } })],
])("an ID token %s signs nobody in", async (_, next) => {
  expect(await whereTo(next())).toBe("/login?problem=google-failed");
  expect(await site.portal.database.read.selectFrom("person").select("id").execute()).toEqual([]);
});

test("an email address that is missing in the ID token is read from userinfo, only for the same subject and if verified", async () => {
  const claims = { email: undefined, email_verified: undefined };
  const unchecked = { sub: "sub-1", ...person, email_verified: "true" };
  expect(await whereTo({ claims, userInfo: unchecked })).toBe("/login?problem=google-unverified");
  expect(await whereTo({ claims, userInfo: { sub: "sub-2", ...person } })).toBe("/login?problem=google-failed");
  expect(await whereTo({ claims, userInfo: { sub: "sub-1", ...person } })).toBe("/account");
  expect(await whereTo({})).toBe("/account");
});
