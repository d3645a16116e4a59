import { parseClass } from "#core/classes/training-class.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayManageClasses, requireRecentProof } from "#core/staff/permissions.ts";
import { deleteClass as deleteRow } from "#storage/database/classes.ts";
import { hasEnrolments } from "#storage/database/enrolments.ts";
import { changeFields, type ChangeTarget } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { changeClass, classEntity } from "./stored-class.ts";

/** Updates a class. Who is enrolled owes what it cost when they enrolled. */
export async function updateClass(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  input: unknown,
): Promise<{ modified: 0 | 1 }> {
  authorize(mayManageClasses(actor), actor);
  const facts = parseClass(input);
  const { modified } = await changeFields(portal, actor, classEntity, target, {
    apply: ({ taken }) => {
      if (facts.seats < taken) throw new PortalError("invalid", { fields: { seats: "seats-taken" } });
      return facts;
    },
    action: "class-edited",
  });
  return { modified };
}

/** From now on nobody enrols. Who is enrolled stays enrolled, and payments are recorded as before. */
export const closeClass = (portal: Portal, actor: Actor, target: ChangeTarget): Promise<{ modified: 0 | 1 }> =>
  setClosed(portal, actor, target, true);

export const reopenClass = (portal: Portal, actor: Actor, target: ChangeTarget): Promise<{ modified: 0 | 1 }> =>
  setClosed(portal, actor, target, false);

async function setClosed(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  isToClose: boolean,
): Promise<{ modified: 0 | 1 }> {
  authorize(mayManageClasses(actor), actor);
  const { modified } = await changeFields(portal, actor, classEntity, target, {
    apply: ({ closedAt }) => (isToClose === (closedAt !== null) ? {} : { closedAt: isToClose ? portal.now() : null }),
    action: isToClose ? "class-closed" : "class-reopened",
  });
  return { modified };
}

/** Deletes a class in which nobody ever enrolled. Any other can be closed: somebody may have paid. */
export async function deleteClass(portal: Portal, actor: Actor, target: ChangeTarget): Promise<{ deleted: 1 }> {
  authorize(mayManageClasses(actor), actor);
  requireRecentProof(actor);
  return changeClass(portal, actor, target, async ({ writer, row, log }) => {
    if (await hasEnrolments(writer, row.id)) throw new PortalError("class-in-use");
    await deleteRow(writer, row.id);
    await log("class-deleted", {});
    return { deleted: 1 };
  });
}
