import { z } from "zod";
import type { Person, SignedIn } from "#core/staff/accounts.ts";
import type { Role } from "#core/staff/roles.ts";
import { endsTooLate } from "#core/wrong-clock.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  deleteSession,
  type FoundSession,
  sessionById,
  sessionByToken,
  updateSession,
} from "#storage/database/sessions.ts";
import type { AccountContext, AccountRequest } from "./account-context.ts";
import { apiKeyIn, holderOfKey } from "./api-keys.ts";
import { sessionCookie, signedValueIn } from "./cookies.ts";
import { sessionLimits } from "./session-limits.ts";

export type CurrentSession = SignedIn & { startedAt: number; provedAt: number | null };

/** The session of this browser, by its cookie alone: programs with a token do not change accounts. */
export async function sessionOfBrowser(request: AccountRequest): Promise<CurrentSession | null> {
  const token = signedValueIn(request, sessionCookie(request.publicOrigin));
  if (token === null) return null;
  const found = await request.database.find(sessionByToken, [token]);
  return found ? inUse(request, found) : null;
}

const tokenPurpose = "api";
const tokenContents = z.object({ session: z.string(), until: z.number() });

/** For programs. Names the session that it was made from, and is worth nothing without it. */
export const makeApiToken = ({ keyring, now }: AccountContext, { sessionId }: SignedIn): string =>
  sealToken(keyring, tokenPurpose, { session: sessionId, until: now() + sessionLimits.apiTokenMs });

/** The session behind `Authorization: Bearer <token>` or the bare token; null for any other header. */
function sessionOfToken({ keyring, now, caller }: AccountRequest): string | null {
  const authorization = caller.headers.get("authorization") ?? "";
  const token = authorization.replace(/^Bearer +/i, "").trim();
  if (!/^[\w-]{40,400}$/.test(token)) return null;
  const { data } = tokenContents.safeParse(unsealToken(keyring, tokenPurpose, token));
  return data && data.until > now() ? data.session : null;
}

/** Who is behind a cookie, or behind a program's token or key. */
export async function signedInCaller(request: AccountRequest): Promise<SignedIn | null> {
  const key = apiKeyIn(request);
  return key === null ? sessionOfCaller(request) : holderOfKey(request, key);
}

/** The session behind a cookie or a program's token. */
export async function sessionOfCaller(request: AccountRequest): Promise<CurrentSession | null> {
  const id = sessionOfToken(request);
  if (id === null) return sessionOfBrowser(request);
  const found = await request.database.find(sessionById, [id]);
  return found ? inUse(request, found) : null;
}

async function inUse(context: AccountContext, found: FoundSession): Promise<CurrentSession | null> {
  const now = context.now();
  const isOver =
    found.expires_at <= now ||
    found.used_at + sessionLimits.idleMs <= now ||
    endsTooLate(found.expires_at, now + sessionLimits.absoluteMs);
  const isNobody = found.suspended_at !== null || found.email_confirmed === 0;
  if (isOver || isNobody) {
    await quietly(context, (writer) => deleteSession(writer, { id: found.id, personId: found.person_id }));
    return null;
  }
  if (found.used_at + sessionLimits.noteEveryMs <= now) {
    await quietly(context, (writer) => updateSession(writer, found.id, { used_at: now }));
  }
  const { role } = found;
  return {
    actor: {
      kind: "staff",
      id: found.person_id,
      role: await actingRole(context, found),
      mustProveAgain: mustProve(found, now),
    },
    person: personIn(found, role ?? "student"),
    sessionId: found.id,
    startedAt: found.started_at,
    provedAt: found.proved_at,
  };
}

/** A write that is not what was asked for. While the disk is full, staff can still read. */
const quietly = ({ database, report }: AccountContext, work: (writer: Writer) => Promise<unknown>) =>
  database.write(work).catch(report);

const hasFactor = ({ has_totp, passkeys }: FoundSession) => has_totp === 1 || Number(passkeys) > 0;

const isFresh = (since: number | null, now: number) => since !== null && now - since < sessionLimits.freshMs;

const mustProve = (found: FoundSession, now: number) => hasFactor(found) && !isFresh(found.proved_at, now);

/** Where a second factor is required, a session that never showed one is a student's. */
async function actingRole({ settings }: AccountContext, { role, proved_at }: FoundSession): Promise<Role> {
  if (role === null || role === "student" || proved_at !== null) return role ?? "student";
  return (await settings()).secondFactor === "required" ? "student" : role;
}

const personIn = (found: FoundSession, role: Role): Person => ({
  id: found.person_id,
  email: found.email,
  name: found.name,
  photoUrl: found.photo_url ?? "",
  role,
  hasPassword: Number(found.passwords) > 0,
  hasGoogle: Number(found.googles) > 0,
  hasTotp: found.has_totp === 1,
  passkeys: Number(found.passkeys),
});

/** Whether it was the person a moment ago: by sign-in, or by the second factor where there is one. */
export function isRecentlyProven({ now }: AccountContext, session: CurrentSession): boolean {
  const { hasTotp, passkeys } = session.person;
  if (hasTotp || passkeys > 0) return !session.actor.mustProveAgain;
  return isFresh(session.startedAt, now()) || isFresh(session.provedAt, now());
}
