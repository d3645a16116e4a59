import { randomUUID } from "node:crypto";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import {
  amountLeft,
  parsePayment,
  type PaymentFacts,
  type Price,
  receiptNumber,
  parseVoid,
} from "#core/classes/payment.ts";
import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayManageClasses, requireRecentProof } from "#core/accounts/permissions.ts";
import type { ClassRow } from "#storage/database/classes/classes.ts";
import {
  enrolmentById,
  type PaidEnrolmentRow,
  receiptById,
  takeReceiptNumber,
} from "#storage/database/classes/enrolments.ts";
import { insertRow, updateRow } from "#storage/database/rows.ts";
import { personWithRole } from "#storage/database/accounts/roles.ts";
import { doOnce } from "../portal/do-once.ts";
import { type Changed, changeLocked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { classEntity } from "./offered-classes.ts";
import { nameOnReceipts, paymentHistory, type ReceiptGround, sealedPayment } from "./receipts.ts";

type NewPayment = {
  enrolmentId: string;
  payment: unknown;
  /** The price shown above the form, if the caller knows it. */
  seen?: Price | undefined;
};

/** Records a payment with its own receipt, once for each `form`. The amount may not exceed what is still owed. */
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
  const id = await doOnce(portal, actor, request, (once) => once((within) => writePayment(within, actor, checked)));
  // An earlier request with this form may have made a payment that was voided since.
  const stored = await receiptById(portal.database.read, id);
  if (stored && stored.voided_at !== null) throw new PortalError("payment-void");
  return { id };
}

type CheckedPayment = Omit<NewPayment, "payment"> & { facts: PaymentFacts };

async function writePayment(
  portal: Portal,
  actor: Actor,
  { enrolmentId, facts: { reference, ...facts }, seen }: CheckedPayment,
): Promise<string> {
  const { read } = portal.database;
  const enrolment = await enrolmentById(read, enrolmentId);
  if (!enrolment) throw new PortalError("not-found");
  const { class_id, person_id } = enrolment;
  const person = await personWithRole(read, person_id);
  const paidBy = person?.name ?? nameOnReceipts(await paymentHistory(portal, actor, person_id));
  const { operator } = await currentSettings(portal);
  const id = randomUUID();
  return changeLocked(portal, actor, classEntity, { id: class_id }, async ({ writer, row, key, log }) => {
    // Read again under the lock: the person may have enrolled again in the meantime.
    const now = (await enrolmentById(writer, enrolmentId)) ?? enrolment;
    const { currency } = now;
    refuseOtherPrice(now, seen);
    refuseTooMuch(facts.amount, now);
    const receipt = await takeReceiptNumber(writer, portal.registry);
    const plain = {
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
    };
    const sealed = sealedPayment.seal(key, plain, { reference, paidBy, ground: groundOf(row, now, operator) });
    await insertRow(writer, "payment", { ...plain, voided_at: null, voided_by: null, sealed });
    const logged = { person: person_id, receipt: receiptNumber(receipt), currency, reference, ...facts };
    await log("payment-recorded", detailsOfChange({}, logged));
    return id;
  });
}

/** Refuses the payment if the price has changed: the amount was typed for the price that the form showed. */
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

/** Marks a payment as recorded by mistake. The payment no longer counts, but its receipt and number stay. */
export async function voidPayment(
  portal: Portal,
  actor: Actor,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<Changed> {
  authorize(mayManageClasses(actor), actor);
  requireRecentProof(actor);
  const checked = parseVoid({ reason });
  const seen = await receiptById(portal.database.read, paymentId);
  if (!seen) throw new PortalError("not-found");
  return changeLocked(portal, actor, classEntity, { id: seen.class_id }, async ({ writer, log }) => {
    const row = await receiptById(writer, paymentId);
    if (!row || row.voided_at !== null) return { modified: 0 };
    await updateRow(writer, "payment", paymentId, { voided_at: portal.now(), voided_by: actorId(actor) });
    await log("payment-voided", {
      receipt: { from: receiptNumber(row.receipt), to: null },
      reason: { from: null, to: checked.reason },
    });
    return { modified: 1 };
  });
}
