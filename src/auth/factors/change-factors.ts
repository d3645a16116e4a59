import type { OwnFactorChange } from "#core/audit/audit-details.ts";
import { type AuditAction, detailsOfEnded } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import type { SignedIn } from "#core/accounts/accounts.ts";
import { canSignIn } from "#storage/database/accounts/accounts.ts";
import { deleteKeysWithoutFactor } from "#storage/database/accounts/api-keys.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import { rowById } from "#storage/database/rows.ts";
import { settingsForChange } from "#storage/database/settings.ts";
import { inTransaction, type Within } from "#storage/database/transaction.ts";
import type { AccountRequest } from "../account-context.ts";
import { recordAction } from "../account-events.ts";
import { mailEndedKeys } from "../own-account.ts";

/**
 * Locks the person, so that nobody else changes how they sign in while `change` runs. Throws if the session has ended
 * since it was read.
 */
export const lockFactors = <Result>(
  request: AccountRequest,
  { person, sessionId }: SignedIn,
  change: (writer: Writer, within: Within<AccountRequest>) => Promise<Result>,
): Promise<Result> =>
  inTransaction(request, async (within, writer) => {
    // Nobody may make a key or change the settings meanwhile. Accounts are changed under the same two locks, in this order.
    await settingsForChange(within.database, writer);
    return changeAccount(within, writer, person.id, async () => {
      if (!(await rowById(writer, "session", sessionId))) throw new PortalError("not-signed-in");
      return change(writer, within);
    });
  });

/** Called after a way to sign in was removed. Throws, and so undoes the change, if no other one is left. */
export async function refuseLastWay(writer: Writer, personId: string): Promise<void> {
  if (!(await canSignIn(writer, personId))) throw new PortalError("stale");
}

const actions = {
  "totp-added": "factor-added",
  "codes-added": "factor-added",
  "passkey-added": "factor-added",
  "totp-removed": "factor-removed",
  "passkey-removed": "factor-removed",
  "recovery-codes-made": "recovery-codes-made",
  "provider-connected": "provider-linked",
  "provider-removed": "provider-removed",
} as const satisfies Record<OwnFactorChange, AuditAction>;

/**
 * Changes how a person signs in. Where a second factor is required, API keys end with the last one. Records the change,
 * and mails it to the owner in case somebody else made it, unless `change` returns false.
 */
export async function changeFactors<Result>(
  request: AccountRequest,
  session: SignedIn,
  what: OwnFactorChange,
  change: (writer: Writer) => Promise<Result>,
  provider?: string,
): Promise<Result> {
  const { person } = session;
  const { result, apiKeys } = await lockFactors(request, session, async (writer, within) => {
    const changed = await change(writer);
    const isRequired =
      person.role === "organisation" || (await request.settings(within.database)).secondFactor === "required";
    const ended = isRequired ? await deleteKeysWithoutFactor(writer, person.id) : [];
    return { result: changed, apiKeys: ended.length };
  });
  if (result === false) return result;
  await request.accountMails.factorsChanged(person, what, provider);
  await mailEndedKeys(request, person, { apiKeys });
  const through = provider === undefined ? {} : { provider: { from: null, to: provider } };
  const details = { factor: { from: null, to: what }, ...through, ...detailsOfEnded({ apiKeys }) };
  await recordAction(request, person.id, { action: actions[what], details });
  return result;
}
