import type { AccountSuccess, OwnPasskey } from "#core/accounts/accounts.ts";
import { deletePasskey, passkeysOf, renamePasskey as storeName } from "#storage/database/accounts/factors.ts";
import type { AccountRequest } from "../account-context.ts";
import { passkeyNameForm, passkeyRemovalForm, readForm } from "../forms.ts";
import { checkMayChangeFactors, ownSession } from "../own-account.ts";
import { changeFactors, factorsChanged, refuseLastWay } from "./change-factors.ts";

export async function ownPasskeys(request: AccountRequest): Promise<OwnPasskey[]> {
  const { person } = await ownSession(request);
  const rows = await passkeysOf(request.database.read, person.id);
  return rows.map(({ id, name, added_at }) => ({ id, name: name ?? "", addedAt: added_at }));
}

export async function renamePasskey(request: AccountRequest, form: unknown): Promise<AccountSuccess> {
  const { person } = await ownSession(request);
  const { id, name } = readForm(passkeyNameForm, form);
  await request.database.write((writer) => storeName(writer, { id, personId: person.id }, name));
  return { ok: true, cookies: [] };
}

export async function removePasskey(request: AccountRequest, form: unknown): Promise<AccountSuccess> {
  const session = await ownSession(request);
  const { id, password } = readForm(passkeyRemovalForm, form);
  await checkMayChangeFactors(request, session, password);
  const passkey = { id, personId: session.person.id };
  const isRemoved = await changeFactors(request, session, async (writer) => {
    const isDeleted = await deletePasskey(writer, passkey);
    await refuseLastWay(writer, session.person.id);
    return isDeleted;
  });
  if (isRemoved) await factorsChanged(request, session, "passkey-removed");
  return { ok: true, cookies: [] };
}
