import { createHash, timingSafeEqual } from "node:crypto";
import { browserKind } from "#auth/browser-kind.ts";
import type { Accounts, SignedIn } from "#core/staff/accounts.ts";
import { type Actor, anonymous, uploadProgram, type ClientInfo } from "#core/staff/actor.ts";

export type Asker = {
  from: () => ClientInfo;
  signedIn: () => Promise<SignedIn | null>;
  actor: () => Promise<Actor>;
};

/** What a door takes besides the session of a browser. */
export type Credentials = {
  takesToken: boolean;
  /** The key of programs; "" where the door, or this portal, takes none. */
  uploadKey: string;
};

/** Finds out who asks when somebody wants to know, once a request. */
export function whoAsks(
  accounts: Pick<Accounts, "signedIn">,
  request: Request,
  clientAddress: string,
  { takesToken, uploadKey }: Credentials,
): Asker {
  let finding: Promise<SignedIn | null> | undefined;
  const find = async () => {
    const headers = takesToken ? request.headers : withoutToken(request.headers);
    const found = mayBeSignedIn(headers) ? await accounts.signedIn({ headers, clientAddress }) : null;
    return found && { ...found, actor: { ...found.actor, from: from() } };
  };
  const from = () => ({ clientAddress, browser: browserKind(request.headers.get("user-agent") ?? "") });
  const signedIn = () => (finding ??= find());
  return {
    from,
    signedIn,
    actor: async () => (bearsKey(request, uploadKey) ? uploadProgram : ((await signedIn())?.actor ?? anonymous)),
  };
}

function withoutToken(headers: Headers): Headers {
  if (!headers.has("authorization")) return headers;
  const rest = new Headers(headers);
  rest.delete("authorization");
  return rest;
}

/** Most visitors bring nothing that the database would have to be asked about. */
const mayBeSignedIn = (headers: Headers) => headers.has("cookie") || headers.has("authorization");

function bearsKey({ url }: Request, uploadKey: string): boolean {
  if (uploadKey === "") return false;
  const given = new URL(url).searchParams.get("key");
  return given !== null && timingSafeEqual(digest(given), digest(uploadKey));
}

const digest = (text: string) => createHash("sha256").update(text).digest();
