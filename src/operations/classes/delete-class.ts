import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayManageClasses, authorize, requireRecentProof } from "#core/staff/permissions.ts";
import { deleteClass as deleteRow } from "#storage/database/classes.ts";
import { hasEnrolments } from "#storage/database/enrolments.ts";
import type { Portal } from "../portal.ts";
import { changeClass, type ClassTarget } from "./change-class.ts";

/** Takes a class away that nobody ever enrolled in. Any other can be closed: somebody may have paid. */
export async function deleteClass(portal: Portal, actor: Actor, target: ClassTarget): Promise<{ deleted: 1 }> {
  authorize(mayManageClasses(actor), actor);
  requireRecentProof(actor);
  return changeClass(portal, actor, target, async ({ writer, row, record }) => {
    if (await hasEnrolments(writer, row.id)) throw new PortalError("class-in-use");
    await deleteRow(writer, row.id);
    await record("class-deleted", {});
    return { deleted: 1 };
  });
}
