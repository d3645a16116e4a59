import { randomUUID } from "node:crypto";
import { addClass } from "#operations/classes/manage-class.ts";
import { readClass } from "#operations/classes/offered-classes.ts";
import { addPayment } from "#operations/classes/payments.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { admin } from "./accounts/people.ts";

/** A class for 1,500 taka, and a payment of 500 taka for it. */
export const facts = {
  title: "English for work",
  place: "Room 2, Mirpur",
  startsAt: "2094-01-10T18:30",
  seats: 2,
  fee: 150_000,
  currency: "BDT",
};
export const paid = { amount: 50_000, paidOn: "2026-11-02", method: "mobile", reference: "TXN-8N7A55" };

export const offer = (portal: Portal, different = {}) => addClass(portal, admin, { ...facts, ...different });
export const seatOf = (classId: string, { id: personId }: { id: string }) => ({ classId, personId });
export const takenIn = async (portal: Portal, id: string) => (await readClass(portal, admin, id)).taken;

export const pay = (portal: Portal, enrolmentId: string, different = {}, form = randomUUID()) =>
  addPayment(portal, admin, { enrolmentId, payment: { ...paid, ...different } }, form);
