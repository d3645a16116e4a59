import { hasBegun, type TrainingClass } from "#core/classes/training-class.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayManageClasses } from "#core/staff/permissions.ts";
import { type ClassRow, classForChange, updateClass } from "#storage/database/classes.ts";
import type { Portal } from "../portal.ts";
import { changeLocked, type ChangeTarget, type Locked, presentRow, type VersionedEntity } from "../locked-change.ts";

export const storedClass = (row: ClassRow): TrainingClass => ({
  id: row.id,
  title: row.title,
  place: row.place,
  startsAt: row.starts_at,
  seats: row.seats,
  taken: row.taken,
  fee: row.fee,
  currency: row.currency,
  closedAt: row.closed_at,
  addedAt: row.added_at,
  version: row.version,
});

/** A class that has begun is closed to students. An admin may still enrol somebody. */
export function refuseClosed({ now }: Portal, actor: Actor, { closed_at, starts_at }: ClassRow): void {
  const isOver = hasBegun({ startsAt: starts_at }, now()) && !mayManageClasses(actor);
  if (closed_at !== null || isOver) throw new PortalError("class-closed");
}

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
