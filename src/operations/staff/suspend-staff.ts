import type { Actor } from "#core/staff/actor.ts";
import { withdrawInvitations } from "#storage/database/invitations.ts";
import { deleteSessionsOf, updateStaff } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { changeStaffMember } from "./change-staff.ts";

/** Shuts somebody out at once, until they are restored. Their role and records stay. */
export async function suspendStaff(portal: Portal, actor: Actor, { id }: { id: string }): Promise<{ modified: 0 | 1 }> {
  return changeStaffMember(portal, actor, id, async (member, { writer, by, record }) => {
    if (member.suspended) return { modified: 0 };
    await updateStaff(writer, id, { suspended_at: by.at, suspended_by: by.id }, by);
    await deleteSessionsOf(writer, id);
    await withdrawInvitations(writer, { email: member.email });
    await withdrawInvitations(writer, { invitedBy: id });
    await record(actor, "staff-suspended", id, { suspended: { from: false, to: true } });
    return { modified: 1 };
  });
}
