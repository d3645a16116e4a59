import type { TrainingClass } from "#core/classes/training-class.ts";
import type { Actor } from "#core/staff/actor.ts";
import { classForChange, type ClassRow, updateClass } from "#storage/database/classes.ts";
import { changeLocked, type ChangeTarget, type Locked, presentRow, type VersionedEntity } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { storedClass } from "./stored-class.ts";

export const classEntity: VersionedEntity<ClassRow, TrainingClass> = {
  subject: "class",
  lock: async (portal, writer, id) => presentRow(portal, await classForChange(portal.database, writer, id)),
  open: (_, row) => storedClass(row),
  save: async (_, writer, { id, title, place, startsAt, seats, fee, currency, closedAt, version }) =>
    updateClass(writer, id, { title, place, starts_at: startsAt, seats, fee, currency, closed_at: closedAt, version }),
  stamp: () => ({}),
};

/** The frame of whatever is done with one class. The lock on its row makes seats be given one after another. */
export const changeClass = <Result>(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  work: (locked: Locked<ClassRow>) => Promise<Result>,
): Promise<Result> => changeLocked(portal, actor, classEntity, target, work);
