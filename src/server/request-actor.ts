import { createHash, timingSafeEqual } from "node:crypto";
import type { RouteEnv } from "#api/route-env.ts";
import { browserKind } from "#auth/browser-kind.ts";
import type { Accounts, SignedIn } from "#core/staff/accounts.ts";
import { anonymous, uploadProgram } from "#core/staff/actor.ts";

export type RequestActor = Omit<RouteEnv["Variables"], "clientAddress">;

/** What a route accepts besides the session of a browser. */
export type Credentials = {
  takesToken: boolean;
  /** The key of programs; "" where the route, or this portal, accepts none. */
  uploadKey: string;
};

/** Identifies who sent a request: when it is asked for, and at most once. */
export function requestActor(
  accounts: Pick<Accounts, "signedIn">,
  request: Request,
  clientAddress: string,
  { takesToken, uploadKey }: Credentials,
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
    actor: async () => (hasUploadKey(request, uploadKey) ? uploadProgram : ((await signedIn())?.actor ?? anonymous)),
  };
}

function withoutToken(headers: Headers): Headers {
  if (!headers.has("authorization")) return headers;
  const rest = new Headers(headers);
  rest.delete("authorization");
  return rest;
}

/** Most visitors send nothing that the database would have to check. */
const mayBeSignedIn = (headers: Headers) => headers.has("cookie") || headers.has("authorization");

function hasUploadKey({ url }: Request, uploadKey: string): boolean {
  if (uploadKey === "") return false;
  const given = new URL(url).searchParams.get("key");
  return given !== null && timingSafeEqual(digest(given), digest(uploadKey));
}

const digest = (text: string) => createHash("sha256").update(text).digest();
