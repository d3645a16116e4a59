import type { Actor } from "#core/staff/actor.ts";
import { deleteSessionsOf } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { changeStaffMember } from "./change-staff.ts";

/** Signs somebody out everywhere. */
export async function endSessionsOf(portal: Portal, actor: Actor, { id }: { id: string }): Promise<{ ended: number }> {
  return changeStaffMember(portal, actor, id, async (_, { writer, record }) => {
    const ended = await deleteSessionsOf(writer, id);
    if (ended > 0) await record(actor, "sessions-ended", id, { sessions: { from: ended, to: 0 } });
    return { ended };
  });
}
