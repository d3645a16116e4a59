import type { ClientAuth, Configuration } from "openid-client";
import type { ProviderFetch } from "#core/accounts/accounts.ts";
import { hourMs } from "#core/durations.ts";
import { codeOf, type ErrorId, type FieldProblem } from "#core/errors.ts";
import type { Provider } from "#core/settings/sign-in.ts";

type Client = Pick<Provider, "issuer" | "clientId" | "clientSecret">;

/** The addresses and keys of a provider, and this site's credentials there. Rejects while the provider does not answer. */
export type OpenProvider = (client: Client) => Promise<Configuration>;

const patienceSeconds = 10;

/** Fetches the addresses of a provider at the first visit, and again after an hour or if that failed. */
export function openProviders(fetch: ProviderFetch, now: () => number): OpenProvider {
  const known = new Map<string, { secret: string; until: number; configuration: Promise<Configuration> }>();
  return ({ issuer, clientId, clientSecret }) => {
    const key = `${issuer} ${clientId}`;
    const last = known.get(key);
    if (last?.secret === clientSecret && now() < last.until) return last.configuration;
    const configuration = discover({ issuer, clientId, clientSecret }, fetch).catch((error: unknown) => {
      known.delete(key);
      throw error;
    });
    known.set(key, { secret: clientSecret, until: now() + hourMs, configuration });
    return configuration;
  };
}

/** The library's code. */
const otherIssuer = "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";

async function discover({ issuer, clientId, clientSecret }: Client, fetch: ProviderFetch) {
  const client = await import("openid-client");
  const byPost = client.ClientSecretPost(clientSecret);
  const inHeader = client.ClientSecretBasic(clientSecret);
  const authentication: ClientAuth = (server, ...sent) => {
    const methods = server.token_endpoint_auth_methods_supported;
    return methods?.includes("client_secret_post") ? byPost(server, ...sent) : inHeader(server, ...sent);
  };
  // Without this check, the signature of a token that arrives over TLS is not verified.
  const execute = [client.enableNonRepudiationChecks];
  // oxlint-disable-next-line typescript/no-deprecated -- "deprecated" warns; a provider on loopback may use http
  if (issuer.startsWith("http:")) execute.push(client.allowInsecureRequests);
  const options = { timeout: patienceSeconds, execute, [client.customFetch]: fetch };
  const configuration = await client.discovery(new URL(issuer), clientId, undefined, authentication, options);
  // The library accepts Microsoft's addresses for the people of all tenants. Whoever has a tenant could give roles there.
  if (new URL(configuration.serverMetadata().issuer).href !== new URL(issuer).href)
    throw Object.assign(new Error("the provider names another issuer"), { code: otherIssuer });
  // Throws unless people can be sent there: a browser would run an address that begins with javascript:.
  client.buildAuthorizationUrl(configuration, {});
  return configuration;
}

/** Asks the provider for its addresses. Returns what is wrong with the issuer that an admin typed, or null. */
export async function checkProvider(provider: Client, fetch: ProviderFetch): Promise<FieldProblem | null> {
  try {
    await discover(provider, fetch);
    return null;
  } catch (error) {
    const codes = causesOf(error).map(codeOf);
    if (codes.includes("address")) return "provider-inside";
    return codes.includes(otherIssuer) ? "provider-other-issuer" : "provider-away";
  }
}

const causesOf = (error: unknown): Error[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : []);

const problems: Readonly<Record<string, ErrorId>> = {
  access_denied: "provider-denied",
  unauthorized_client: "provider-wrong-site",
  redirect_uri_mismatch: "provider-wrong-site",
  invalid_redirect_uri: "provider-wrong-site",
  origin_mismatch: "provider-wrong-site",
  org_internal: "provider-organisation",
  admin_policy_enforced: "provider-organisation",
};

/** Why a visit to a provider failed. `isOurs` is true if the operator should know. */
export async function whyVisitFailed(error: unknown): Promise<{ problem: ErrorId; isOurs: boolean }> {
  const { AuthorizationResponseError } = await import("openid-client");
  if (!(error instanceof AuthorizationResponseError)) {
    return { problem: isUnknownClient(error) ? "provider-wrong-key" : "provider-failed", isOurs: true };
  }
  const said = problems[error.error] ?? "provider-failed";
  const problem = said === "provider-denied" && isOfOrganisation(error) ? "provider-organisation" : said;
  return { problem, isOurs: problem === "provider-wrong-site" };
}

/** True if the provider did not accept this site's id or secret. */
const isUnknownClient = (error: unknown) => error instanceof Error && "status" in error && error.status === 401;

/** A provider uses the same code for a refusal by the person and by their organisation. Only the description differs. */
const isOfOrganisation = ({ error_description = "" }: { error_description?: string | undefined }) =>
  /hosted.?domain|organi[sz]ation|administrator|\bpolicy\b/i.test(error_description);
