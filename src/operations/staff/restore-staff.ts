import type { Actor } from "#core/staff/actor.ts";
import { updateStaff } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { changeStaffMember } from "./change-staff.ts";

/** Lets somebody who was suspended sign in again, in the role that they had. */
export async function restoreStaff(portal: Portal, actor: Actor, { id }: { id: string }): Promise<{ modified: 0 | 1 }> {
  return changeStaffMember(portal, actor, id, async (member, { writer, by, record }) => {
    if (!member.suspended) return { modified: 0 };
    await updateStaff(writer, id, { suspended_at: null, suspended_by: null }, by);
    await record(actor, "staff-restored", id, { suspended: { from: true, to: false } });
    return { modified: 1 };
  });
}
