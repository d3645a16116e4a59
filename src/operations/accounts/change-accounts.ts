import type { DetailsOf } from "#core/audit/audit-details.ts";
import type { AuditAction, ChangesOf, NothingElse } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import { type Actor, actorId, type ClientInfo, anonymous, system } from "#core/accounts/actor.ts";
import { authorize, mayManageAccounts, requireRecentProof } from "#core/accounts/permissions.ts";
import type { ChangeOfPerson } from "#core/accounts/held-changes.ts";
import type { ListedAccount } from "#core/accounts/listed-account.ts";
import { lockPerson } from "#storage/database/accounts/accounts.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import type { SettingsRow } from "#storage/database/settings.ts";
import { countAdmins, personWithRole } from "#storage/database/accounts/roles.ts";
import { endAccess } from "#storage/database/accounts/sessions.ts";
import type { Within } from "#storage/database/transaction.ts";
import { type Held, holdForSecondAdmin, throwIfHeld } from "../held-changes/hold-change.ts";
import { changeLocked, type Entity } from "../portal/locked-change.ts";
import { accountMails } from "../mails/account-mails.ts";
import type { Portal } from "../portal/portal.ts";
import { settingsEntity, settingsId } from "../settings/change-settings.ts";
import { refuseEnded } from "../portal/still-signed-in.ts";
import { listedAccount, organisationOfAccount } from "./read-accounts.ts";

/** Lowers people to the role that their provider says. */
export const byProvider = system("provider");

/** Accounts are changed under the lock of the settings row, and their events are sealed under its key. */
const accountsEntity: Entity<SettingsRow> = { ...settingsEntity, subject: "staff" };

export type LockedAccounts = {
  within: Within<Portal>;
  writer: Writer;
  settings: SettingsRow;
  now: number;
  log: <Action extends AuditAction, Details extends DetailsOf<Action>>(
    actor: Actor,
    action: Action,
    personId: string,
    details: NothingElse<Details, DetailsOf<Action>>,
  ) => Promise<void>;
};

/** Changes accounts and roles, one change at a time in all processes. So admins can be counted, and no link is used twice. */
export async function changeAccounts<Result>(portal: Portal, work: (locked: LockedAccounts) => Promise<Result>) {
  // Some changes make their own actor, so each event names its actor.
  return changeLocked(portal, anonymous, accountsEntity, { id: settingsId }, async ({ within, writer, row, log }) =>
    work({
      within,
      writer,
      settings: row,
      now: portal.now(),
      log: (actor, action, subjectId, details) => log(action, { ...details, ...clientOf(actor) }, { actor, subjectId }),
    }),
  );
}

/** The same details as in the events of sign-ins. */
function clientOf(actor: Actor): ChangesOf<ClientInfo> {
  if (actor.kind !== "account" || !actor.from) return {};
  const { clientAddress, browser } = actor.from;
  return { clientAddress: { from: null, to: clientAddress }, browser: { from: null, to: browser } };
}

type LockedByAdmin = LockedAccounts & { by: { id: string; at: number } };
export type MemberChange<Result> = (member: ListedAccount, locked: LockedByAdmin) => Promise<Result>;

/** Says which change waits for a second admin where the four-eyes rule is on. Null if none does. */
type NeedsSecondAdmin = (member: ListedAccount) => Omit<ChangeOfPerson, "subject"> | null;

/**
 * Changes one account for an admin, with a recent proof. The last admin stays admin, unless the portal itself deletes them
 * again after a restore.
 */
export async function changeOneAccount<Result>(
  portal: Portal,
  actor: Actor,
  id: string,
  change: MemberChange<Result>,
  needsSecondAdmin: NeedsSecondAdmin = () => null,
  ifClosed?: "stays-closed",
): Promise<Result> {
  authorize(mayManageAccounts(actor), actor);
  requireRecentProof(actor);
  const done = await changeAccounts<Result | Held>(portal, async (locked) => {
    await refuseFormerAdmin(locked.writer, actor);
    await lockPerson(portal.database, locked.writer, id);
    const row = await personWithRole(locked.writer, id);
    if (!row) throw new PortalError("not-found");
    const member = listedAccount(row);
    const waiting = needsSecondAdmin(member);
    const outside = await organisationOfAccount(locked.within, locked.writer, id);
    const held = waiting && (await holdForSecondAdmin(locked, actor, { ...waiting, subject: id }, outside));
    if (held) return held;
    const adminsBefore = await countAdmins(locked.writer);
    const by = { id: actorId(actor), at: locked.now };
    const result = await changeAccount(
      locked.within,
      locked.writer,
      id,
      () => change(member, { ...locked, by }),
      ifClosed,
    );
    if (!mayEndLastAdmin(actor) && adminsBefore > 0 && (await countAdmins(locked.writer)) === 0)
      throw new PortalError("last-admin");
    return result;
  });
  return throwIfHeld(done);
}

/** The last admin of a restored backup may have been deleted after it. A provider can lower everybody but the last admin. */
const mayEndLastAdmin = (actor: Actor): boolean => actor.kind === "system" && actor.id !== actorId(byProvider);

/** Ends every session and API key of a member. A mail tells them about their keys. */
export async function endAccessOf({ within, writer }: LockedAccounts, member: ListedAccount) {
  const ended = await endAccess(writer, member.id);
  if (ended.apiKeys > 0) await accountMails(within).factorsChanged(member, "api-keys-ended");
  return ended;
}

/** Throws if the actor is not an admin any more: somebody may have removed the role since the request arrived. */
export async function refuseFormerAdmin(writer: Writer, actor: Actor): Promise<void> {
  if (actor.kind === "account") await refuseFormerRole(writer, { ...actor, role: "admin" });
}

/** Throws if the actor does not have the role any more. */
export async function refuseFormerRole(writer: Writer, actor: Actor): Promise<void> {
  if (actor.kind !== "account") return;
  await refuseEnded(writer, actor);
  const row = await personWithRole(writer, actor.id);
  authorize(row?.role === actor.role && row.suspended_at === null, actor);
}
