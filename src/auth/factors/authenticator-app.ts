import { randomUUID } from "node:crypto";
import { checkInput } from "#core/fields.ts";
import { PortalError } from "#core/errors.ts";
import type { OwnCodes, Person, SignedIn, StepDone } from "#core/accounts/accounts.ts";
import { requireRecentProof } from "#core/accounts/permissions.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  deleteTotp,
  replaceTotp,
  resealTotp,
  takeTotpStep,
  totpForChange,
  totpOf,
} from "#storage/database/accounts/factors.ts";
import { rowById, updateRow } from "#storage/database/rows.ts";
import { forgetProofs, updateSession } from "#storage/database/accounts/sessions.ts";
import { type AccountContext, type AccountRequest, siteName } from "../account-context.ts";
import { recordAction } from "../account-events.ts";
import { newSessionToken } from "../begin-session.ts";
import { sessionCookieLine } from "../cookies.ts";
import { codeForm } from "../forms.ts";
import { rememberBrowser } from "../known-browsers.ts";
import { checkMayChangeFactors, checkMayMakeCodes, ownSession } from "../own-account.ts";
import { sessionLimits } from "../session-limits.ts";
import { addressFor, newAppKey } from "./app-key.ts";
import { changeFactors, lockFactors } from "./change-factors.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { sealedTotp } from "#sealing/sealed-totp.ts";
import { checkCode, type CodeTaken, countedCode, stepOfCode } from "./second-factor-codes.ts";

/** What the user enters into the app: the key in letters, and the same key as the address in the QR code. */
type AppKey = { secret: string; uri: string };
type NewCodes = { recoveryCodes: readonly string[] };

/** Makes a key for the app. It becomes valid with the first correct code. */
export async function beginTotp(request: AccountRequest, form: unknown): Promise<StepDone<AppKey>> {
  const session = await ownSession(request);
  await checkMayMakeCodes(request, session, form);
  const { person } = session;
  const key = newAppKey();
  const rowId = randomUUID();
  await lockFactors(request, session, async (writer) => {
    const used = await codesInUse(request, writer, person);
    if (used?.confirmed === 1) throw new PortalError("stale");
    const recoveryCodes = used ? sealedTotp.openRow(request.keyring, used).recoveryCodes : newRecoveryCodes();
    const secrets = sealedTotp.sealColumns(request.keyring, { id: rowId }, { appKey: key, recoveryCodes });
    await replaceTotp(writer, { id: rowId, person_id: person.id, ...secrets });
  });
  const { Secret } = await import("otpauth");
  const secret = Secret.fromUTF8(key).base32;
  return { cookies: [], secret, uri: addressFor({ name: await siteName(request), email: person.email, secret }) };
}

/** The row of a person whose sign-in asks for a code. Throws if another browser has changed since whether it asks. */
async function codesInUse({ database }: AccountRequest, writer: Writer, person: Person) {
  const isUsed = (await rowById(writer, "person", person.id))?.has_totp === 1;
  if (isUsed !== person.hasCodes) throw new PortalError("stale");
  return isUsed ? totpForChange(database, writer, person.id) : undefined;
}

/** The page with the key may have been left open: whoever has a factor must have shown it recently. */
export async function confirmTotp(request: AccountRequest, form: unknown): Promise<StepDone<NewCodes>> {
  const session = await ownSession(request);
  requireRecentProof(session.actor);
  const { code } = checkInput(codeForm, form);
  const { person } = session;
  const { row, step } = await countedCode(request, person, async (begun) => {
    if (begun.confirmed === 1 && person.hasCodes) throw new PortalError("stale");
    const shown = await stepOfCode(request, begun, code);
    return shown === null ? null : { row: begun, step: shown };
  });
  const confirmed = await changeFactors(request, session, "totp-added", async (writer) => {
    // Another key may have been made since the code was checked.
    if (!(await takeTotpStep(writer, row, step))) throw new PortalError("stale");
    await updateRow(writer, "person", person.id, { has_totp: 1 });
    const token = await renewSession(request, writer, session, request.now());
    return { token, ...sealedTotp.openRow(request.keyring, row) };
  });
  const { token, recoveryCodes } = confirmed;
  const cookies = [sessionCookieLine(request, token), rememberBrowser(request, person.email, true)];
  return { cookies, recoveryCodes };
}

/** Makes new recovery codes. For a person without an app, sign-in asks for one of them from now on. */
export async function replaceRecoveryCodes(request: AccountRequest, form: unknown): Promise<StepDone<NewCodes>> {
  const session = await ownSession(request);
  const { person } = session;
  await checkMayMakeCodes(request, session, form);
  const recoveryCodes = newRecoveryCodes();
  const what = person.hasCodes ? "recovery-codes-made" : "codes-added";
  const token = await changeFactors(request, session, what, async (writer) => {
    const row = await codesInUse(request, writer, person);
    if (row) {
      const { appKey } = sealedTotp.openRow(request.keyring, row);
      await resealTotp(writer, row, sealedTotp.sealColumns(request.keyring, { id: row.id }, { appKey, recoveryCodes }));
      return null;
    }
    const id = randomUUID();
    await replaceTotp(writer, {
      id,
      person_id: person.id,
      ...sealedTotp.sealColumns(request.keyring, { id }, { appKey: null, recoveryCodes }),
    });
    await updateRow(writer, "person", person.id, { has_totp: 1 });
    return renewSession(request, writer, session, request.now());
  });
  return { cookies: token === null ? [] : [sessionCookieLine(request, token)], recoveryCodes };
}

/** How the codes of a person are made: with an app, and how many recovery codes were not used yet. */
export async function codesOf({ database, keyring }: AccountContext, personId: string): Promise<OwnCodes> {
  const row = await totpOf(database.read, personId);
  return { hasApp: row?.confirmed === 1, left: row ? sealedTotp.openRow(keyring, row).recoveryCodes.length : 0 };
}

export async function removeTotp(request: AccountRequest, form: unknown): Promise<StepDone> {
  const session = await ownSession(request);
  const { person } = session;
  if (!person.hasCodes) throw new PortalError("stale");
  await checkMayChangeFactors(request, session, form);
  const token = await changeFactors(request, session, "totp-removed", async (writer) => {
    await deleteTotp(writer, person.id);
    await updateRow(writer, "person", person.id, { has_totp: 0 });
    await forgetProofs(request, writer, person.id);
    return renewSession(request, writer, session, null);
  });
  return { cookies: [sessionCookieLine(request, token)] };
}

/** The session continues with a new id and cookie, as if it began now: the owner has just proved who they are. */
async function renewSession(
  request: AccountRequest,
  writer: Writer,
  { sessionId }: SignedIn,
  provedAt: number | null,
): Promise<string> {
  const [token, at] = [newSessionToken(), request.now()];
  const times = { started_at: at, used_at: at, changed_at: at, expires_at: at + sessionLimits.absoluteMs };
  await updateSession(request, writer, sessionId, { id: randomUUID(), token, proved_at: provedAt, ...times });
  return token;
}

/** Allows actions that cannot be undone again for a while. */
export async function proveAgain(request: AccountRequest, form: unknown): Promise<StepDone<CodeTaken>> {
  const { person, sessionId } = await ownSession(request);
  const { code } = checkInput(codeForm, form);
  if (!person.hasCodes) throw new PortalError("wrong-code");
  const taken = await checkCode(request, person, code);
  await request.database.write((writer) => updateSession(request, writer, sessionId, { proved_at: request.now() }));
  await recordAction(request, person.id, { action: "proved-again" });
  return { cookies: [rememberBrowser(request, person.email, true)], ...taken };
}
