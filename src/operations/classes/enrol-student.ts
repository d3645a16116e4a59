import { randomUUID } from "node:crypto";
import { z } from "zod";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { type FieldProblem, PortalError, refusedFor } from "#core/errors.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayEnrol, mayManageClasses } from "#core/accounts/permissions.ts";
import { type ClassRow, deleteSelection } from "#storage/database/classes/classes.ts";
import type { Writer } from "#storage/database/database.ts";
import { enrolmentOf, type EnrolmentRow } from "#storage/database/classes/enrolments.ts";
import { personWithRole, personWithRoleByEmail, type PersonWithRole } from "#storage/database/accounts/roles.ts";
import { checkInput } from "#core/fields.ts";
import { emailAddress } from "#core/accounts/email.ts";
import { insertRow, updateRow, rowById } from "#storage/database/rows.ts";
import { presentRow, type Changed, changeLocked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { readClass, refuseClosed, classEntity } from "./offered-classes.ts";

export type Seat = { classId: string; personId: string };
export type Enrolled = { enrolmentId: string; modified: 0 | 1 };

const turnTimeoutMs = 10_000;

/** Gives a person a seat while one is free. A person who already has a seat keeps it. */
export async function enrol(portal: Portal, actor: Actor, seat: Seat): Promise<Enrolled> {
  authorize(mayEnrol(actor, seat.personId), actor);
  // The person whom an admin enrols must exist.
  const isKnown = !mayManageClasses(actor) || (await personWithRole(portal.database.read, seat.personId)) !== undefined;
  if (!isKnown) throw new PortalError("not-found");
  using turn = await portal.seatQueue.take(AbortSignal.timeout(turnTimeoutMs)).catch(() => null);
  if (!turn) throw refusedFor("lack of room");
  // Once the last seat is taken, requests are answered without a lock on the class.
  return (await answerWithoutLock(portal, actor, seat)) ?? (await takeSeat(portal, actor, seat));
}

async function answerWithoutLock(portal: Portal, actor: Actor, { classId, personId }: Seat): Promise<Enrolled | null> {
  const { read } = portal.database;
  const row = presentRow(portal, await rowById(read, "class", classId));
  return answerWithoutSeat(portal, actor, row, await enrolmentOf(read, classId, personId));
}

/** Returns the existing enrolment. Null if there is a seat to give. Throws if the class is closed or full. */
function answerWithoutSeat(
  portal: Portal,
  actor: Actor,
  row: ClassRow,
  enrolment: EnrolmentRow | undefined,
): Enrolled | null {
  if (enrolment?.cancelled_at === null) return { enrolmentId: enrolment.id, modified: 0 };
  refuseClosed(portal, actor, row);
  if (row.taken >= row.seats) throw new PortalError("class-full");
  return null;
}

async function takeSeat(portal: Portal, actor: Actor, { classId, personId }: Seat): Promise<Enrolled> {
  return changeLocked(portal, actor, classEntity, { id: classId }, async ({ writer, row, log }) => {
    const before = await enrolmentOf(writer, classId, personId);
    const answer = answerWithoutSeat(portal, actor, row, before);
    if (answer) return answer;
    await updateRow(writer, "class", classId, { taken: row.taken + 1 });
    const enrolmentId = await writeEnrolment(portal, writer, row, personId, before);
    await deleteSelection(writer, classId, personId);
    const { fee, currency } = row;
    await log("enrolled", detailsOfChange({}, { person: personId, fee, currency }));
    return { enrolmentId, modified: 1 };
  });
}

/** Frees the seat. Payments stay recorded. A person who enrols again gets the same enrolment, with its payments. */
export async function cancelEnrolment(portal: Portal, actor: Actor, { classId, personId }: Seat): Promise<Changed> {
  authorize(mayEnrol(actor, personId), actor);
  return changeLocked(portal, actor, classEntity, { id: classId }, async ({ writer, row, log }) => {
    const before = await enrolmentOf(writer, classId, personId);
    if (!before) throw new PortalError("not-found");
    if (before.cancelled_at !== null) return { modified: 0 };
    await updateRow(writer, "enrolment", before.id, { cancelled_at: portal.now(), cancelled_by: actorId(actor) });
    await updateRow(writer, "class", classId, { taken: row.taken - 1 });
    await log("enrolment-cancelled", { person: { from: personId, to: null } });
    return { modified: 1 };
  });
}

async function writeEnrolment(
  { now }: Portal,
  writer: Writer,
  { id: class_id, fee, currency }: ClassRow,
  personId: string,
  before: EnrolmentRow | undefined,
): Promise<string> {
  const seat = { fee, currency, enrolled_at: now(), cancelled_at: null, cancelled_by: null };
  const id = before?.id ?? randomUUID();
  if (before) await updateRow(writer, "enrolment", id, seat);
  else await insertRow(writer, "enrolment", { ...seat, id, class_id, person_id: personId });
  return id;
}

const studentSchema = z.object({ email: emailAddress });

export async function enrolStudent(portal: Portal, actor: Actor, classId: string, input: unknown) {
  authorize(mayManageClasses(actor), actor);
  await readClass(portal, actor, classId);
  const { email } = checkInput(studentSchema, input);
  const student = await personWithRoleByEmail(portal.database.read, email);
  const problem = whyNot(student);
  if (!student || problem) throw new PortalError("invalid", { fields: { email: problem ?? "no-student" } });
  const { modified } = await enrol(portal, actor, { classId, personId: student.id });
  return { personId: student.id, modified };
}

/** The reason why this account cannot be enrolled. Null for students who could enrol themselves. */
function whyNot(row: PersonWithRole | undefined): FieldProblem | null {
  if (!row || (row.role ?? "student") !== "student") return "no-student";
  return row.email_confirmed === 0 || row.suspended_at !== null ? "student-locked-out" : null;
}
