import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { type ClassFacts, parseNewClass, type TrainingClass, parseClass } from "#core/classes/training-class.ts";
import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayManageClasses, requireRecentProof } from "#core/accounts/permissions.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { hasEnrolments } from "#storage/database/classes/enrolments.ts";
import { deletePageDrafts } from "#storage/database/records/drafts.ts";
import { insertRow, deleteRow } from "#storage/database/rows.ts";
import { logAuditEvent } from "../portal/log-audit-event.ts";
import { changeFields, type ChangeTarget, type Changed, changeLocked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { officeNow } from "../portal/office-time.ts";
import { refuseEnded } from "../portal/still-signed-in.ts";
import { classEntity } from "./offered-classes.ts";

export async function addClass(portal: Portal, actor: Actor, input: unknown): Promise<TrainingClass> {
  authorize(mayManageClasses(actor), actor);
  const addedAt = portal.now();
  const facts = parseNewClass(input, officeNow(portal));
  const id = randomUUID();
  const { key, wrapped } = newDataKey(portal.keyring, id);
  const { startsAt, ...same } = facts;
  const row = {
    ...same,
    id,
    registry: portal.registry,
    starts_at: startsAt,
    taken: 0,
    closed_at: null,
    added_at: addedAt,
    added_by: actorId(actor),
    version: 1,
    key_set: portal.keyring.current.id,
    wrapped_key: wrapped,
  };
  await portal.database.write(async (writer) => {
    await refuseEnded(writer, actor);
    await insertRow(writer, "class", row);
    const details = detailsOfChange<ClassFacts>({}, facts);
    const event = { actor, action: "class-added", subject: "class", subjectId: id, details } as const;
    await logAuditEvent(portal, writer, event, key);
  });
  return { ...facts, id, taken: 0, closedAt: null, addedAt, version: 1 };
}

/** Updates a class. Enrolled students still owe the fee that applied when they enrolled. */
export async function updateClass(portal: Portal, actor: Actor, target: ChangeTarget, input: unknown) {
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

/** Closes a class: nobody can enrol any more. Enrolled students stay enrolled, and payments are recorded as before. */
export const closeClass = (portal: Portal, actor: Actor, target: ChangeTarget): Promise<Changed> =>
  setClosed(portal, actor, target, true);

export const reopenClass = (portal: Portal, actor: Actor, target: ChangeTarget): Promise<Changed> =>
  setClosed(portal, actor, target, false);

async function setClosed(portal: Portal, actor: Actor, target: ChangeTarget, isToClose: boolean): Promise<Changed> {
  authorize(mayManageClasses(actor), actor);
  const { modified } = await changeFields(portal, actor, classEntity, target, {
    apply: ({ closedAt }) => (isToClose === (closedAt !== null) ? {} : { closedAt: isToClose ? portal.now() : null }),
    action: isToClose ? "class-closed" : "class-reopened",
  });
  return { modified };
}

/** Deletes a class in which nobody ever enrolled. Any other class can only be closed, because somebody may have paid. */
export async function deleteClass(portal: Portal, actor: Actor, target: ChangeTarget): Promise<{ deleted: 1 }> {
  authorize(mayManageClasses(actor), actor);
  requireRecentProof(actor);
  return changeLocked(portal, actor, classEntity, target, async ({ writer, row, log }) => {
    if (await hasEnrolments(writer, row.id)) throw new PortalError("class-in-use");
    await deleteRow(writer, "class", row.id);
    await deletePageDrafts(writer, [`class:${row.id}`]);
    await log("class-deleted", {});
    return { deleted: 1 };
  });
}
