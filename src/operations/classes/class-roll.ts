import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayManageClasses, authorize } from "#core/staff/permissions.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import { classById } from "#storage/database/classes.ts";
import { enrolmentsOfClass } from "#storage/database/enrolments.ts";
import { personsById } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { type Enrolment, storedEnrolment } from "./stored-enrolment.ts";

/** `student` is null where the account is gone. */
type EnrolledStudent = Enrolment & { student: { name: string; email: string } | null };

export type ClassRoll = { enrolments: EnrolledStudent[]; next: string | null };

const questionSchema = z.object({
  limit: z.int({ error: "unknown-choice" }).min(1).max(500).default(100),
  /** From the page before. */
  cursor: z.string().optional(),
});

/** Who is or was enrolled in a class, in the order in which they came, with what they owe and paid. */
export async function classRoll(
  portal: Portal,
  actor: Actor,
  classId: string,
  question: z.input<typeof questionSchema> = {},
): Promise<ClassRoll> {
  authorize(mayManageClasses(actor), actor);
  const { limit, cursor } = checkInput(questionSchema, question);
  const { read } = portal.database;
  const row = await classById(read, classId);
  if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
  const after = cursor === undefined ? 0 : positionOf(portal, cursor);
  // One row more than asked for tells whether there is a next page.
  const rows = await enrolmentsOfClass(read, classId, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const persons = await personsById(
    read,
    page.map(({ person_id }) => person_id),
  );
  return {
    enrolments: page.map((one) => ({ ...storedEnrolment(one), student: persons.get(one.person_id) ?? null })),
    next: rows.length > limit && last ? sealToken(portal.keyring, purpose, last.seq) : null,
  };
}

const purpose = "class-roll";

function positionOf({ keyring }: Portal, cursor: string): number {
  const parsed = z.number().safeParse(unsealToken(keyring, purpose, cursor));
  if (parsed.success) return parsed.data;
  throw new PortalError("invalid", { fields: { cursor: "unknown-choice" } });
}
