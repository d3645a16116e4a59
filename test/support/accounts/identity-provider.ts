import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Provider } from "oidc-provider";
import { type Actor, system } from "#core/accounts/actor.ts";
import { saveProvider } from "#operations/settings/change-sign-in.ts";
import type { OpenPortal } from "#server/open-portal.ts";

export type ProviderPerson = { email: string; isVerified: boolean; name: string; picture?: string; groups?: unknown };

type ProviderRefusal = { error: string; error_description?: string };

export const providerClient = { clientId: "attestry", clientSecret: "the secret of the client, 32 long" };

/** Adds a provider to the settings, as the first or next one. */
export async function addProvider(portal: OpenPortal, issuer: string, more: object = {}, by: Actor = system("test")) {
  const usual = { name: "Google", issuer, ...providerClient, scopes: "", claim: "", roles: "" };
  return saveProvider(portal, by, {}, { ...usual, ...more });
}

/**
 * A certified OpenID provider on loopback. Its page has one button for each person and one to
 * deny. `people` may change while the provider runs.
 */
export class IdentityProvider implements AsyncDisposable {
  readonly people = new Map<string, ProviderPerson>();
  /**
   * The error that the provider returns when this value is chosen on its page. Any other unknown value gives
   * access_denied.
   */
  readonly refusals = new Map<string, ProviderRefusal>();
  readonly issuer: string;
  readonly #server: Server;
  readonly #provider: Provider;

  /** `redirectTo` lists the origins that may send people to this provider. */
  static async start(redirectTo: readonly string[]): Promise<IdentityProvider> {
    const server = createServer();
    server.listen(0, "localhost");
    await once(server, "listening");
    const address = server.address();
    if (typeof address !== "object" || !address) throw new Error("the provider does not listen");
    return new IdentityProvider(server, `http://localhost:${address.port}`, redirectTo);
  }

  private constructor(server: Server, issuer: string, redirectTo: readonly string[]) {
    this.issuer = issuer;
    this.#server = server;
    this.#provider = new Provider(issuer, this.#configuration(redirectTo));
    const callback = this.#provider.callback();
    server.on("request", (request, response) => {
      const isAsking = request.url?.startsWith("/interaction/");
      void (isAsking ? this.#ask(request, response) : callback(request, response)).catch(() => response.destroy());
    });
  }

  #configuration(redirectTo: readonly string[]): Record<string, unknown> {
    const { clientId, clientSecret } = providerClient;
    return {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: redirectTo.flatMap((origin) => [1, 2].map((id) => `${origin}/api/auth/callback/${id}`)),
          grant_types: ["authorization_code"],
          response_types: ["code"],
        },
      ],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture", "groups"] },
      features: { devInteractions: { enabled: false } },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      findAccount: (_: unknown, id: string) => {
        const person = this.people.get(id);
        if (!person) return undefined;
        const { email, isVerified, name, picture, groups } = person;
        return { accountId: id, claims: () => ({ sub: id, email, email_verified: isVerified, name, picture, groups }) };
      },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      cookies: { keys: ["a key of the test"] },
      // No session stays open at the provider, so that its page is shown each time.
      ttl: { Interaction: 600, Session: 1, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    };
  }

  /** Shows the page that asks who the person is, and handles the choice. */
  async #ask(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await this.#provider.interactionDetails(request, response);
    if (request.method !== "POST") {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(this.#page());
      return;
    }
    const person = new URLSearchParams(await text(request)).get("person") ?? "";
    if (!this.people.has(person)) {
      const refusal = this.refusals.get(person) ?? { error: "access_denied" };
      await this.#provider.interactionFinished(request, response, { ...refusal });
      return;
    }
    const grant = new this.#provider.Grant({ accountId: person, clientId: params.client_id });
    grant.addOIDCScope("openid email profile");
    const consent = { grantId: await grant.save() };
    await this.#provider.interactionFinished(request, response, { login: { accountId: person }, consent });
  }

  #page(): string {
    const buttons = [...this.people].map(
      ([id, { email }]) => `<button name="person" value="${id}">Sign in as ${email}</button>`,
    );
    return `<!doctype html><html lang="en"><title>Provider</title><h1>Who are you?</h1>
      <form method="post">${buttons.join("")}<button name="person" value="">Deny</button></form>`;
  }

  async goAway(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Listens again at the same address. */
  async comeBack(): Promise<void> {
    this.#server.listen(Number(new URL(this.issuer).port), "localhost");
    await once(this.#server, "listening");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.goAway();
  }
}

/**
 * Goes through the provider's pages as a browser does and chooses `person`, or "" to deny.
 * Returns the address at which the provider sends the browser back.
 */
export async function walkThroughProvider(start: string, person: string): Promise<string> {
  const { origin } = new URL(start);
  const cookies = new Map<string, string>();
  let address = start;
  let body: URLSearchParams | null = null;
  for (let hops = 0; hops < 12 && new URL(address).origin === origin; hops += 1) {
    const response: Response = await fetch(address, {
      redirect: "manual",
      method: body ? "POST" : "GET",
      body,
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    await response.text();
    const location: string | null = response.headers.get("location");
    body = location === null ? new URLSearchParams({ person }) : null;
    if (location !== null) address = new URL(location, address).href;
  }
  return address;
}
