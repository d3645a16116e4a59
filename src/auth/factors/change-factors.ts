import { type AuditAction, detailsOfEnded } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import type { FactorChange } from "#core/accounts/account-mails.ts";
import { canSignIn, lockPerson } from "#storage/database/accounts/accounts.ts";
import { deleteKeysWithoutFactor } from "#storage/database/accounts/api-keys.ts";
import type { Writer } from "#storage/database/database.ts";
import { rowById } from "#storage/database/rows.ts";
import type { AccountContext, AccountRequest } from "../account-context.ts";
import { recordAction } from "../account-events.ts";
import type { CurrentSession } from "../current-session.ts";
import { mailEndedKeys } from "../own-account.ts";

/**
 * Locks the person, so that nobody else changes how they sign in while `change` runs. Throws if the session has ended
 * since it was read.
 */
export async function changeFactors<Result>(
  { database }: AccountContext,
  { person, sessionId }: CurrentSession,
  change: (writer: Writer) => Promise<Result>,
): Promise<Result> {
  return database.write(async (writer) => {
    await lockPerson(database, writer, person.id);
    if (!(await rowById(writer, "session", sessionId))) throw new PortalError("not-signed-in");
    return change(writer);
  });
}

/**
 * Called after a way to sign in was removed. Throws, and so undoes the change, if no other one is left. A way that this
 * site does not offer now does not count.
 */
export async function refuseLastWay({ google }: AccountContext, writer: Writer, personId: string): Promise<void> {
  if (!(await canSignIn(writer, personId, google !== null))) throw new PortalError("stale");
}

type OwnChange = Exclude<FactorChange, "factors-reset" | "api-key-made" | "api-keys-ended">;

const actions: Record<OwnChange, AuditAction> = {
  "totp-added": "factor-added",
  "passkey-added": "factor-added",
  "totp-removed": "factor-removed",
  "passkey-removed": "factor-removed",
  "recovery-codes-made": "recovery-codes-made",
  "google-connected": "google-linked",
  "google-removed": "google-removed",
};

/**
 * Records the change, and mails it to the owner in case somebody else made it. Where a second factor is required, API keys
 * end with the last one.
 */
export async function factorsChanged(request: AccountRequest, session: CurrentSession, what: OwnChange): Promise<void> {
  const { person } = session;
  await request.accountMails.factorsChanged(person, what);
  const isRequired = (await request.settings()).secondFactor === "required";
  const ended = isRequired ? await request.database.write((writer) => deleteKeysWithoutFactor(writer, person.id)) : [];
  const apiKeys = ended.length;
  await mailEndedKeys(request, person, { apiKeys });
  const details = { factor: { from: null, to: what }, ...detailsOfEnded({ apiKeys }) };
  await recordAction(request, person.id, { action: actions[what], details });
}
