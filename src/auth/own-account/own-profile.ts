import { randomBytes, randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import type { Caller, Outcome } from "#core/staff/accounts.ts";
import { lockPerson, updatePerson } from "#storage/database/accounts.ts";
import { deletePendingSignIns } from "#storage/database/factors.ts";
import { deleteMailedLinks } from "#storage/database/mailed-links.ts";
import { deleteOtherSessions, updateSession } from "#storage/database/sessions.ts";
import { setPassword } from "#storage/database/staff.ts";
import type { AccountDesk } from "../account-desk.ts";
import { recordDeed } from "../account-events.ts";
import { sessionCookieLine } from "../cookies.ts";
import { type CurrentSession, sessionOfCaller } from "../current-session.ts";
import { passwordChangeForm, profileForm, readForm, readNewPassword } from "../forms.ts";
import { ownSession, refusedUnlessOwner } from "./own-account.ts";
import { hashPassword } from "../password-hash.ts";

export async function changeProfile(desk: AccountDesk, caller: Caller, form: unknown): Promise<Outcome> {
  // Programs with a token may, too: POST /api/users is theirs.
  const session = await sessionOfCaller(desk, caller);
  if (!session) throw new PortalError("not-signed-in");
  const { person } = session;
  const read = readForm(profileForm, form);
  if (!read.ok) return read;
  const { name, photoURL } = read.value;
  const details = detailsOfChange({ name: person.name, photoUrl: person.photoUrl }, { name, photoUrl: photoURL ?? "" });
  if (Object.keys(details).length === 0) return { ok: true, cookies: [] };
  const changes = { name, photo_url: photoURL, changed_at: desk.now() };
  await desk.database.write((writer) => updatePerson(writer, person.id, changes));
  await recordDeed(desk, caller, person.id, { action: "profile-changed", details });
  return { ok: true, cookies: [] };
}

/** Every other session ends, and this one goes on under another cookie. */
export async function changePassword(desk: AccountDesk, caller: Caller, form: unknown): Promise<Outcome> {
  const session = await ownSession(desk, caller);
  const read = readNewPassword(passwordChangeForm, form, session.person);
  if (!read.ok) return read;
  const { currentPassword, password } = read.value;
  const typed = { field: "currentPassword", password: currentPassword };
  const stranger = await refusedUnlessOwner(desk, caller, session, typed);
  if (stranger) return stranger;
  const token = await storePassword(desk, session, await hashPassword(password));
  await desk.accountMails.passwordChanged(session.person);
  await recordDeed(desk, caller, session.person.id, { action: "password-changed" });
  return { ok: true, cookies: [sessionCookieLine(desk, token)] };
}

async function storePassword(
  { database, now }: AccountDesk,
  { person, sessionId }: CurrentSession,
  passwordHash: string,
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await database.write(async (writer) => {
    await lockPerson(database, writer, person.id);
    await setPassword(writer, person.id, passwordHash, now());
    await deletePendingSignIns(writer, person.id);
    await deleteOtherSessions(writer, person.id, sessionId);
    await deleteMailedLinks(writer, person.id);
    // Tokens of programs name the session, so it has another name from here on.
    await updateSession(writer, sessionId, { id: randomUUID(), token });
  });
  return token;
}
