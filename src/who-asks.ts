import { createHash, timingSafeEqual } from "node:crypto";
import type { Accounts, SignedIn } from "#core/staff/accounts.ts";
import { type Actor, anonymous, uploadProgram } from "#core/staff/actor.ts";

export type Asker = {
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
    return mayBeSignedIn(headers) ? accounts.signedIn({ headers, clientAddress }) : null;
  };
  const signedIn = () => (finding ??= find());
  return {
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
