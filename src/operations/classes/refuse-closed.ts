import { hasBegun } from "#core/classes/training-class.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayManageClasses } from "#core/staff/permissions.ts";
import type { ClassRow } from "#storage/database/classes.ts";
import type { Portal } from "../portal.ts";

/** A class that has begun is closed to students. The office may still let somebody in. */
export function refuseClosed({ now }: Portal, actor: Actor, { closed_at, starts_at }: ClassRow): void {
  const isOver = hasBegun({ startsAt: starts_at }, now()) && !mayManageClasses(actor);
  if (closed_at !== null || isOver) throw new PortalError("class-closed");
}
