import { z } from "zod";
import type { SignedIn } from "#core/staff/accounts.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import type { AccountParts } from "./account-parts.ts";
import { sessionLimits } from "./session-limits.ts";

const purpose = "api";
const contents = z.object({ session: z.string(), until: z.number() });

/** Names the session that it was made from, and is worth nothing without it. */
export const makeApiToken = ({ keyring, now }: AccountParts, { sessionId }: SignedIn): string =>
  sealToken(keyring, purpose, { session: sessionId, until: now() + sessionLimits.apiTokenMs });

/** The session behind `Authorization: Bearer <token>` or the bare token; null for anything else that stands there. */
export function sessionOfToken({ keyring, now }: AccountParts, authorization: string | null): string | null {
  const token = authorization?.replace(/^Bearer +/i, "").trim() ?? "";
  if (!/^[\w-]{40,400}$/.test(token)) return null;
  const { data } = contents.safeParse(unsealToken(keyring, purpose, token));
  return data && data.until > now() ? data.session : null;
}
