import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayManageStaff, requireRecentProof } from "#core/staff/permissions.ts";
import type { Role } from "#core/staff/roles.ts";
import { roleChoice, type StaffMember } from "#core/staff/staff-member.ts";
import { withdrawInvitations } from "#storage/database/invitations.ts";
import { deleteSessionsOf, updateStaff } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { changeStaffMember } from "./change-staff.ts";

export type RoleChanged = { modified: 0 | 1; member: StaffMember };

const choiceSchema = z.object({ role: roleChoice });

/** Gives a role to somebody whose address is confirmed. They sign in anew to use it. */
export async function changeRole(
  portal: Portal,
  actor: Actor,
  { id, role: wanted }: { id: string; role: Role },
): Promise<RoleChanged> {
  authorize(mayManageStaff(actor), actor);
  const { role } = checkInput(choiceSchema, { role: wanted });
  requireRecentProof(actor);
  return changeStaffMember(portal, actor, id, async (member, { writer, by, log }) => {
    if (member.role === role) return { modified: 0, member };
    if (!member.confirmed) throw new PortalError("not-confirmed");
    await updateStaff(writer, id, { role, given_by: by.id, given_at: by.at }, by);
    await deleteSessionsOf(writer, id);
    await withdrawInvitations(writer, { email: member.email });
    if (member.role === "admin") await withdrawInvitations(writer, { invitedBy: id });
    await log(actor, "role-changed", id, { role: { from: member.role, to: role } });
    return { modified: 1, member: { ...member, role } };
  });
}
