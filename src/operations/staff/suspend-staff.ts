import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayManageStaff, requireRecentProof } from "#core/staff/permissions.ts";
import { withdrawInvitations } from "#storage/database/invitations.ts";
import { confirmPerson, deletePerson, deleteSessionsOf, updateStaff } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { changeStaffMember } from "./change-staff.ts";

type Account = { id: string };
type Changed = { modified: 0 | 1 };

/** Confirms an address without the mailed link: an admin knows that it is theirs. */
export async function confirmStaff(portal: Portal, actor: Actor, { id }: Account): Promise<Changed> {
  return changeStaffMember(portal, actor, id, async (member, { writer, now, log }) => {
    if (member.confirmed) return { modified: 0 };
    await confirmPerson(writer, id, now);
    await log(actor, "staff-confirmed", id, { confirmed: { from: false, to: true } });
    return { modified: 1 };
  });
}

/** Locks somebody out at once, until they are restored. Their role and records stay. */
export async function suspendStaff(portal: Portal, actor: Actor, { id }: Account): Promise<Changed> {
  return changeStaffMember(portal, actor, id, async (member, { writer, by, log }) => {
    if (member.suspended) return { modified: 0 };
    await updateStaff(writer, id, { suspended_at: by.at, suspended_by: by.id }, by);
    await deleteSessionsOf(writer, id);
    await withdrawInvitations(writer, { email: member.email });
    await withdrawInvitations(writer, { invitedBy: id });
    await log(actor, "staff-suspended", id, { suspended: { from: false, to: true } });
    return { modified: 1 };
  });
}

/** Lets somebody who was suspended sign in again, in the role that they had. */
export async function restoreStaff(portal: Portal, actor: Actor, { id }: Account): Promise<Changed> {
  return changeStaffMember(portal, actor, id, async (member, { writer, by, log }) => {
    if (!member.suspended) return { modified: 0 };
    await updateStaff(writer, id, { suspended_at: null, suspended_by: null }, by);
    await log(actor, "staff-restored", id, { suspended: { from: true, to: false } });
    return { modified: 1 };
  });
}

/** Deletes an account with all its ways to sign in. The records that this person added stay, with their id. */
export async function deleteStaff(portal: Portal, actor: Actor, { id }: Account): Promise<{ deleted: 1 }> {
  authorize(mayManageStaff(actor), actor);
  requireRecentProof(actor);
  await changeStaffMember(portal, actor, id, async (member, { writer, log }) => {
    await withdrawInvitations(writer, { email: member.email });
    await withdrawInvitations(writer, { invitedBy: id });
    await deletePerson(writer, id);
    await log(actor, "staff-deleted", id, { role: { from: member.role, to: null } });
  });
  await portal.database.forgetDeleted();
  return { deleted: 1 };
}
