import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { maySelectClasses, authorize } from "#core/staff/permissions.ts";
import { classById, countSelections, deleteSelection, insertSelection } from "#storage/database/classes.ts";
import type { Portal } from "../portal.ts";
import { refuseClosed } from "./refuse-closed.ts";

const mostSelected = 200;

/** Puts a class on the student's own list. It takes no seat. */
export async function selectClass(portal: Portal, actor: Actor, classId: string): Promise<{ modified: 0 | 1 }> {
  authorize(maySelectClasses(actor), actor);
  return portal.database.write(async (writer) => {
    const row = await classById(writer, classId);
    if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
    refuseClosed(portal, actor, row);
    const selection = { person_id: actor.id, class_id: classId, selected_at: portal.now() };
    const modified = await insertSelection(writer, selection);
    // Who has it on the list already is told nothing of its length.
    if (modified === 1 && (await countSelections(writer, actor.id)) > mostSelected) {
      throw new PortalError("too-many-requests");
    }
    return { modified };
  });
}

export async function unselectClass(portal: Portal, actor: Actor, classId: string): Promise<{ modified: 0 | 1 }> {
  authorize(maySelectClasses(actor), actor);
  return portal.database.write(async (writer) => ({ modified: await deleteSelection(writer, classId, actor.id) }));
}
