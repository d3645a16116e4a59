import { hasBegun, type TrainingClass } from "#core/classes/training-class.ts";
import type { PublicState } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount, writtenClock, writtenCount, writtenMoment, writtenMoney } from "#i18n/written.ts";
import type { Receipt } from "#operations/classes/receipts.ts";
import type { Enrolment } from "#operations/classes/read-enrolments.ts";
import { shownPayment } from "./payments-table.tsx";
import type { SeatState } from "./shown-class.tsx";
import { officeNow } from "#operations/portal/office-time.ts";
import type { Portal } from "#operations/portal/portal.ts";

export function shownClass(one: TrainingClass) {
  const { id, title, place, startsAt, seats, taken } = one;
  const seatState = seatStateOf(one);
  return {
    id,
    title,
    place,
    start: writtenClock(startsAt),
    fee: shownFee(one),
    seats: m.class_seats_taken_of({ taken: writtenCount(taken), seats: writtenCount(seats) }),
    seatState,
    seatWords: seatWords[seatState](seats - taken),
    isTaken: taken > 0,
  };
}

/** Students see a class that has begun as closed: they cannot enrol in it any more. */
export const shownToStudents = (one: TrainingClass, portal: Portal) =>
  shownClass(hasBegun(one, officeNow(portal)) ? { ...one, closedAt: one.closedAt ?? portal.now() } : one);

function seatStateOf({ closedAt, seats, taken }: TrainingClass): SeatState {
  if (closedAt !== null) return "closed";
  return taken < seats ? "left" : "full";
}

const seatWords: Record<SeatState, (left: number) => string> = {
  left: (count) => m.class_seats_left(messageCount(count)),
  full: () => m.class_full(),
  closed: () => m.class_closed(),
};

export const shownFee = ({ fee, currency }: { fee: number; currency: string }): string =>
  fee === 0 ? m.class_free() : writtenMoney(fee, currency);

export function shownSince({ enrolledAt, cancelledAt, isRemoved }: Enrolment): string {
  if (cancelledAt === null) return m.class_since({ date: writtenMoment(enrolledAt) });
  const date = writtenMoment(cancelledAt);
  return isRemoved ? m.class_removed({ date }) : m.class_given_up({ date });
}

/** Says what happens to the seat and the payments of a student who is removed from a class. */
export const shownRemoval = ({ paid, currency }: Enrolment): string =>
  paid > 0 ? m.class_remove_text({ paid: writtenMoney(paid, currency) }) : m.class_remove_unpaid_text();

/** How much of the fee a student has paid, as a shape and a word. */
export function shownPay({ fee, paid, currency, cancelledAt }: Enrolment): { shape: PublicState; word: string } {
  const amounts = { paid: writtenMoney(paid, currency), fee: writtenMoney(fee, currency) };
  if (cancelledAt !== null) return { shape: "returned", word: m.class_paid_before(amounts) };
  if (fee === 0 && paid === 0) return { shape: "shown", word: m.class_free() };
  if (paid >= fee) return { shape: "shown", word: m.class_all_paid(amounts) };
  return { shape: paid > 0 ? "waiting" : "hidden", word: m.class_part_paid(amounts) };
}

export const shownReceipt = (payment: Receipt) => ({
  ...shownPayment(payment),
  paidBy: payment.paidBy,
  place: payment.class.place,
  start: writtenClock(payment.class.startsAt),
  fee: shownFee({ fee: payment.fee, currency: payment.currency }),
  reference: payment.reference,
  recordedOn: writtenMoment(payment.recordedAt),
  voidedOn: payment.voidedAt === null ? "" : writtenMoment(payment.voidedAt),
});
