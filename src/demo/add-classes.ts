import { randomUUID } from "node:crypto";
import { dayMs } from "#core/durations.ts";
import type { ClassFacts } from "#core/classes/training-class.ts";
import type { AccountActor } from "#core/accounts/actor.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import { addClass, closeClass } from "#operations/classes/manage-class.ts";
import { selectClass } from "#operations/classes/offered-classes.ts";
import { addPayment } from "#operations/classes/payments.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { Agency } from "./agency.ts";

export async function addClasses(
  portal: Portal,
  { admin, student }: Record<"admin" | "student", AccountActor>,
  classroom: Agency["classroom"],
): Promise<void> {
  const now = portal.now();
  const ago = (days: number): Portal => ({ ...portal, now: () => now - days * dayMs });
  for (const { is, ...facts } of inventClasses(now, classroom)) {
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

/** `full`: the student has its only seat; `enrolled`: the student has paid a part of the fee. */
type InventedClass = ClassFacts & { is: "full" | "enrolled" | "selected" | "offered" | "closed" };

/** The classes of a training centre around `now`. Fees are in the smallest coin. */
function inventClasses(now: number, classroom: Agency["classroom"]): InventedClass[] {
  const at = (days: number, clock: string) => `${new Date(now + days * dayMs).toISOString().slice(0, 10)}T${clock}`;
  const classes = [
    { is: "enrolled", title: "English for work, evenings", startsAt: at(21, "18:30"), seats: 20, fee: 450_000 },
    { is: "full", title: "Practice interview, one student", startsAt: at(9, "10:00"), seats: 1, fee: 0 },
    { is: "selected", title: "Safety on building sites", startsAt: at(28, "09:00"), seats: 12, fee: 300_000 },
    { is: "offered", title: "What your contract says", startsAt: at(35, "15:00"), seats: 40, fee: 0 },
    { is: "closed", title: "English for work, mornings", startsAt: at(-14, "08:00"), seats: 20, fee: 450_000 },
  ] as const;
  return classes.map((facts) => ({ ...facts, ...classroom }));
}
