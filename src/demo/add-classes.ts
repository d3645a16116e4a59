import { randomUUID } from "node:crypto";
import type { StaffActor } from "#core/staff/actor.ts";
import { addClass } from "#operations/classes/add-class.ts";
import { closeClass } from "#operations/classes/update-class.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import { addPayment } from "#operations/classes/add-payment.ts";
import { selectClass } from "#operations/classes/select-class.ts";
import type { Portal } from "#operations/portal.ts";
import { inventClasses } from "./invent-classes.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Classes of a training centre, with one student: enrolled in some, part of it paid, one kept in mind. */
export async function addClasses(
  portal: Portal,
  { admin, student }: { admin: StaffActor; student: StaffActor },
): Promise<void> {
  const now = portal.now();
  const ago = (days: number): Portal => ({ ...portal, now: () => now - days * dayMs });
  for (const { is, ...facts } of inventClasses(now)) {
    const { id: classId } = await addClass(ago(40), admin, facts);
    if (is === "selected") await selectClass(ago(5), student, classId);
    if (is === "closed") await closeClass(ago(1), admin, { id: classId });
    if (is !== "full" && is !== "enrolled") continue;
    const { enrolmentId } = await enrol(ago(12), student, { classId, personId: student.id });
    if (is === "full") continue;
    const paidOn = new Date(now - 10 * dayMs).toISOString().slice(0, 10);
    const payment = { amount: facts.fee / 3, paidOn, method: "mobile", reference: "DEMO-8N7A55" };
    await addPayment(ago(10), admin, { enrolmentId, payment }, randomUUID());
  }
}
