import { randomUUID } from "node:crypto";
import type { AccountActor } from "#core/accounts/actor.ts";
import { addClass } from "#operations/classes/manage-class.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import { addPayment } from "#operations/classes/payments.ts";
import { createAccount, freshEmail } from "#test/support/accounts/fresh-accounts.ts";
import { journeys } from "./own-records.ts";
import type { Site } from "./portal.ts";

export const facts = {
  place: "Room 2, Mirpur",
  startsAt: "2094-01-10T18:30",
  seats: 2,
  fee: 150_000,
  currency: "BDT",
};

/** A new class for each test. */
export async function aClass({ office }: Site, different: Partial<typeof facts> = {}) {
  const title = `English ${randomUUID().slice(0, 8)}`;
  return addClass(office, journeys, { ...facts, ...different, title });
}

export async function aStudent({ office }: Site, name = "Rafiq Uddin"): Promise<AccountActor> {
  return createAccount(office, "student", freshEmail(), name);
}

/** Another student with a seat, who has paid 500 of 1,500 taka. */
export async function aPaidSeat(portal: Site) {
  const one = await aClass(portal);
  const student = await aStudent(portal);
  const { enrolmentId } = await enrol(portal.office, student, { classId: one.id, personId: student.id });
  const payment = { amount: 50_000, paidOn: "2026-01-02", method: "mobile", reference: "TXN-8N7A" };
  const { id: paymentId } = await addPayment(portal.office, journeys, { enrolmentId, payment }, randomUUID());
  return { one, student, enrolmentId, paymentId };
}
