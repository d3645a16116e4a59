import type { RouteEnv } from "#api/route-env.ts";
import { browserKind } from "#auth/browser-kind.ts";
import type { Accounts, SignedIn } from "#core/accounts/accounts.ts";
import { type Actor, anonymous, monitor, uploadProgram } from "#core/accounts/actor.ts";
import { isSameSecret } from "#sealing/same-secret.ts";

export type RequestActor = Omit<RouteEnv["Variables"], "clientAddress" | "country">;

/** The credentials that a route accepts in addition to the session of a browser. */
export type Credentials = {
  takesToken: boolean;
  /** The keys of programs; "" if the route or this portal accepts none. */
  uploadKey: string;
  metricsToken: string;
};

/** Identifies who sent a request: only when needed, and at most once. */
export function requestActor(
  accounts: Pick<Accounts, "signedIn">,
  request: Request,
  clientAddress: string,
  { takesToken, ...keys }: Credentials,
): RequestActor {
  let lookup: Promise<SignedIn | null> | undefined;
  const findSignedIn = async () => {
    const headers = takesToken ? request.headers : withoutToken(request.headers);
    const found = mayBeSignedIn(headers) ? await accounts.signedIn({ headers, clientAddress }) : null;
    return found && { ...found, actor: { ...found.actor, from: from() } };
  };
  const from = () => ({ clientAddress, browser: browserKind(request.headers.get("user-agent") ?? "") });
  const signedIn = () => (lookup ??= findSignedIn());
  return {
    from,
    signedIn,
    actor: async () => programOf(request, keys) ?? (await signedIn())?.actor ?? anonymous,
  };
}

function withoutToken(headers: Headers): Headers {
  if (!headers.has("authorization")) return headers;
  const rest = new Headers(headers);
  rest.delete("authorization");
  return rest;
}

/** Most visitors send no cookie and no token, so the database is not queried. */
const mayBeSignedIn = (headers: Headers) => headers.has("cookie") || headers.has("authorization");

function programOf(
  { url, headers }: Request,
  { uploadKey, metricsToken }: Omit<Credentials, "takesToken">,
): Actor | null {
  if (uploadKey !== "" && isSameSecret(new URL(url).searchParams.get("key") ?? "", uploadKey)) return uploadProgram;
  const [, bearer = ""] = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return metricsToken !== "" && isSameSecret(bearer, metricsToken) ? monitor : null;
}
