import { randomUUID } from "node:crypto";
import { checkInput } from "#core/fields.ts";
import { detailsOfChange, detailsOfEnded } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import type { Addressee } from "#core/accounts/account-mails.ts";
import type { OwnSession, SignedIn, StepDone } from "#core/accounts/accounts.ts";
import { mayAddFirstCodes, requireRecentProof, requireRecentSignIn } from "#core/accounts/permissions.ts";
import { accountById } from "#storage/database/accounts/accounts.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import { deleteMailedLinks } from "#storage/database/accounts/mailed-links.ts";
import { updateRow } from "#storage/database/rows.ts";
import { deleteSession, endAccess, sessionsOf, updateSession } from "#storage/database/accounts/sessions.ts";
import { setPassword } from "#storage/database/accounts/roles.ts";
import type { AccountRequest } from "./account-context.ts";
import { failedSignIn, recordAction, recordAttempt } from "./account-events.ts";
import { newSessionToken } from "./begin-session.ts";
import { sessionCookieLine, endedSessionLine } from "./cookies.ts";
import { sessionOfBrowser, sessionOfCaller } from "./current-session.ts";
import { factorForm, passwordChangeForm, profileForm, readNewPassword } from "./forms.ts";
import { inTurn, knownClient } from "./hash-turns.ts";
import { knownBrowserId } from "./known-browsers.ts";
import { hashPassword, isPassword } from "./password-hash.ts";
import { byDevice, tryLimits } from "./tries.ts";
import { isRowId, type Writer } from "#storage/database/database.ts";
import { sessionLimits } from "./session-limits.ts";

/** The session of a user who changes their own account. It must be that of a browser. */
export async function ownSession(request: AccountRequest): Promise<SignedIn> {
  const session = await sessionOfBrowser(request);
  if (!session) throw new PortalError("not-signed-in");
  return session;
}

/**
 * Refuses a user who is not the account's owner, but uses a browser that the owner left open. Accounts that sign in with
 * a provider may have no password: a recent sign-in replaces it.
 */
async function checkOwner(
  request: AccountRequest,
  session: SignedIn,
  field: string,
  password: string | undefined,
): Promise<void> {
  const { person } = session;
  if (!person.hasPassword) return requireRecentSignIn(session.actor);
  if (password === undefined) throw new PortalError("invalid", { fields: { [field]: "required" } });
  const tries = byDevice(tryLimits.passwordInSession, person, knownBrowserId(request, person.email));
  const account = await accountById(request.database.read, person.id);
  const hash = account?.password_hash ?? null;
  const client = knownClient(person.id);
  if (!(await inTurn(request, client, [tries], () => isPassword(hash, password, request.passwordWork))))
    throw await wrongPassword(request, person.id);
  await request.limits.forget(tries);
}

/** Like `checkOwner`, for a change of factors. A user who has a factor must also have shown it recently. */
export async function checkMayChangeFactors(request: AccountRequest, session: SignedIn, form: unknown): Promise<void> {
  const { password } = checkInput(factorForm, form);
  requireRecentProof(session.actor);
  await checkOwner(request, session, "password", password);
}

/** Like `checkMayChangeFactors`, for codes of an app and recovery codes: the first ones may need no password. */
export async function checkMayMakeCodes(request: AccountRequest, session: SignedIn, form: unknown): Promise<void> {
  const { password } = checkInput(factorForm, form);
  if (password === undefined && mayAddFirstCodes(session.actor, session.person)) return;
  await checkMayChangeFactors(request, session, form);
}

/** The refusal of a wrong password, which is recorded. */
export async function wrongPassword(request: AccountRequest, personId: string): Promise<PortalError> {
  const refusal = new PortalError("wrong-credentials");
  await recordAttempt(request, personId, failedSignIn(refusal));
  return refusal;
}

export async function changeProfile(request: AccountRequest, form: unknown): Promise<StepDone> {
  // Programs with a token may do this, too: they call POST /api/users.
  const session = await sessionOfCaller(request);
  if (!session) throw new PortalError("not-signed-in");
  const { person } = session;
  const { name, photoURL } = checkInput(profileForm, form);
  const details = detailsOfChange({ name: person.name, photoUrl: person.photoUrl }, { name, photoUrl: photoURL ?? "" });
  if (Object.keys(details).length === 0) return { cookies: [] };
  await request.database.write((writer) =>
    changeAccount(request, writer, person.id, () =>
      updateRow(writer, "person", person.id, { name, photo_url: photoURL }),
    ),
  );
  await recordAction(request, person.id, { action: "profile-changed", details });
  return { cookies: [] };
}

/** Ends every other session and every API key. This session continues under another cookie. */
export async function changePassword(request: AccountRequest, form: unknown): Promise<StepDone> {
  const session = await ownSession(request);
  const { currentPassword, password } = readNewPassword(passwordChangeForm, form, session.person);
  await checkOwner(request, session, "currentPassword", currentPassword);
  const hash = await inTurn(request, knownClient(session.person.id), [], () =>
    hashPassword(password, request.passwordWork),
  );
  const { token, ended } = await storePassword(request, session, hash);
  await request.accountMails.passwordChanged(session.person);
  await mailEndedKeys(request, session.person, ended);
  await recordAction(request, session.person.id, { action: "password-changed" });
  return { cookies: [sessionCookieLine(request, token)] };
}

async function storePassword(request: AccountRequest, { person, sessionId }: SignedIn, passwordHash: string) {
  const [id, token] = [randomUUID(), newSessionToken()];
  const store = async (writer: Writer) => {
    // Tokens of programs name the session by its id, so a new id ends them.
    if (!(await updateSession(request, writer, sessionId, { id, token }))) throw new PortalError("not-signed-in");
    await setPassword(writer, person.id, passwordHash, request.now());
    await deleteMailedLinks(writer, person.id);
    return endAccess(writer, person.id, id);
  };
  const ended = await request.database.write((writer) =>
    changeAccount(request, writer, person.id, () => store(writer)),
  );
  return { token, ended };
}

export async function ownSessions(request: AccountRequest): Promise<OwnSession[]> {
  const { person, sessionId } = await ownSession(request);
  const now = request.now();
  const rows = await sessionsOf(request.database.read, person.id, now);
  return rows
    .filter(({ used_at }) => used_at + sessionLimits.idleMs > now)
    .map(({ id, started_at, used_at, browser }) => ({
      id,
      startedAt: started_at,
      usedAt: used_at,
      browser,
      isThis: id === sessionId,
    }));
}

export async function endSession(request: AccountRequest, id: string): Promise<StepDone> {
  const { person, sessionId } = await ownSession(request);
  if (!isRowId(id)) return { cookies: [] };
  const isEnded = await request.database.write((writer) => deleteSession(writer, { id, personId: person.id }));
  if (isEnded) await recordEnd(request, person.id, { sessions: 1, apiKeys: 0 });
  return { cookies: id === sessionId ? [endedSessionLine(request.publicOrigin)] : [] };
}

/** Tells a person by mail that their API keys ended, if they had any. */
export async function mailEndedKeys({ accountMails }: AccountRequest, to: Addressee, { apiKeys }: { apiKeys: number }) {
  if (apiKeys > 0) await accountMails.factorsChanged(to, "api-keys-ended");
}

/** Also ends every API key. */
export async function endAllSessions(request: AccountRequest): Promise<{ cookies: string[] }> {
  const { person } = await ownSession(request);
  const ended = await request.database.write((writer) => endAccess(writer, person.id));
  await mailEndedKeys(request, person, ended);
  await recordEnd(request, person.id, ended);
  return { cookies: [endedSessionLine(request.publicOrigin)] };
}

const recordEnd = (request: AccountRequest, personId: string, ended: { sessions: number; apiKeys: number }) =>
  recordAction(request, personId, { action: "sessions-ended", details: detailsOfEnded(ended) });
