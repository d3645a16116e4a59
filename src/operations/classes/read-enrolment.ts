import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayManageClasses, authorize } from "#core/staff/permissions.ts";
import { personsById } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import type { Seat } from "./enrol.ts";
import { type EnrolledClass, enrolledClasses, paymentHistory } from "./own-classes.ts";
import type { Receipt } from "./sealed-payment.ts";

export type EnrolmentRecord = EnrolledClass & {
  /** Null where the account is gone. */
  student: { name: string; email: string } | null;
  /** What was paid for this class, the last first. */
  payments: Receipt[];
};

/** One student in one class, and every payment for it. */
export async function readEnrolment(
  portal: Portal,
  actor: Actor,
  { classId, personId }: Seat,
): Promise<EnrolmentRecord> {
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
    student: persons.get(personId) ?? null,
    payments: payments.filter(({ enrolmentId }) => enrolmentId === found.enrolment.id),
  };
}
