import { checkInput } from "#core/fields.ts";
import type { StepDone, OwnPasskey } from "#core/accounts/accounts.ts";
import { deletePasskey, passkeysOf, renamePasskey as storeName } from "#storage/database/accounts/factors.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import { forgetProofs } from "#storage/database/accounts/sessions.ts";
import type { AccountRequest } from "../account-context.ts";
import { passkeyForm, passkeyNameForm } from "../forms.ts";
import { checkMayChangeFactors, ownSession } from "../own-account.ts";
import { changeFactors, refuseLastWay } from "./change-factors.ts";

export async function ownPasskeys(request: AccountRequest): Promise<OwnPasskey[]> {
  const { person } = await ownSession(request);
  const rows = await passkeysOf(request.database.read, person.id);
  return rows.map(({ id, name, added_at }) => ({ id, name: name ?? "", addedAt: added_at }));
}

export async function renamePasskey(request: AccountRequest, form: unknown): Promise<StepDone> {
  const { person } = await ownSession(request);
  const { id, name } = checkInput(passkeyNameForm, form);
  await request.database.write((writer) =>
    changeAccount(request, writer, person.id, () => storeName(writer, { id, personId: person.id }, name)),
  );
  return { cookies: [] };
}

export async function removePasskey(request: AccountRequest, form: unknown): Promise<StepDone> {
  const session = await ownSession(request);
  const { id } = checkInput(passkeyForm, form);
  await checkMayChangeFactors(request, session, form);
  const passkey = { id, personId: session.person.id };
  await changeFactors(request, session, "passkey-removed", async (writer) => {
    const isDeleted = await deletePasskey(writer, passkey);
    if (isDeleted) await forgetProofs(request, writer, session.person.id);
    await refuseLastWay(writer, session.person.id);
    return isDeleted;
  });
  return { cookies: [] };
}
