import type { Caller, Person, SignedIn } from "#core/staff/accounts.ts";
import type { Role } from "#core/staff/roles.ts";
import {
  deleteSession,
  type FoundSession,
  sessionById,
  sessionByToken,
  updateSession,
} from "#storage/database/sessions.ts";
import type { AccountParts } from "./account-parts.ts";
import { sessionOfToken } from "./api-token.ts";
import { openSigned, readCookies, sessionCookie } from "./cookies.ts";
import { sessionLimits } from "./session-limits.ts";

export type CurrentSession = SignedIn & { token: string; startedAt: number; provedAt: number | null };

/** The session of this browser. Nothing but its cookie counts: programs with a token do not change accounts. */
export async function sessionOfBrowser(parts: AccountParts, { headers }: Caller): Promise<CurrentSession | null> {
  const cookie = readCookies(headers.get("cookie") ?? "").get(sessionCookie(parts.publicOrigin));
  const token = openSigned(parts.keyring, cookie);
  if (token === null) return null;
  const found = await parts.database.find(sessionByToken, [token]);
  return found ? inUse(parts, found) : null;
}

/** The session behind a cookie, or behind a program's token, whichever is brought. */
export async function sessionOfCaller(parts: AccountParts, caller: Caller): Promise<CurrentSession | null> {
  const id = sessionOfToken(parts, caller.headers.get("authorization"));
  if (id === null) return sessionOfBrowser(parts, caller);
  const found = await parts.database.find(sessionById, [id]);
  return found ? inUse(parts, found) : null;
}

async function inUse(parts: AccountParts, found: FoundSession): Promise<CurrentSession | null> {
  const now = parts.now();
  const isOver = found.expires_at <= now || found.used_at + sessionLimits.idleMs <= now;
  const isNobody = found.suspended_at !== null || found.email_confirmed === 0;
  if (isOver || isNobody) {
    await quietly(parts, (writer) => deleteSession(writer, { id: found.id, personId: found.person_id }));
    return null;
  }
  if (found.used_at + sessionLimits.noteEveryMs <= now) {
    await quietly(parts, (writer) => updateSession(writer, found.id, { used_at: now }));
  }
  const { role } = found;
  return {
    actor: {
      kind: "staff",
      id: found.person_id,
      role: await actingRole(parts, found),
      mustProveAgain: mustProve(found, now),
    },
    person: personIn(found, role ?? "student"),
    sessionId: found.id,
    token: found.token,
    startedAt: found.started_at,
    provedAt: found.proved_at,
  };
}

/** What is written beside the question who asks. While the disk is full, staff can still read. */
async function quietly(
  { database, report }: AccountParts,
  work: Parameters<AccountParts["database"]["write"]>[0],
): Promise<void> {
  await database.write(work).catch(report);
}

const hasFactor = ({ has_totp, passkeys }: FoundSession) => has_totp === 1 || Number(passkeys) > 0;

const isFresh = (since: number | null, now: number) => since !== null && now - since < sessionLimits.freshMs;

const mustProve = (found: FoundSession, now: number) => hasFactor(found) && !isFresh(found.proved_at, now);

/** Where a second factor is required, a session that never showed one is a student's. */
async function actingRole({ settings }: AccountParts, { role, proved_at }: FoundSession): Promise<Role> {
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
export function isRecentlyProven({ now }: AccountParts, session: CurrentSession): boolean {
  const { hasTotp, passkeys } = session.person;
  if (hasTotp || passkeys > 0) return !session.actor.mustProveAgain;
  return isFresh(session.startedAt, now()) || isFresh(session.provedAt, now());
}
