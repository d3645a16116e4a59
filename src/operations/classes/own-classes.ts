import type { TrainingClass } from "#core/classes/training-class.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadStudent, maySelectClasses, authorize } from "#core/staff/permissions.ts";
import { classesByIds, classesSelectedBy } from "#storage/database/classes.ts";
import { enrolmentsOfPerson } from "#storage/database/enrolments.ts";
import { receiptById, receiptsOfPerson } from "#storage/database/payments.ts";
import type { Portal } from "../portal.ts";
import { type Enrolment, storedEnrolment } from "./stored-enrolment.ts";
import { openReceipt, type Receipt } from "./sealed-payment.ts";
import { storedClass } from "./stored-class.ts";

export type EnrolledClass = { class: TrainingClass; enrolment: Enrolment };

/** What a student remembers for later, the last first; also what was closed meanwhile, which the page says. */
export async function selectedClasses({ database, registry }: Portal, actor: Actor): Promise<TrainingClass[]> {
  authorize(maySelectClasses(actor), actor);
  return (await classesSelectedBy(database.read, registry, actor.id)).map(storedClass);
}

/** Where a student is enrolled or was, with what it costs and what is paid, the last first. */
export async function enrolledClasses(portal: Portal, actor: Actor, personId: string): Promise<EnrolledClass[]> {
  authorize(mayReadStudent(actor, personId), actor);
  const { read } = portal.database;
  const enrolments = await enrolmentsOfPerson(read, personId);
  const rows = await classesByIds(
    read,
    portal.registry,
    enrolments.map(({ class_id }) => class_id),
  );
  const classes = new Map(rows.map((row) => [row.id, storedClass(row)]));
  return enrolments.flatMap((row) => {
    const found = classes.get(row.class_id);
    return found ? [{ class: found, enrolment: storedEnrolment(row) }] : [];
  });
}

/** Everything that a student ever paid, the last first. */
export async function paymentHistory(portal: Portal, actor: Actor, personId: string): Promise<Receipt[]> {
  authorize(mayReadStudent(actor, personId), actor);
  const rows = await receiptsOfPerson(portal.database.read, portal.registry, personId);
  return rows.map((row) => openReceipt(portal, row));
}

/** One receipt, to be printed. Another's is as good as absent. */
export async function readReceipt(portal: Portal, actor: Actor, paymentId: string): Promise<Receipt> {
  authorize(actor.kind !== "anonymous", actor);
  const row = await receiptById(portal.database.read, paymentId);
  if (!row || row.registry !== portal.registry || !mayReadStudent(actor, row.person_id)) {
    throw new PortalError("not-found");
  }
  return openReceipt(portal, row);
}
