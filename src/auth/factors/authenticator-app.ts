import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import type { Caller, Refused, Outcome } from "#core/staff/accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import { deleteTotp, replaceTotp, replaceTotpSecrets, totpOf } from "#storage/database/factors.ts";
import { updateRow } from "#storage/database/rows.ts";
import { updateSession } from "#storage/database/sessions.ts";
import { type AccountContext, refused, siteName } from "../account-context.ts";
import { recordAction } from "../account-events.ts";
import { newSessionToken } from "../begin-session.ts";
import { sessionCookieLine } from "../cookies.ts";
import type { CurrentSession } from "../current-session.ts";
import { codeForm, factorForm, readForm } from "../forms.ts";
import { checkMayChangeFactors, ownSession } from "../own-account.ts";
import { sessionLimits } from "../session-limits.ts";
import { addressFor, newAppKey } from "./app-key.ts";
import { changeFactors, factorsChanged } from "./change-factors.ts";
import { decrypt, encrypt } from "./factor-encryption.ts";
import { newRecoveryCodes, readRecoveryCodes } from "./recovery-codes.ts";
import { checkCode, isAppCode } from "./second-factor-codes.ts";

/** What the person tells the app: the key in letters, and the same as an address that the square shows. */
type AppKey = { secret: string; uri: string };

/** A key for the app. It counts when the first code of the app was right. */
export async function beginTotp(context: AccountContext, caller: Caller, form: unknown): Promise<Outcome<AppKey>> {
  const session = await ownSession(context, caller);
  if (session.person.hasTotp) throw new PortalError("stale");
  const problem = await checkPassword(context, caller, session, form);
  if (problem) return problem;
  const { id, email } = session.person;
  const key = newAppKey();
  const row = {
    person_id: id,
    secret: await encrypt(context.keyring, key),
    recovery_codes: await encrypt(context.keyring, JSON.stringify(newRecoveryCodes())),
  };
  await changeFactors(context, session, (writer) => replaceTotp(writer, row));
  const { Secret } = await import("otpauth");
  const secret = Secret.fromUTF8(key).base32;
  return { ok: true, cookies: [], secret, uri: addressFor({ name: await siteName(context), email, secret }) };
}

async function checkPassword(
  context: AccountContext,
  caller: Caller,
  session: CurrentSession,
  form: unknown,
): Promise<Refused | null> {
  const read = readForm(factorForm, form);
  return read.ok ? checkMayChangeFactors(context, caller, session, read.value.password) : read;
}

export async function confirmTotp(
  context: AccountContext,
  caller: Caller,
  form: unknown,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const session = await ownSession(context, caller);
  const read = readForm(codeForm, form);
  if (!read.ok) return read;
  const { person } = session;
  if (person.hasTotp) throw new PortalError("stale");
  if (!isAppCode(read.value.code)) return refused("wrong-code");
  const problem = await checkCode(context, caller, person.id, read.value.code);
  if (problem) return problem;
  const confirmed = await changeFactors(context, session, async (writer) => {
    const row = await totpOf(writer, person.id);
    // Another key may have been given since the code was checked.
    if (row?.confirmed !== 1) throw new PortalError("stale");
    await updateRow(writer, "person", person.id, { has_totp: 1, changed_at: context.now() });
    const token = await renewSession(context, writer, session, context.now());
    return { token, sealedCodes: row.recovery_codes };
  });
  await factorsChanged(context, caller, session, "totp-added");
  const recoveryCodes = readRecoveryCodes(await decrypt(context.keyring, confirmed.sealedCodes));
  return { ok: true, cookies: [sessionCookieLine(context, confirmed.token)], recoveryCodes };
}

export async function replaceRecoveryCodes(
  context: AccountContext,
  caller: Caller,
  form: unknown,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const session = await ownSession(context, caller);
  const { person } = session;
  if (!person.hasTotp) throw new PortalError("stale");
  const problem = await checkPassword(context, caller, session, form);
  if (problem) return problem;
  const recoveryCodes = newRecoveryCodes();
  const sealed = await encrypt(context.keyring, JSON.stringify(recoveryCodes));
  await changeFactors(context, session, async (writer) => {
    const row = await totpOf(writer, person.id);
    if (!row) throw new PortalError("stale");
    await replaceTotpSecrets(writer, row, { secret: row.secret, recovery_codes: sealed });
  });
  await factorsChanged(context, caller, session, "recovery-codes-made");
  return { ok: true, cookies: [], recoveryCodes };
}

export async function removeTotp(context: AccountContext, caller: Caller, form: unknown): Promise<Outcome> {
  const session = await ownSession(context, caller);
  const { person, provedAt } = session;
  if (!person.hasTotp) throw new PortalError("stale");
  const problem = await checkPassword(context, caller, session, form);
  if (problem) return problem;
  const token = await changeFactors(context, session, async (writer) => {
    await deleteTotp(writer, person.id);
    await updateRow(writer, "person", person.id, { has_totp: 0, changed_at: context.now() });
    return renewSession(context, writer, session, provedAt);
  });
  await factorsChanged(context, caller, session, "totp-removed");
  return { ok: true, cookies: [sessionCookieLine(context, token)] };
}

/** The session goes on under another id and cookie, as if it had begun now: the owner has just shown who they are. */
async function renewSession(
  { now }: AccountContext,
  writer: Writer,
  { sessionId }: CurrentSession,
  provedAt: number | null,
): Promise<string> {
  const [at, token] = [now(), newSessionToken()];
  const times = { started_at: at, used_at: at, changed_at: at, expires_at: at + sessionLimits.absoluteMs };
  await updateSession(writer, sessionId, { id: randomUUID(), token, proved_at: provedAt, ...times });
  return token;
}

/** What cannot be undone is allowed again for a while. */
export async function proveAgain(context: AccountContext, caller: Caller, form: unknown): Promise<Outcome> {
  const { person, sessionId } = await ownSession(context, caller);
  const read = readForm(codeForm, form);
  if (!read.ok) return read;
  if (!person.hasTotp) return refused("wrong-code");
  const problem = await checkCode(context, caller, person.id, read.value.code);
  if (problem) return problem;
  await context.database.write((writer) => updateSession(writer, sessionId, { proved_at: context.now() }));
  await recordAction(context, caller, person.id, { action: "proved-again" });
  return { ok: true, cookies: [] };
}
