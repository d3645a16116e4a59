import type { Actor } from "#core/staff/actor.ts";
import { confirmPerson } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { changeStaffMember } from "./change-staff.ts";

/** An admin knows that the address is theirs; the mailed link is not needed any more. */
export async function confirmStaff(portal: Portal, actor: Actor, { id }: { id: string }): Promise<{ modified: 0 | 1 }> {
  return changeStaffMember(portal, actor, id, async (member, { writer, now, record }) => {
    if (member.confirmed) return { modified: 0 };
    await confirmPerson(writer, id, now);
    await record(actor, "staff-confirmed", id, { confirmed: { from: false, to: true } });
    return { modified: 1 };
  });
}
