import type { Configuration } from "openid-client";
import type { ErrorId } from "#core/errors.ts";

export type GoogleClient = { issuer: string; clientId: string; clientSecret: string };

/** Google's addresses and keys, and this site's credentials there. Rejects while Google cannot be reached. */
export type GoogleProvider = () => Promise<Configuration>;

const patienceSeconds = 10;

/** Fetches the addresses of Google at the first visit, and again if that failed. */
export function openGoogle(client: GoogleClient): GoogleProvider {
  let known: Promise<Configuration> | null = null;
  return () => {
    known ??= discover(client).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}

async function discover({ issuer, clientId, clientSecret }: GoogleClient): Promise<Configuration> {
  const client = await import("openid-client");
  // Without this check, the signature of a token that arrives over TLS is not verified.
  const execute = [client.enableNonRepudiationChecks];
  // oxlint-disable-next-line typescript/no-deprecated -- "deprecated" warns; GOOGLE_ISSUER may name a provider on loopback
  if (issuer.startsWith("http:")) execute.push(client.allowInsecureRequests);
  return client.discovery(new URL(issuer), clientId, clientSecret, undefined, { timeout: patienceSeconds, execute });
}

const problems: Readonly<Record<string, ErrorId>> = {
  access_denied: "google-denied",
  unauthorized_client: "google-wrong-site",
  redirect_uri_mismatch: "google-wrong-site",
  invalid_redirect_uri: "google-wrong-site",
  origin_mismatch: "google-wrong-site",
  org_internal: "google-organisation",
  admin_policy_enforced: "google-organisation",
};

/** Why a visit to Google failed. `isOurs` is true if the operator should know. */
export async function whyGoogleFailed(error: unknown): Promise<{ problem: ErrorId; isOurs: boolean }> {
  const { AuthorizationResponseError } = await import("openid-client");
  if (!(error instanceof AuthorizationResponseError)) {
    return { problem: isUnknownClient(error) ? "google-wrong-key" : "google-failed", isOurs: true };
  }
  const said = problems[error.error] ?? "google-failed";
  const problem = said === "google-denied" && isOfOrganisation(error) ? "google-organisation" : said;
  return { problem, isOurs: problem === "google-wrong-site" };
}

/** True if Google did not accept this site's id or secret. */
const isUnknownClient = (error: unknown) => error instanceof Error && "status" in error && error.status === 401;

/** A provider uses the same code for a refusal by the person and by their organisation. Only the description differs. */
const isOfOrganisation = ({ error_description = "" }: { error_description?: string | undefined }) =>
  /hosted.?domain|organi[sz]ation|administrator|\bpolicy\b/i.test(error_description);
