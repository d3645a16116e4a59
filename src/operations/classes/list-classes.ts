import { z } from "zod";
import type { TrainingClass } from "#core/classes/training-class.ts";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import { serverClock } from "#core/server-clock.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayListClasses, mayManageClasses, authorize } from "#core/staff/permissions.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { classById, classesByStart, type ClassPosition } from "#storage/database/classes.ts";
import type { Portal } from "../portal.ts";
import { storedClass } from "./stored-class.ts";

const questionSchema = z.object({
  /** `open`: the next first. `closed`: the last first, for admins. */
  state: z.enum(["open", "closed"], { error: "unknown-choice" }).default("open"),
  limit: z.int({ error: "unknown-choice" }).min(1).max(100).default(50),
  /** From the page before. */
  cursor: z.string().optional(),
});

export type ClassListQuestion = z.input<typeof questionSchema>;
export type ClassPage = { classes: TrainingClass[]; next: string | null };

/** The classes that are offered, page by page. What has begun is shown to the office alone. */
export async function listClasses(portal: Portal, actor: Actor, question: ClassListQuestion = {}): Promise<ClassPage> {
  authorize(mayListClasses(actor), actor);
  const { state, limit, cursor } = checkInput(questionSchema, question);
  const isClosed = state === "closed";
  authorize(!isClosed || mayManageClasses(actor), actor);
  const { registry, keyring } = portal;
  const after = cursor === undefined ? null : positionOf(portal, cursor, state);
  const startsAfter = mayManageClasses(actor) ? null : serverClock(portal.now());
  // One row more than asked for tells whether there is a next page.
  const asked = { registry, isClosed, startsAfter, after, limit: limit + 1 };
  const rows = await classesByStart(portal.database.read, asked);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isLastPage = rows.length <= limit || !last;
  const place = { state, startsAt: last?.starts_at, seq: last?.seq };
  return { classes: page.map(storedClass), next: isLastPage ? null : sealToken(keyring, purpose, place) };
}

/** One class, open or closed: whoever has its id was shown it. */
export async function readClass(portal: Portal, actor: Actor, id: string): Promise<TrainingClass> {
  authorize(mayListClasses(actor), actor);
  const row = await classById(portal.database.read, id);
  if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
  return storedClass(row);
}

const purpose = "class-list";
const cursorSchema = z.object({ state: z.string(), startsAt: z.string(), seq: z.number() });

function positionOf({ keyring }: Portal, cursor: string, state: string): ClassPosition {
  const parsed = cursorSchema.safeParse(unsealToken(keyring, purpose, cursor));
  if (parsed.success && parsed.data.state === state) return parsed.data;
  throw new PortalError("invalid", { fields: { cursor: "unknown-choice" } });
}
