import { z } from "zod";
import { hasBegun, type TrainingClass } from "#core/classes/training-class.ts";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { mayManageClasses, authorize, mayListClasses, maySelectClasses } from "#core/accounts/permissions.ts";
import {
  type ClassRow,
  classesByStart,
  classesSelectedBy,
  countSelections,
  deleteSelection,
  insertSelection,
} from "#storage/database/classes/classes.ts";
import { updateRow, rowForChange, rowById } from "#storage/database/rows.ts";
import { logAuditEvent } from "../portal/log-audit-event.ts";
import { presentRow, type VersionedEntity, type Changed } from "../portal/locked-change.ts";
import { pageFields, pageOf, sealedCursors } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";
import { officeNow } from "../portal/office-time.ts";

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

/** Refuses a closed class. A class that has begun is closed to students too, but an admin may still enrol somebody. */
export function refuseClosed(portal: Portal, actor: Actor, { closed_at, starts_at }: ClassRow): void {
  const isOver = hasBegun({ startsAt: starts_at }, officeNow(portal)) && !mayManageClasses(actor);
  if (closed_at !== null || isOver) throw new PortalError("class-closed");
}

export const classEntity: VersionedEntity<ClassRow, TrainingClass> = {
  subject: "class",
  lock: async (portal, writer, id) => presentRow(portal, await rowForChange(portal.database, writer, "class", id)),
  open: (_, row) => storedClass(row),
  save: async (portal, writer, { after, key }, event) => {
    const { id, startsAt, closedAt, title, place, seats, fee, currency, version } = after;
    const same = { title, place, seats, fee, currency, version };
    await updateRow(writer, "class", id, { ...same, starts_at: startsAt, closed_at: closedAt });
    await logAuditEvent(portal, writer, event, key);
    return after;
  },
  stamp: () => ({}),
};

const questionSchema = z.object({
  /** `open` lists the next class first. `closed` lists the last class first, for admins. */
  state: z.enum(["open", "closed"], { error: "unknown-choice" }).default("open"),
  ...pageFields({ usual: 50, most: 100 }),
});

const cursors = sealedCursors("class-list", z.object({ state: z.string(), startsAt: z.string(), seq: z.number() }));

/** Returns a page of the offered classes. Only admins see classes that have begun. */
export async function listClasses(portal: Portal, actor: Actor, question: z.input<typeof questionSchema> = {}) {
  authorize(mayListClasses(actor), actor);
  const { state, limit, cursor } = checkInput(questionSchema, question);
  const isClosed = state === "closed";
  authorize(!isClosed || mayManageClasses(actor), actor);
  const { registry } = portal;
  const after = cursors.open(portal, cursor, { state });
  const startsAfter = mayManageClasses(actor) ? null : officeNow(portal);
  const filter = { registry, isClosed, startsAfter, after, limit: limit + 1 };
  const { page, last } = pageOf(await classesByStart(portal.database.read, filter), limit);
  return {
    classes: page.map(storedClass),
    next: last && cursors.seal(portal, { state, startsAt: last.starts_at, seq: last.seq }),
  };
}

/** Returns one class, open or closed: a user who has its id was shown it before. */
export async function readClass(portal: Portal, actor: Actor, id: string): Promise<TrainingClass> {
  authorize(mayListClasses(actor), actor);
  return storedClass(presentRow(portal, await rowById(portal.database.read, "class", id)));
}

const maxSelected = 200;

/** Puts a class on the student's own list. This takes no seat. */
export async function selectClass(portal: Portal, actor: Actor, classId: string): Promise<Changed> {
  authorize(maySelectClasses(actor), actor);
  return portal.database.write(async (writer) => {
    refuseClosed(portal, actor, presentRow(portal, await rowById(writer, "class", classId)));
    const selection = { person_id: actor.id, class_id: classId, selected_at: portal.now() };
    const modified = await insertSelection(writer, selection);
    // The limit does not apply to a class that is already on the list.
    if (modified === 1 && (await countSelections(writer, actor.id)) > maxSelected) {
      throw new PortalError("too-many-requests");
    }
    return { modified };
  });
}

export async function unselectClass(portal: Portal, actor: Actor, classId: string): Promise<Changed> {
  authorize(maySelectClasses(actor), actor);
  return portal.database.write(async (writer) => ({ modified: await deleteSelection(writer, classId, actor.id) }));
}

/** Returns the student's own list, last selected first. It includes closed classes, which the page marks. */
export async function selectedClasses({ database, registry }: Portal, actor: Actor): Promise<TrainingClass[]> {
  authorize(maySelectClasses(actor), actor);
  return (await classesSelectedBy(database.read, registry, actor.id)).map(storedClass);
}
