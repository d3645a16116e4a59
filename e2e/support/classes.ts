import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { type StaffActor, system } from "#core/staff/actor.ts";
import { enrol } from "#operations/classes/enrol-student.ts";
import { addClass } from "#operations/classes/manage-class.ts";
import { addPayment } from "#operations/classes/payments.ts";
import { anAccount } from "#test/support/staff.ts";
import { freshEmail } from "./people.ts";
import type { StartedPortal } from "./portal.ts";

export const machine = system("journeys");
export const facts = {
  place: "Room 2, Mirpur",
  startsAt: "2094-01-10T18:30",
  seats: 2,
  fee: 150_000,
  currency: "BDT",
};

/** A class of its own for each test. */
export async function aClass({ office }: Pick<StartedPortal, "office">, different: Partial<typeof facts> = {}) {
  const title = `English ${randomUUID().slice(0, 8)}`;
  return addClass(office, machine, { ...facts, ...different, title });
}

export async function aStudent({ office }: Pick<StartedPortal, "office">, name = "Rafiq Uddin"): Promise<StaffActor> {
  return anAccount(office, "student", freshEmail(), name);
}

/** Somebody else in a seat, with 500 of 1,500 taka paid. */
export async function aPaidSeat(portal: Pick<StartedPortal, "office">) {
  const one = await aClass(portal);
  const student = await aStudent(portal);
  const { enrolmentId } = await enrol(portal.office, student, { classId: one.id, personId: student.id });
  const payment = { amount: 50_000, paidOn: "2026-01-02", method: "mobile", reference: "TXN-8N7A" };
  const { id: paymentId } = await addPayment(portal.office, machine, { enrolmentId, payment }, randomUUID());
  return { one, student, enrolmentId, paymentId };
}

export const rowOf = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });
export const told = (page: Page) => page.locator("[data-flash]");
export const statusOf = (...codes: number[]) => new RegExp(`status of (${codes.join("|")})`);
