import { z } from "zod";
import { detailsOfChange, detailsOfEnded } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { givenAnswer, type Leaving } from "#core/accounts/departure.ts";
import { linkLifetimes } from "#core/accounts/mailed-links.ts";
import { authorize, mayManageAccounts } from "#core/accounts/permissions.ts";
import type { Role } from "#core/accounts/roles.ts";
import { higherRole, roleChoice, type ListedAccount } from "#core/accounts/listed-account.ts";
import { newLinkToken } from "#sealing/link-token.ts";
import { deleteFactors } from "#storage/database/accounts/factors.ts";
import { withdrawAllOf } from "#storage/database/accounts/held-changes.ts";
import { leaveHolders } from "#storage/database/holders/holders.ts";
import { insertBound } from "#storage/database/bound-rows.ts";
import { deleteRow, updateRow } from "#storage/database/rows.ts";
import { confirmPerson, deleteSignInMethods, updateRole } from "#storage/database/accounts/roles.ts";
import { afterCommit } from "#storage/database/transaction.ts";
import { noteDeletion } from "../backups/write-ledger.ts";
import type { Changed } from "../portal/locked-change.ts";
import { unassignFrom } from "../records/assign-record.ts";
import { deleteMails } from "../mails/mail-queue.ts";
import { mailState } from "../mails/mail-server.ts";
import type { Portal } from "../portal/portal.ts";
import { changeOneAccount, endAccessOf, type MemberChange } from "./change-accounts.ts";
import { leavesStaff, takeLeave, tellOfLostRole } from "./leave.ts";

type Account = { id: string };
type LeavingAccount = Account & Leaving;

type ConfirmedChange = Changed & { link: string | null };

type RoleChanged = Changed & { member: ListedAccount };

const isAdmin = ({ role }: ListedAccount) => role === "admin";

const choiceSchema = z.object({ role: roleChoice });

/** `provider`: the name of the OpenID provider that says so. */
type NewRole = Account & Leaving & { role: Role; provider?: string };

/** Gives a role to a person whose address is confirmed. They must sign in again to use it. */
export async function changeRole(portal: Portal, actor: Actor, { id, role: wanted, provider, ...leaving }: NewRole) {
  authorize(mayManageAccounts(actor), actor);
  const { role } = checkInput(choiceSchema, { role: wanted });
  const through = provider === undefined ? {} : { provider };
  const needsSecondAdmin = (member: ListedAccount) => {
    if (member.role === role) return null;
    if (!member.confirmed) throw new PortalError("not-confirmed");
    const isRaised = higherRole(role, member.role) === role;
    if (!isRaised && member.role !== "admin") return null;
    return { kind: `make-${role}` as const, ...through, ...(leavesStaff(role) && givenAnswer(leaving)) };
  };
  const change: MemberChange<RoleChanged> = async (member, locked) => {
    const { writer, by, log } = locked;
    if (member.role === role) return { modified: 0, member };
    const left = leavesStaff(role) ? await takeLeave(actor, member, locked, leaving) : {};
    await updateRole(writer, id, { role, given_by: by.id, given_at: by.at, organisation_id: null }, by);
    await unassignFrom(portal, writer, actor, { id, role, suspended_at: member.suspended ? by.at : null });
    const { apiKeys } = await endAccessOf(locked, member);
    await withdrawAllOf(writer, member);
    const changed = detailsOfChange({ role: member.role }, { role, ...through });
    await log(actor, "role-changed", id, { ...changed, ...left, ...detailsOfEnded({ apiKeys }) });
    if (provider !== undefined && leavesStaff(role)) await tellOfLostRole(locked, member, provider, left);
    return { modified: 1, member: { ...member, role } };
  };
  return changeOneAccount(portal, actor, id, change, needsSecondAdmin);
}

/**
 * Confirms an address without the mailed link: the admin knows that it belongs to the person. Somebody else may have
 * registered it, so no way to sign in stays, and the owner chooses a password with the new link. If mails do not leave
 * the operator's machine, the link is returned, so that the admin can hand it on.
 */
export async function confirmAccount(portal: Portal, actor: Actor, { id }: Account): Promise<ConfirmedChange> {
  const { token, hash } = newLinkToken();
  const confirmed = await changeOneAccount(portal, actor, id, async (member, { writer, now, log }) => {
    if (member.confirmed) return null;
    await deleteSignInMethods(writer, id);
    await confirmPerson(writer, id);
    await updateRow(writer, "person", id, { photo_url: null });
    const times = { expires_at: now + linkLifetimes.reset };
    await insertBound(portal, writer, "mailed_link", { token_hash: hash, person_id: id, purpose: "reset", ...times });
    await log(actor, "staff-confirmed", id, { confirmed: { from: false, to: true } });
    return member;
  });
  if (!confirmed) return { modified: 0, link: null };
  const link = `${portal.publicOrigin}/reset?token=${token}`;
  await portal.accountMails.resetPassword(confirmed, link);
  return { modified: 1, link: (await mailState(portal)) === "kept" ? link : null };
}

/**
 * Locks a person out at once, until they are restored. Their role and the records that they added stay. Records that
 * were assigned to them are assigned to nobody. Of somebody who is suspended already, it freezes the pages, if they turn out to
 * be suspected.
 */
export async function suspendAccount(
  portal: Portal,
  actor: Actor,
  { id, ...leaving }: LeavingAccount,
): Promise<Changed> {
  const change: MemberChange<Changed> = async (member, locked) => {
    const { writer, by, log } = locked;
    if (member.suspended && leaving.why !== "suspected") return { modified: 0 };
    const left = await takeLeave(actor, member, locked, leaving);
    if (member.suspended) {
      if (!left["frozenPages"]) return { modified: 0 };
      await log(actor, "staff-suspended", id, left);
      return { modified: 1 };
    }
    await updateRole(writer, id, { suspended_at: by.at, suspended_by: by.id }, by);
    await unassignFrom(portal, writer, actor, { id, role: member.role, suspended_at: by.at });
    const { apiKeys } = await endAccessOf(locked, member);
    await withdrawAllOf(writer, member);
    const suspended = { from: false, to: true };
    await log(actor, "staff-suspended", id, { suspended, ...left, ...detailsOfEnded({ apiKeys }) });
    return { modified: 1 };
  };
  return changeOneAccount(portal, actor, id, change, (member) =>
    isAdmin(member) && !member.suspended ? { kind: "suspend", ...givenAnswer(leaving) } : null,
  );
}

export async function restoreAccount(portal: Portal, actor: Actor, { id }: Account): Promise<Changed> {
  const change: MemberChange<Changed> = async (member, { writer, by, log }) => {
    if (!member.suspended) return { modified: 0 };
    await updateRole(writer, id, { suspended_at: null, suspended_by: null }, by);
    await log(actor, "staff-restored", id, { suspended: { from: true, to: false } });
    return { modified: 1 };
  };
  return changeOneAccount(portal, actor, id, change, (member) =>
    isAdmin(member) && member.suspended ? { kind: "restore" } : null,
  );
}

/** Deletes an account with all its ways to sign in. The records that this person added stay, with the person's id. */
export async function deleteAccount(
  portal: Portal,
  actor: Actor,
  { id, ...leaving }: LeavingAccount,
): Promise<{ deleted: 1 }> {
  const change: MemberChange<void> = async (member, locked) => {
    const { within, writer, log } = locked;
    const left = await takeLeave(actor, member, locked, leaving);
    await withdrawAllOf(writer, member);
    await unassignFrom(portal, writer, actor, { id, role: null, suspended_at: null });
    await leaveHolders(within, writer, id);
    await deleteRow(writer, "person", id);
    await noteDeletion(within, writer, "person", id);
    await log(actor, "staff-deleted", id, { role: { from: member.role, to: null }, ...left });
    // Nobody queues a mail for an account that is gone.
    await afterCommit(within, (committed) => deleteMails(committed, ({ to }) => to === member.email));
  };
  const needsSecondAdmin = (member: ListedAccount) =>
    isAdmin(member) ? ({ kind: "delete", ...givenAnswer(leaving) } as const) : null;
  await changeOneAccount(portal, actor, id, change, needsSecondAdmin, "stays-closed");
  await portal.database.forgetDeleted();
  return { deleted: 1 };
}

/** Deletes a person's second factors: the password alone signs in. Their sessions and API keys end, and a mail tells them. */
export async function resetFactors(portal: Portal, actor: Actor, { id }: Account): Promise<{ removed: number }> {
  const change: MemberChange<{ member: ListedAccount; removed: number }> = async (found, locked) => {
    const { totp, passkeys } = await deleteFactors(locked.writer, id);
    if (totp + passkeys > 0) {
      const { apiKeys } = await endAccessOf(locked, found);
      const factors = { totp: { from: totp, to: 0 }, passkeys: { from: passkeys, to: 0 } };
      await locked.log(actor, "factor-removed", id, { ...factors, ...detailsOfEnded({ apiKeys }) });
    }
    return { member: found, removed: totp + passkeys };
  };
  const { member, removed } = await changeOneAccount(portal, actor, id, change, (found) =>
    isAdmin(found) && id !== actorId(actor) && found.hasFactor ? { kind: "reset-factors" } : null,
  );
  if (removed > 0) await portal.accountMails.factorsChanged(member, "factors-reset");
  return { removed };
}

export async function endSessionsOf(portal: Portal, actor: Actor, { id }: Account): Promise<{ ended: number }> {
  return changeOneAccount(portal, actor, id, async (member, locked) => {
    const ended = await endAccessOf(locked, member);
    if (ended.sessions + ended.apiKeys > 0) await locked.log(actor, "sessions-ended", id, detailsOfEnded(ended));
    return { ended: ended.sessions };
  });
}
