import { detailsOfChange } from "#core/audit/audit-event.ts";
import { type ClassFacts, parseClass } from "#core/classes/training-class.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayManageClasses, authorize } from "#core/staff/permissions.ts";
import { type ClassRow, updateClass } from "#storage/database/classes.ts";
import type { Portal } from "../portal.ts";
import { changeClass, type ClassTarget } from "./change-class.ts";

/** Writes a class anew. Who is enrolled owes what it cost when they enrolled. */
export async function editClass(
  portal: Portal,
  actor: Actor,
  target: ClassTarget,
  input: unknown,
): Promise<{ modified: 0 | 1 }> {
  authorize(mayManageClasses(actor), actor);
  const facts = parseClass(input);
  return changeClass(portal, actor, target, async ({ writer, row, record }) => {
    if (facts.seats < row.taken) throw new PortalError("invalid", { fields: { seats: "seats-taken" } });
    const details = detailsOfChange<ClassFacts>(factsOf(row), facts);
    if (Object.keys(details).length === 0) return { modified: 0 };
    const { startsAt, ...same } = facts;
    await updateClass(writer, row.id, { ...same, starts_at: startsAt, version: row.version + 1 });
    await record("class-edited", details);
    return { modified: 1 };
  });
}

const factsOf = ({ title, place, starts_at, seats, fee, currency }: ClassRow): ClassFacts => ({
  title,
  place,
  startsAt: starts_at,
  seats,
  fee,
  currency,
});
