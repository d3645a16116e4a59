import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import type { FactorChange } from "#core/staff/account-mails.ts";
import type { Caller, Outcome, Refused } from "#core/staff/accounts.ts";
import { deleteConfirmedTotp, totpOf } from "#storage/database/factors.ts";
import { updateSession } from "#storage/database/sessions.ts";
import type { AccountDesk } from "../account-desk.ts";
import { recordDeed } from "../account-events.ts";
import type { LibraryAnswer } from "../library/ask-library.ts";
import type { CurrentSession } from "../current-session.ts";
import { decrypted } from "../library/encryption.ts";
import { type AppKey, giveAppKey } from "./app-key.ts";
import { codeForm, factorForm, readForm } from "../forms.ts";
import { ownSession, refusedUnlessMayChangeFactors } from "./own-account.ts";
import { refusalIn, refused } from "../refusals.ts";
import { provenBy } from "../second-step.ts";

const codes = z.array(z.string());

/** A secret for the app. It counts when the first code of the app was right. */
export async function beginTotp(desk: AccountDesk, caller: Caller, form: unknown): Promise<Outcome<AppKey>> {
  const session = await ownSession(desk, caller);
  if (session.person.hasTotp) throw new PortalError("stale");
  // What a crash left of one that was taken away; better-auth would take it for a working one.
  await desk.database.write((writer) => deleteConfirmedTotp(writer, session.person.id));
  const answer = await withPassword(desk, caller, session, form, "/two-factor/enable");
  if ("ok" in answer) return answer;
  return { ok: true, cookies: answer.cookies, ...(await giveAppKey(desk, session.person)) };
}

export async function confirmTotp(
  desk: AccountDesk,
  caller: Caller,
  form: unknown,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const session = await ownSession(desk, caller);
  const read = readForm(codeForm, form);
  if (!read.ok) return read;
  const { person, token } = session;
  if (person.hasTotp) throw new PortalError("stale");
  if (!/^\d{6}$/.test(read.value.code)) return refused("wrong-code");
  const answer = await provenBy(desk, caller, { personId: person.id, code: read.value.code, sessionToken: token });
  if ("ok" in answer) return answer;
  await factorChanged(desk, caller, session, "totp-added");
  const row = await totpOf(desk.database.read, person.id);
  const written: unknown = row && JSON.parse(await decrypted(desk.keyring, row.recovery_codes));
  return { ok: true, cookies: answer.cookies, recoveryCodes: codes.parse(written) };
}

export async function newRecoveryCodes(
  desk: AccountDesk,
  caller: Caller,
  form: unknown,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const session = await ownSession(desk, caller);
  if (!session.person.hasTotp) throw new PortalError("stale");
  const answer = await withPassword(desk, caller, session, form, "/two-factor/generate-backup-codes");
  if ("ok" in answer) return answer;
  await factorChanged(desk, caller, session, "recovery-codes-made");
  const { backupCodes } = z.object({ backupCodes: codes }).parse(answer.body);
  return { ok: true, cookies: answer.cookies, recoveryCodes: backupCodes };
}

export async function removeTotp(desk: AccountDesk, caller: Caller, form: unknown): Promise<Outcome> {
  const session = await ownSession(desk, caller);
  if (!session.person.hasTotp) throw new PortalError("stale");
  const answer = await withPassword(desk, caller, session, form, "/two-factor/disable");
  if ("ok" in answer) return answer;
  await factorChanged(desk, caller, session, "totp-removed");
  return { ok: true, cookies: answer.cookies };
}

async function withPassword(
  desk: AccountDesk,
  caller: Caller,
  session: CurrentSession,
  form: unknown,
  path: string,
): Promise<LibraryAnswer | Refused> {
  const read = readForm(factorForm, form);
  if (!read.ok) return read;
  const { password } = read.value;
  const stranger = await refusedUnlessMayChangeFactors(desk, caller, session, password);
  if (stranger) return stranger;
  const body = session.person.hasPassword ? { password } : {};
  const answer = await desk.ask(caller, { method: "POST", path, body, sessionToken: session.token });
  return answer.status === 200 ? answer : refusalIn(answer);
}

type OwnChange = Exclude<FactorChange, "factors-reset">;

const recorded: Record<OwnChange, "factor-added" | "factor-removed" | "recovery-codes-made"> = {
  "totp-added": "factor-added",
  "passkey-added": "factor-added",
  "totp-removed": "factor-removed",
  "passkey-removed": "factor-removed",
  "recovery-codes-made": "recovery-codes-made",
};

/** The owner hears of it by mail, in case it was somebody else. */
export async function factorChanged(
  desk: AccountDesk,
  caller: Caller,
  { person }: Pick<CurrentSession, "person">,
  what: OwnChange,
): Promise<void> {
  await desk.accountMails.factorsChanged(person, what);
  const details = { factor: { from: null, to: what } };
  await recordDeed(desk, caller, person.id, { action: recorded[what], details });
}

/** What cannot be undone is allowed again for a while. */
export async function proveAgain(desk: AccountDesk, caller: Caller, form: unknown): Promise<Outcome> {
  const { person, token, sessionId } = await ownSession(desk, caller);
  const read = readForm(codeForm, form);
  if (!read.ok) return read;
  if (!person.hasTotp) return refused("wrong-code");
  const answer = await provenBy(desk, caller, { personId: person.id, code: read.value.code, sessionToken: token });
  if ("ok" in answer) return answer;
  await desk.database.write((writer) => updateSession(writer, sessionId, { proved_at: desk.now() }));
  await recordDeed(desk, caller, person.id, { action: "proved-again" });
  return { ok: true, cookies: answer.cookies };
}
