import type { Actor } from "#core/staff/actor.ts";
import { mayManageStaff, authorize, requireRecentProof } from "#core/staff/permissions.ts";
import { withdrawInvitations } from "#storage/database/invitations.ts";
import { deletePerson } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { changeStaffMember } from "./change-staff.ts";

/** Deletes an account with all that signs it in. The records that this person added stay, and so does their id in them. */
export async function deleteStaff(portal: Portal, actor: Actor, { id }: { id: string }): Promise<{ deleted: 1 }> {
  authorize(mayManageStaff(actor), actor);
  requireRecentProof(actor);
  await changeStaffMember(portal, actor, id, async (member, { writer, record }) => {
    await withdrawInvitations(writer, { email: member.email });
    await withdrawInvitations(writer, { invitedBy: id });
    await deletePerson(writer, id);
    await record(actor, "staff-deleted", id, { role: { from: member.role, to: null } });
  });
  await portal.database.forgetDeleted();
  return { deleted: 1 };
}
