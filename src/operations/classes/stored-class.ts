import { hasBegun, type TrainingClass } from "#core/classes/training-class.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayManageClasses } from "#core/staff/permissions.ts";
import type { ClassRow } from "#storage/database/classes.ts";
import type { Portal } from "../portal.ts";

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
