import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayManageClasses, mayReadStudent } from "#core/accounts/permissions.ts";
import { classesByIds } from "#storage/database/classes/classes.ts";
import { enrolmentsOfClass, enrolmentsOfPerson, type PaidEnrolmentRow } from "#storage/database/classes/enrolments.ts";
import { rowById } from "#storage/database/rows.ts";
import { personsById } from "#storage/database/accounts/roles.ts";
import { presentRow } from "../portal/locked-change.ts";
import { pageFields, pageOf, sealedCursors } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";
import type { Seat } from "./enrol-student.ts";
import { storedClass } from "./offered-classes.ts";
import { paymentHistory } from "./receipts.ts";

const storedEnrolment = (row: PaidEnrolmentRow) => ({
  id: row.id,
  personId: row.person_id,
  /** The fee of the class when the person enrolled, and how much of it is paid. */
  fee: row.fee,
  paid: row.paid,
  currency: row.currency,
  enrolledAt: row.enrolled_at,
  /** Null while the person has a seat. */
  cancelledAt: row.cancelled_at,
  /** True if somebody else cancelled the enrolment. */
  isRemoved: row.cancelled_by !== null && row.cancelled_by !== row.person_id,
});

export type Enrolment = ReturnType<typeof storedEnrolment>;

/** Returns the classes in which a student is or was enrolled, latest first, with the fee and what is paid. */
export async function enrolledClasses(portal: Portal, actor: Actor, personId: string) {
  authorize(mayReadStudent(actor, personId), actor);
  const { read } = portal.database;
  const enrolments = await enrolmentsOfPerson(read, personId);
  const ids = enrolments.map(({ class_id }) => class_id);
  const rows = await classesByIds(read, portal.registry, ids);
  const classes = new Map(rows.map((row) => [row.id, storedClass(row)]));
  return enrolments.flatMap((row) => {
    const found = classes.get(row.class_id);
    return found ? [{ class: found, enrolment: storedEnrolment(row) }] : [];
  });
}

const questionSchema = z.object(pageFields({ usual: 100, most: 500 }));
type RollQuestion = z.input<typeof questionSchema>;

const cursors = sealedCursors("class-roll", z.number());

export async function classRoll(portal: Portal, actor: Actor, classId: string, question: RollQuestion = {}) {
  authorize(mayManageClasses(actor), actor);
  const { limit, cursor } = checkInput(questionSchema, question);
  const { read } = portal.database;
  presentRow(portal, await rowById(read, "class", classId));
  const after = cursors.open(portal, cursor) ?? 0;
  const { page, last } = pageOf(await enrolmentsOfClass(read, classId, after, limit + 1), limit);
  const ids = page.map(({ person_id }) => person_id);
  const persons = await personsById(read, ids);
  return {
    /** `student` is null if the account is gone. */
    enrolments: page.map((one) => ({ ...storedEnrolment(one), student: persons.get(one.person_id) ?? null })),
    next: last && cursors.seal(portal, last.seq),
  };
}

export async function readEnrolment(portal: Portal, actor: Actor, { classId, personId }: Seat) {
  authorize(mayManageClasses(actor), actor);
  const [enrolled, payments, persons] = await Promise.all([
    enrolledClasses(portal, actor, personId),
    paymentHistory(portal, actor, personId),
    personsById(portal.database.read, [personId]),
  ]);
  const found = enrolled.find((one) => one.class.id === classId);
  if (!found) throw new PortalError("not-found");
  return {
    ...found,
    /** Null if the account is gone. */
    student: persons.get(personId) ?? null,
    /** The payments for this class, latest first. */
    payments: payments.filter(({ enrolmentId }) => enrolmentId === found.enrolment.id),
  };
}
