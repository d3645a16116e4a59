import type { Caller, Outcome, OwnPasskey } from "#core/staff/accounts.ts";
import { deletePasskey, passkeysOf, renamePasskey as storeName } from "#storage/database/factors.ts";
import type { AccountContext } from "../account-context.ts";
import { passkeyNameForm, passkeyRemovalForm, readForm } from "../forms.ts";
import { checkMayChangeFactors, ownSession } from "../own-account.ts";
import { changeFactors, factorsChanged } from "./change-factors.ts";

export async function ownPasskeys(context: AccountContext, caller: Caller): Promise<OwnPasskey[]> {
  const { person } = await ownSession(context, caller);
  const rows = await passkeysOf(context.database.read, person.id);
  return rows.map(({ id, name, added_at }) => ({ id, name: name ?? "", addedAt: added_at }));
}

export async function renamePasskey(context: AccountContext, caller: Caller, form: unknown): Promise<Outcome> {
  const { person } = await ownSession(context, caller);
  const read = readForm(passkeyNameForm, form);
  if (!read.ok) return read;
  const { id, name } = read.value;
  await context.database.write((writer) => storeName(writer, { id, personId: person.id }, name));
  return { ok: true, cookies: [] };
}

export async function removePasskey(context: AccountContext, caller: Caller, form: unknown): Promise<Outcome> {
  const session = await ownSession(context, caller);
  const read = readForm(passkeyRemovalForm, form);
  if (!read.ok) return read;
  const { id, password } = read.value;
  const problem = await checkMayChangeFactors(context, caller, session, password);
  if (problem) return problem;
  const passkey = { id, personId: session.person.id };
  const isRemoved = await changeFactors(context, session, (writer) => deletePasskey(writer, passkey));
  if (isRemoved) await factorsChanged(context, caller, session, "passkey-removed");
  return { ok: true, cookies: [] };
}
