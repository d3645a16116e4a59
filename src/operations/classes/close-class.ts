import type { Actor } from "#core/staff/actor.ts";
import { mayManageClasses, authorize } from "#core/staff/permissions.ts";
import { updateClass } from "#storage/database/classes.ts";
import type { Portal } from "../portal.ts";
import { changeClass, type ClassTarget } from "./change-class.ts";

/** From now on nobody enrols. Who is enrolled stays so, and payments are recorded as before. */
export const closeClass = (portal: Portal, actor: Actor, target: ClassTarget): Promise<{ modified: 0 | 1 }> =>
  setClosed(portal, actor, target, true);

export const reopenClass = (portal: Portal, actor: Actor, target: ClassTarget): Promise<{ modified: 0 | 1 }> =>
  setClosed(portal, actor, target, false);

async function setClosed(
  portal: Portal,
  actor: Actor,
  target: ClassTarget,
  isToClose: boolean,
): Promise<{ modified: 0 | 1 }> {
  authorize(mayManageClasses(actor), actor);
  return changeClass(portal, actor, target, async ({ writer, row, record }) => {
    if (isToClose === (row.closed_at !== null)) return { modified: 0 };
    const closed_at = isToClose ? portal.now() : null;
    await updateClass(writer, row.id, { closed_at, version: row.version + 1 });
    await record(isToClose ? "class-closed" : "class-reopened", { closedAt: { from: row.closed_at, to: closed_at } });
    return { modified: 1 };
  });
}
