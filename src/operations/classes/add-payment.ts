import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import {
  amountLeft,
  parsePayment,
  type PaymentFacts,
  type Price,
  receiptNumber,
  type ReceiptGround,
} from "#core/classes/payment.ts";
import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { authorize, mayManageClasses } from "#core/staff/permissions.ts";
import type { ClassRow } from "#storage/database/classes.ts";
import { enrolmentById, type PaidEnrolmentRow } from "#storage/database/enrolments.ts";
import { insertPayment, receiptById, takeReceiptNumber } from "#storage/database/payments.ts";
import { staffById } from "#storage/database/staff.ts";
import { type Answer, doOnce } from "../do-once.ts";
import type { Portal } from "../portal.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { changeClass } from "./stored-class.ts";
import { nameOnReceipts, sealPayment, paymentHistory } from "./receipts.ts";

export type NewPayment = {
  enrolmentId: string;
  /** As typed into the form. */
  payment: unknown;
  /** The price that stood above the form, where the caller knows it. */
  seen?: Price | undefined;
};

/** Records a payment with its own receipt, once for each `form`. It may not be more than is still owed. */
export async function addPayment(
  portal: Portal,
  actor: Actor,
  { enrolmentId, payment, seen }: NewPayment,
  form: string,
): Promise<{ id: string }> {
  authorize(mayManageClasses(actor), actor);
  const facts = parsePayment(payment, portal.now());
  const request = { key: form, body: { enrolmentId, payment: facts, seen } };
  const checked = { enrolmentId, facts, seen };
  const id = await doOnce(portal, actor, request, (answer) => writePayment(portal, actor, checked, answer));
  await refuseVoid(portal, id);
  return { id };
}

/** A form that was sent before may have made a payment that was voided since. */
async function refuseVoid({ database }: Portal, paymentId: string): Promise<void> {
  const payment = await receiptById(database.read, paymentId);
  if (payment && payment.voided_at !== null) throw new PortalError("payment-void");
}

type CheckedPayment = Omit<NewPayment, "payment"> & { facts: PaymentFacts };

async function writePayment(
  portal: Portal,
  actor: Actor,
  { enrolmentId, facts: { reference, ...facts }, seen }: CheckedPayment,
  answer: Answer,
): Promise<string> {
  const { read } = portal.database;
  const enrolment = await enrolmentById(read, enrolmentId);
  if (!enrolment) throw new PortalError("not-found");
  const { class_id, person_id } = enrolment;
  const person = await staffById(read, person_id);
  const paidBy = person?.name ?? nameOnReceipts(await paymentHistory(portal, actor, person_id));
  const { operator } = await currentSettings(portal);
  const id = randomUUID();
  return changeClass(portal, actor, { id: class_id }, async ({ writer, row, key, log }) => {
    // Read again under the lock: the person may have enrolled anew meanwhile.
    const now = (await enrolmentById(writer, enrolmentId)) ?? enrolment;
    const { currency } = now;
    refuseOtherPrice(now, seen);
    refuseTooMuch(facts.amount, now);
    const receipt = await takeReceiptNumber(writer, portal.registry);
    await insertPayment(writer, {
      id,
      enrolment_id: enrolmentId,
      registry: portal.registry,
      receipt,
      amount: facts.amount,
      currency,
      paid_on: facts.paidOn,
      method: facts.method,
      recorded_at: portal.now(),
      recorded_by: actorId(actor),
      voided_at: null,
      voided_by: null,
      sealed: sealPayment(key, id, { reference, paidBy, ground: groundOf(row, now, operator) }),
    });
    await answer(writer, id);
    const logged = { person: person_id, receipt: receiptNumber(receipt), currency, reference, ...facts };
    await log("payment-recorded", detailsOfChange({}, logged));
    return id;
  });
}

/** The amount was typed for the price that the form showed. */
function refuseOtherPrice({ fee, currency }: Price, seen: Price | undefined): void {
  if (seen && (seen.fee !== fee || seen.currency !== currency)) throw new PortalError("stale");
}

function refuseTooMuch(amount: number, enrolment: PaidEnrolmentRow): void {
  const left = amountLeft(enrolment);
  if (amount <= left) return;
  const { currency } = enrolment;
  throw new PortalError("invalid", { fields: { amount: "more-than-left" }, left: { amount: left, currency } });
}

const groundOf = (
  { title, place, starts_at: startsAt }: ClassRow,
  { fee }: PaidEnrolmentRow,
  { name, licence, address, phone, email }: ReceiptGround["operator"],
): ReceiptGround => ({
  class: { title, place, startsAt },
  fee,
  operator: { name, licence, address, phone, email },
});
