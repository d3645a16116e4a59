import { z } from "zod";
import type { TrainingClass } from "#core/classes/training-class.ts";
import { checkInput } from "#core/fields.ts";
import { serverClock } from "#core/server-clock.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayListClasses, mayManageClasses } from "#core/staff/permissions.ts";
import { classById, classesByStart } from "#storage/database/classes.ts";
import { presentRow } from "../locked-change.ts";
import { pageFields, pageOf, sealedCursors } from "../paging.ts";
import type { Portal } from "../portal.ts";
import { storedClass } from "./stored-class.ts";

const questionSchema = z.object({
  /** `open`: the next first. `closed`: the last first, for admins. */
  state: z.enum(["open", "closed"], { error: "unknown-choice" }).default("open"),
  ...pageFields({ usual: 50, most: 100 }),
});

export type ClassListQuestion = z.input<typeof questionSchema>;
export type ClassPage = { classes: TrainingClass[]; next: string | null };

const cursors = sealedCursors("class-list", z.object({ state: z.string(), startsAt: z.string(), seq: z.number() }));

/** The classes that are offered, page by page. Only admins see classes that have begun. */
export async function listClasses(portal: Portal, actor: Actor, question: ClassListQuestion = {}): Promise<ClassPage> {
  authorize(mayListClasses(actor), actor);
  const { state, limit, cursor } = checkInput(questionSchema, question);
  const isClosed = state === "closed";
  authorize(!isClosed || mayManageClasses(actor), actor);
  const { registry } = portal;
  const after = cursors.open(portal, cursor, { state });
  const startsAfter = mayManageClasses(actor) ? null : serverClock(portal.now());
  const filter = { registry, isClosed, startsAfter, after, limit: limit + 1 };
  const { page, last } = pageOf(await classesByStart(portal.database.read, filter), limit);
  return {
    classes: page.map(storedClass),
    next: last && cursors.seal(portal, { state, startsAt: last.starts_at, seq: last.seq }),
  };
}

/** One class, open or closed: whoever has its id was shown it. */
export async function readClass(portal: Portal, actor: Actor, id: string): Promise<TrainingClass> {
  authorize(mayListClasses(actor), actor);
  return storedClass(presentRow(portal, await classById(portal.database.read, id)));
}
