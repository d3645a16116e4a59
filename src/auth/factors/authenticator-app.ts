import { randomUUID } from "node:crypto";
import { checkInput } from "#core/fields.ts";
import { PortalError } from "#core/errors.ts";
import type { StepDone } from "#core/accounts/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import { deleteTotp, replaceTotp, resealTotp, totpOf } from "#storage/database/accounts/factors.ts";
import { rowById, updateRow } from "#storage/database/rows.ts";
import { updateSession } from "#storage/database/accounts/sessions.ts";
import { type AccountRequest, siteName } from "../account-context.ts";
import { recordAction } from "../account-events.ts";
import { newSessionToken } from "../begin-session.ts";
import { sessionCookieLine } from "../cookies.ts";
import type { CurrentSession } from "../current-session.ts";
import { codeForm, factorForm } from "../forms.ts";
import { checkMayChangeFactors, ownSession } from "../own-account.ts";
import { sessionLimits } from "../session-limits.ts";
import { addressFor, newAppKey } from "./app-key.ts";
import { changeFactors, lockFactors } from "./change-factors.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { openTotp, sealTotp } from "./sealed-totp.ts";
import { checkCode, isAppCode } from "./second-factor-codes.ts";

/** What the user enters into the app: the key in letters, and the same key as the address in the QR code. */
type AppKey = { secret: string; uri: string };
type NewCodes = { recoveryCodes: string[] };

/** Makes a key for the app. It becomes valid with the first correct code. */
export async function beginTotp(request: AccountRequest, form: unknown): Promise<StepDone<AppKey>> {
  const session = await ownSession(request);
  if (session.person.hasTotp) throw new PortalError("stale");
  await checkPassword(request, session, form);
  const { id, email } = session.person;
  const key = newAppKey();
  const secrets = { appKey: key, recoveryCodes: newRecoveryCodes() };
  const rowId = randomUUID();
  await lockFactors(request, session, async (writer) => {
    // Another browser may have confirmed a key while the password was checked.
    if ((await rowById(writer, "person", id))?.has_totp === 1) throw new PortalError("stale");
    await replaceTotp(writer, { id: rowId, person_id: id, ...sealTotp(request.keyring, rowId, secrets) });
  });
  const { Secret } = await import("otpauth");
  const secret = Secret.fromUTF8(key).base32;
  return { cookies: [], secret, uri: addressFor({ name: await siteName(request), email, secret }) };
}

async function checkPassword(request: AccountRequest, session: CurrentSession, form: unknown): Promise<void> {
  const { password } = checkInput(factorForm, form);
  await checkMayChangeFactors(request, session, password);
}

export async function confirmTotp(request: AccountRequest, form: unknown): Promise<StepDone<NewCodes>> {
  const session = await ownSession(request);
  const { code } = checkInput(codeForm, form);
  const { person } = session;
  if (person.hasTotp) throw new PortalError("stale");
  if (!isAppCode(code)) throw new PortalError("wrong-code");
  await checkCode(request, person.id, code);
  const confirmed = await changeFactors(request, session, "totp-added", async (writer) => {
    const row = await totpOf(writer, person.id);
    // Another key may have been made since the code was checked.
    if (row?.confirmed !== 1) throw new PortalError("stale");
    await updateRow(writer, "person", person.id, { has_totp: 1, changed_at: request.now() });
    const token = await renewSession(request.now(), writer, session, request.now());
    return { token, ...openTotp(request.keyring, row) };
  });
  const { token, recoveryCodes } = confirmed;
  return { cookies: [sessionCookieLine(request, token)], recoveryCodes };
}

export async function replaceRecoveryCodes(request: AccountRequest, form: unknown): Promise<StepDone<NewCodes>> {
  const session = await ownSession(request);
  const { person } = session;
  if (!person.hasTotp) throw new PortalError("stale");
  await checkPassword(request, session, form);
  const recoveryCodes = newRecoveryCodes();
  await changeFactors(request, session, "recovery-codes-made", async (writer) => {
    const row = await totpOf(writer, person.id);
    if (!row) throw new PortalError("stale");
    const { appKey } = openTotp(request.keyring, row);
    await resealTotp(writer, row, sealTotp(request.keyring, row.id, { appKey, recoveryCodes }));
  });
  return { cookies: [], recoveryCodes };
}

export async function removeTotp(request: AccountRequest, form: unknown): Promise<StepDone> {
  const session = await ownSession(request);
  const { person, provedAt } = session;
  if (!person.hasTotp) throw new PortalError("stale");
  await checkPassword(request, session, form);
  const token = await changeFactors(request, session, "totp-removed", async (writer) => {
    await deleteTotp(writer, person.id);
    await updateRow(writer, "person", person.id, { has_totp: 0, changed_at: request.now() });
    return renewSession(request.now(), writer, session, provedAt);
  });
  return { cookies: [sessionCookieLine(request, token)] };
}

/** The session continues with a new id and cookie, as if it began now: the owner has just proved who they are. */
async function renewSession(at: number, writer: Writer, { sessionId }: CurrentSession, provedAt: number | null) {
  const token = newSessionToken();
  const times = { started_at: at, used_at: at, changed_at: at, expires_at: at + sessionLimits.absoluteMs };
  await updateSession(writer, sessionId, { id: randomUUID(), token, proved_at: provedAt, ...times });
  return token;
}

/** Allows actions that cannot be undone again for a while. */
export async function proveAgain(request: AccountRequest, form: unknown): Promise<StepDone> {
  const { person, sessionId } = await ownSession(request);
  const { code } = checkInput(codeForm, form);
  if (!person.hasTotp) throw new PortalError("wrong-code");
  await checkCode(request, person.id, code);
  await request.database.write((writer) => updateSession(writer, sessionId, { proved_at: request.now() }));
  await recordAction(request, person.id, { action: "proved-again" });
  return { cookies: [] };
}
