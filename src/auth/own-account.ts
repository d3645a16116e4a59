import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import type { Caller, Refused, Outcome } from "#core/staff/accounts.ts";
import { accountById, lockPerson } from "#storage/database/accounts.ts";
import { deleteMailedLinks } from "#storage/database/mailed-links.ts";
import { updateRow } from "#storage/database/rows.ts";
import { deleteOtherSessions, updateSession } from "#storage/database/sessions.ts";
import { setPassword } from "#storage/database/staff.ts";
import { deletePendingSignIns } from "#storage/database/verifications.ts";
import { type AccountContext, refused } from "./account-context.ts";
import { recordAction, recordAttempt } from "./account-events.ts";
import { newSessionToken } from "./begin-session.ts";
import { sessionCookieLine } from "./cookies.ts";
import { type CurrentSession, isRecentlyProven, sessionOfBrowser, sessionOfCaller } from "./current-session.ts";
import { passwordChangeForm, profileForm, readForm, readNewPassword } from "./forms.ts";
import { hashPassword, isPassword } from "./password-hash.ts";
import { byAccount, checkOwnPasswordLimits, tryLimits } from "./tries.ts";

/** Whoever changes their own account is signed in with a browser. */
export async function ownSession(context: AccountContext, caller: Caller): Promise<CurrentSession> {
  const session = await sessionOfBrowser(context, caller);
  if (!session) throw new PortalError("not-signed-in");
  return session;
}

type Typed = { field: string; password: string | undefined };

/** Null if the account's owner asks, and not somebody at a browser that another left open. */
async function checkOwner(
  context: AccountContext,
  caller: Caller,
  { person, ...session }: CurrentSession,
  { field, password }: Typed,
): Promise<Refused | null> {
  if (!person.hasPassword) return checkFresh(context, { ...session, person });
  if (password === undefined) return { ok: false, problem: "fields", fields: { [field]: "required" } };
  const wait = await checkOwnPasswordLimits(context, caller, person.id);
  if (wait) return wait;
  const account = await accountById(context.database.read, person.id);
  if (!(await isPassword(account?.password_hash ?? null, password))) return wrongPassword(context, caller, person.id);
  await context.limits.forget(byAccount(tryLimits.passwordInSession, person.id));
  return null;
}

/** The same before factors change. Whoever has a factor shows it as well. */
export async function checkMayChangeFactors(
  context: AccountContext,
  caller: Caller,
  session: CurrentSession,
  password: string | undefined,
): Promise<Refused | null> {
  const { hasTotp, passkeys } = session.person;
  const stale = hasTotp || passkeys > 0 ? checkFresh(context, session) : null;
  return stale ?? checkOwner(context, caller, session, { field: "password", password });
}

/** Google people have no password to type: a fresh sign-in stands in for it. */
const checkFresh = (context: AccountContext, session: CurrentSession): Refused | null =>
  isRecentlyProven(context, session) ? null : refused("prove-again");

export async function wrongPassword(context: AccountContext, caller: Caller, personId: string): Promise<Refused> {
  const details = { problem: { from: null, to: "wrong-credentials" } };
  await recordAttempt(context, caller, personId, { action: "sign-in-failed", details });
  return refused("wrong-credentials");
}

export async function changeProfile(context: AccountContext, caller: Caller, form: unknown): Promise<Outcome> {
  // Programs with a token may, too: POST /api/users is theirs.
  const session = await sessionOfCaller(context, caller);
  if (!session) throw new PortalError("not-signed-in");
  const { person } = session;
  const read = readForm(profileForm, form);
  if (!read.ok) return read;
  const { name, photoURL } = read.value;
  const details = detailsOfChange({ name: person.name, photoUrl: person.photoUrl }, { name, photoUrl: photoURL ?? "" });
  if (Object.keys(details).length === 0) return { ok: true, cookies: [] };
  const changes = { name, photo_url: photoURL, changed_at: context.now() };
  await context.database.write((writer) => updateRow(writer, "person", person.id, changes));
  await recordAction(context, caller, person.id, { action: "profile-changed", details });
  return { ok: true, cookies: [] };
}

/** Every other session ends, and this one goes on under another cookie. */
export async function changePassword(context: AccountContext, caller: Caller, form: unknown): Promise<Outcome> {
  const session = await ownSession(context, caller);
  const read = readNewPassword(passwordChangeForm, form, session.person);
  if (!read.ok) return read;
  const { currentPassword, password } = read.value;
  const typed = { field: "currentPassword", password: currentPassword };
  const problem = await checkOwner(context, caller, session, typed);
  if (problem) return problem;
  const token = await storePassword(context, session, await hashPassword(password));
  await context.accountMails.passwordChanged(session.person);
  await recordAction(context, caller, session.person.id, { action: "password-changed" });
  return { ok: true, cookies: [sessionCookieLine(context, token)] };
}

async function storePassword(
  { database, now }: AccountContext,
  { person, sessionId }: CurrentSession,
  passwordHash: string,
): Promise<string> {
  const [id, token] = [randomUUID(), newSessionToken()];
  await database.write(async (writer) => {
    await lockPerson(database, writer, person.id);
    // Tokens of programs name the session, so it has another name from here on.
    if (!(await updateSession(writer, sessionId, { id, token }))) throw new PortalError("not-signed-in");
    await setPassword(writer, person.id, passwordHash, now());
    await deletePendingSignIns(writer, person.id);
    await deleteOtherSessions(writer, person.id, id);
    await deleteMailedLinks(writer, person.id);
  });
  return token;
}
