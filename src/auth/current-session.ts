import { z } from "zod";
import type { Person, SignedIn } from "#core/accounts/accounts.ts";
import { isStaffRole, type Role } from "#core/accounts/roles.ts";
import { hasCome, isFromFuture, setBackMs } from "#core/wrong-clock.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { type AccountColumns, isAccountBound, waysOf } from "#storage/database/accounts/bound-accounts.ts";
import { isRowBound } from "#storage/database/bound-rows.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  deleteSession,
  type FoundSession,
  sessionById,
  sessionByToken,
  updateSession,
} from "#storage/database/accounts/sessions.ts";
import type { AccountContext, AccountRequest } from "./account-context.ts";
import { sessionCookie, signedValueIn } from "./cookies.ts";
import { needsProvider } from "./providers/needs-provider.ts";
import { sessionLimits } from "./session-limits.ts";
import { dayMs, hourMs, minuteMs } from "#core/durations.ts";
import { keyPrefix, maxKeyDays, programName } from "#core/accounts/api-keys.ts";
import { linkTokenHash } from "#sealing/link-token.ts";
import { apiKeyByHash } from "#storage/database/accounts/api-keys.ts";
import { neighbourhoodOf, networkOf } from "#limits/network-of.ts";
import { type Row, updateRow } from "#storage/database/rows.ts";

/** The session of this browser, by its cookie only: programs with a token may not change accounts. */
export async function sessionOfBrowser(request: AccountRequest): Promise<SignedIn | null> {
  const token = signedValueIn(request, sessionCookie(request.publicOrigin));
  if (token === null) return null;
  const found = await request.database.find(sessionByToken, [token]);
  return found ? inUse(request, found) : null;
}

const tokenPurpose = "api";
const tokenContents = z.object({ session: z.string(), until: z.number() });

/** A token for programs. It names the session from which it was made, and is worthless without that session. */
export const makeApiToken = ({ keyring, now }: AccountContext, { sessionId }: SignedIn): string =>
  sealToken(keyring, tokenPurpose, { session: sessionId, until: now() + sessionLimits.apiTokenMs });

/** The id of the session in `Authorization: Bearer <token>` or in the bare token; null for any other header. */
function sessionOfToken({ keyring, now, caller }: AccountRequest): string | null {
  const authorization = caller.headers.get("authorization") ?? "";
  const token = authorization.replace(/^Bearer +/i, "").trim();
  if (!/^[\w-]{40,400}$/.test(token)) return null;
  const { data } = tokenContents.safeParse(unsealToken(keyring, tokenPurpose, token));
  return data && !hasCome(data.until, now(), sessionLimits.apiTokenMs) ? data.session : null;
}

/** Who is signed in by a cookie, or by a program's token or API key. */
export async function signedInCaller(request: AccountRequest): Promise<SignedIn | null> {
  const key = apiKeyIn(request);
  return key === null ? sessionOfCaller(request) : holderOfKey(request, key);
}

/** The session of a cookie or of a program's token. */
export async function sessionOfCaller(request: AccountRequest): Promise<SignedIn | null> {
  const id = sessionOfToken(request);
  if (id === null) return sessionOfBrowser(request);
  const found = await request.database.find(sessionById, [id]);
  return found ? inUse(request, found) : null;
}

async function inUse(context: AccountRequest, found: FoundSession): Promise<SignedIn | null> {
  if (!isRowBound(context, "session", found) || !isAccountBound(context, found)) return null;
  const now = context.now();
  const isOver =
    hasCome(found.expires_at, now, sessionLimits.absoluteMs) || found.used_at + sessionLimits.idleMs <= now;
  const isNobody = found.suspended_at !== null || found.email_confirmed === 0;
  if (isOver || isNobody) {
    await quietly(context, (writer) => deleteSession(writer, { id: found.id, personId: found.person_id }));
    return null;
  }
  if (found.used_at + sessionLimits.noteEveryMs <= now || isFromFuture(found.used_at, now)) {
    const network = networkOf(context.caller.clientAddress);
    await quietly(context, (writer) => updateSession(context, writer, found.id, { used_at: now, network }));
  }
  const { role } = found;
  return {
    actor: {
      kind: "account",
      id: found.person_id,
      sessionOrKey: found.id,
      ...(await actingRole(context, found)),
      mustProveAgain: mustProve(found, now),
      mustSignInAgain: mustSignIn(found, now),
      hasJustSignedIn: now - found.started_at < sessionLimits.passwordMs,
    },
    person: personIn(found, role ?? "student"),
    sessionId: found.id,
  };
}

/** A write that the caller did not request. Its failure is only reported: staff can still read while the disk is full. */
const quietly = ({ database, report }: AccountContext, work: (writer: Writer) => Promise<unknown>) =>
  database.write(work).catch(report);

const isFresh = (since: number | null, now: number) =>
  since !== null && !isFromFuture(since, now) && now - since < sessionLimits.freshMs;

const hasFactor = (found: AccountColumns) => found.has_totp === 1 || waysOf(found).passkeys > 0;

const mustProve = (found: FoundSession, now: number) => hasFactor(found) && !isFresh(found.proved_at, now);

const mustSignIn = (found: FoundSession, now: number) =>
  !hasFactor(found) && !isFresh(found.started_at, now) && !isFresh(found.proved_at, now);

/**
 * If a second factor is required, a session that never showed one, or whose person has none now, has the role of a student.
 * The people of organisations always need one.
 */
async function actingRole(
  context: AccountContext,
  found: FoundSession,
): Promise<{ role: Role; roleWithSecondStep?: Role }> {
  const role = found.role ?? "student";
  if (isStaffRole(role) && (await lacksProvider(context, found))) return { role: "student" };
  if (role === "student" || (found.proved_at !== null && hasFactor(found))) return { role };
  const isRequired = role === "organisation" || (await context.settings()).secondFactor === "required";
  return isRequired ? { role: "student", roleWithSecondStep: role } : { role };
}

/** True if only providers open accounts, and this person has not connected one yet. */
const lacksProvider = async (context: AccountContext, found: FoundSession) =>
  waysOf(found).providers === 0 && needsProvider(context, found.person_id);

function personIn(found: AccountColumns, role: Role): Person {
  const { passwords, providers, passkeys } = waysOf(found);
  return {
    id: found.person_id,
    email: found.email,
    name: found.name,
    photoUrl: found.photo_url ?? "",
    role,
    hasPassword: passwords > 0,
    hasProvider: providers > 0,
    hasCodes: found.has_totp === 1,
    hasFactor: hasFactor(found),
    passkeys,
  };
}

/** The API key that a program sends, as a bearer token or bare. Null for any other token. */
function apiKeyIn({ caller }: AccountRequest): string | null {
  const [, token = ""] = /^(?:Bearer +)?(.*)$/i.exec(caller.headers.get("authorization") ?? "") ?? [];
  return token.startsWith(keyPrefix) ? token.trim() : null;
}

/** The last use shows which keys are not needed, and who has them. It is written at most this often. */
const noteEveryMs = { same: hourMs, other: minuteMs };

/** The last use of a key, if it is time to write it. */
function useToNote({ caller, now }: AccountRequest, found: Pick<Row<"api_key">, "used_at" | "used_from" | "used_by">) {
  const used_from = neighbourhoodOf(caller.clientAddress);
  const used_by = programName(caller.headers.get("user-agent") ?? "");
  const every = found.used_from === used_from && found.used_by === used_by ? noteEveryMs.same : noteEveryMs.other;
  const isDue = found.used_at === null || found.used_at + every <= now() || isFromFuture(found.used_at, now());
  return isDue ? { used_at: now(), used_from, used_by } : null;
}

/**
 * The owner of an API key, with their current role. The key is found by its hash, so the time of the query reveals
 * nothing about stored keys. A program cannot show a second factor: actions that need a recent proof are refused.
 */
async function holderOfKey(request: AccountRequest, token: string): Promise<SignedIn | null> {
  const { database, now, report } = request;
  const found = await database.find(apiKeyByHash, [linkTokenHash(token)]);
  // Keys last as long as their owner chose: the day on which one was made says whether the clock was ahead.
  const isOver =
    !found ||
    hasCome(found.expires_at, now(), maxKeyDays * dayMs + setBackMs) ||
    isFromFuture(found.made_at, now() + setBackMs);
  if (isOver || found.suspended_at !== null || found.email_confirmed === 0) return null;
  if (!isRowBound(request, "api_key", { ...found, name: found.key_name }) || !isAccountBound(request, found))
    return null;
  const use = useToNote(request, found);
  if (use) await database.write((writer) => updateRow(writer, "api_key", found.id, use)).catch(report);
  const role = found.role ?? "student";
  return {
    actor: {
      kind: "account",
      id: found.person_id,
      sessionOrKey: found.id,
      role,
      mustProveAgain: true,
      scope: found.scope,
    },
    person: personIn(found, role),
    sessionId: "",
  };
}
