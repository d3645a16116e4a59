import { randomUUID } from "node:crypto";
import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayEnrol, mayManageClasses, authorize } from "#core/staff/permissions.ts";
import { classById, type ClassRow, deleteSelection, updateClass } from "#storage/database/classes.ts";
import type { Writer } from "#storage/database/database.ts";
import { enrolmentOf, type EnrolmentRow, insertEnrolment, updateEnrolment } from "#storage/database/enrolments.ts";
import { staffById } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { changeClass } from "./change-class.ts";
import { refuseClosed } from "./refuse-closed.ts";

export type Seat = { classId: string; personId: string };
export type Enrolled = { enrolmentId: string; modified: 0 | 1 };

const patienceMs = 10_000;

/** Gives a person a seat, while there is one. Who has one already keeps it. */
export async function enrol(portal: Portal, actor: Actor, seat: Seat): Promise<Enrolled> {
  authorize(mayEnrol(actor, seat.personId), actor);
  if (mayManageClasses(actor)) await refuseNobody(portal, seat.personId);
  using _turn = await turnOf(portal);
  // Once the last seat is gone, those who come for it are told without holding up anybody.
  return (await answerAtOnce(portal, actor, seat)) ?? (await takeSeat(portal, actor, seat));
}

async function turnOf({ seatLine }: Portal): Promise<Disposable> {
  try {
    return await seatLine.take(AbortSignal.timeout(patienceMs));
  } catch (cause) {
    throw new PortalError("unavailable", { cause });
  }
}

async function answerAtOnce(portal: Portal, actor: Actor, { classId, personId }: Seat): Promise<Enrolled | null> {
  const { database, registry } = portal;
  const { read } = database;
  const row = await classById(read, classId);
  if (!row || row.registry !== registry) throw new PortalError("not-found");
  return answerWithoutSeat(portal, actor, row, await enrolmentOf(read, classId, personId));
}

/** Null when there is a seat to give. */
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
  return changeClass(portal, actor, { id: classId }, async ({ writer, row, record }) => {
    const before = await enrolmentOf(writer, classId, personId);
    const answer = answerWithoutSeat(portal, actor, row, before);
    if (answer) return answer;
    await updateClass(writer, classId, { taken: row.taken + 1 });
    const enrolmentId = await writeEnrolment(portal, writer, row, personId, before);
    await deleteSelection(writer, classId, personId);
    await record("enrolled", { person: { from: null, to: personId }, fee: { from: null, to: row.fee } });
    return { enrolmentId, modified: 1 };
  });
}

/** Frees the seat. What was paid stays recorded, under the same enrolment should the person come back. */
export async function cancelEnrolment(
  portal: Portal,
  actor: Actor,
  { classId, personId }: Seat,
): Promise<{ modified: 0 | 1 }> {
  authorize(mayEnrol(actor, personId), actor);
  return changeClass(portal, actor, { id: classId }, async ({ writer, row, record }) => {
    const before = await enrolmentOf(writer, classId, personId);
    if (!before) throw new PortalError("not-found");
    if (before.cancelled_at !== null) return { modified: 0 };
    await updateEnrolment(writer, before.id, { cancelled_at: portal.now(), cancelled_by: actorId(actor) });
    await updateClass(writer, classId, { taken: row.taken - 1 });
    await record("enrolment-cancelled", { person: { from: personId, to: null } });
    return { modified: 1 };
  });
}

/** An admin enrols somebody who is there. */
async function refuseNobody({ database }: Portal, personId: string): Promise<void> {
  if (!(await staffById(database.read, personId))) throw new PortalError("not-found");
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
  if (before) await updateEnrolment(writer, id, seat);
  else await insertEnrolment(writer, { ...seat, id, class_id, person_id: personId });
  return id;
}
