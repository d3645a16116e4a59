import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { type ClassFacts, parseNewClass, type TrainingClass } from "#core/classes/training-class.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { authorize, mayManageClasses } from "#core/staff/permissions.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { insertClass } from "#storage/database/classes.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import type { Portal } from "../portal.ts";

/** Offers a class. Students may enrol at once. */
export async function addClass(portal: Portal, actor: Actor, input: unknown): Promise<TrainingClass> {
  authorize(mayManageClasses(actor), actor);
  const addedAt = portal.now();
  const facts = parseNewClass(input, addedAt);
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
    await insertClass(writer, row);
    const details = detailsOfChange<ClassFacts>({}, facts);
    const event = { actor, action: "class-added", subject: "class", subjectId: id, details } as const;
    await logAuditEvent(portal, writer, event, key);
  });
  return { ...facts, id, taken: 0, closedAt: null, addedAt, version: 1 };
}
