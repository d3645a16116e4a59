import type { TrainingClass } from "#core/classes/training-class.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, maySelectClasses } from "#core/staff/permissions.ts";
import {
  classById,
  classesSelectedBy,
  countSelections,
  deleteSelection,
  insertSelection,
} from "#storage/database/classes.ts";
import { presentRow } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { refuseClosed, storedClass } from "./stored-class.ts";

const mostSelected = 200;

/** Puts a class on the student's own list. It takes no seat. */
export async function selectClass(portal: Portal, actor: Actor, classId: string): Promise<{ modified: 0 | 1 }> {
  authorize(maySelectClasses(actor), actor);
  return portal.database.write(async (writer) => {
    refuseClosed(portal, actor, presentRow(portal, await classById(writer, classId)));
    const selection = { person_id: actor.id, class_id: classId, selected_at: portal.now() };
    const modified = await insertSelection(writer, selection);
    // The length does not matter for a class that is on the list already.
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

/** The student's own list, the last selected first. It includes closed classes, which the page marks. */
export async function selectedClasses({ database, registry }: Portal, actor: Actor): Promise<TrainingClass[]> {
  authorize(maySelectClasses(actor), actor);
  return (await classesSelectedBy(database.read, registry, actor.id)).map(storedClass);
}
