import type { Caller, Outcome, OwnPasskey } from "#core/staff/accounts.ts";
import { deletePasskey, passkeysOf, renamePasskey as rename } from "#storage/database/factors.ts";
import type { AccountDesk } from "../account-desk.ts";
import { factorChanged } from "./authenticator-app.ts";
import { passkeyNameForm, passkeyRemovalForm, readForm } from "../forms.ts";
import { ownSession, refusedUnlessMayChangeFactors } from "./own-account.ts";

export async function ownPasskeys(desk: AccountDesk, caller: Caller): Promise<OwnPasskey[]> {
  const { person } = await ownSession(desk, caller);
  const rows = await passkeysOf(desk.database.read, person.id);
  return rows.map(({ id, name, added_at }) => ({ id, name: name ?? "", addedAt: added_at }));
}

export async function renamePasskey(desk: AccountDesk, caller: Caller, form: unknown): Promise<Outcome> {
  const { person } = await ownSession(desk, caller);
  const read = readForm(passkeyNameForm, form);
  if (!read.ok) return read;
  const { id, name } = read.value;
  await desk.database.write((writer) => rename(writer, { id, personId: person.id }, name));
  return { ok: true, cookies: [] };
}

export async function removePasskey(desk: AccountDesk, caller: Caller, form: unknown): Promise<Outcome> {
  const session = await ownSession(desk, caller);
  const read = readForm(passkeyRemovalForm, form);
  if (!read.ok) return read;
  const { id, password } = read.value;
  const stranger = await refusedUnlessMayChangeFactors(desk, caller, session, password);
  if (stranger) return stranger;
  const passkey = { id, personId: session.person.id };
  const isRemoved = await desk.database.write((writer) => deletePasskey(writer, passkey));
  if (isRemoved) await factorChanged(desk, caller, session, "passkey-removed");
  return { ok: true, cookies: [] };
}
