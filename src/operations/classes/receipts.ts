import { receiptNumber } from "#core/classes/payment.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayReadStudent } from "#core/accounts/permissions.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { type Decoded, number, shape, text } from "#core/stored/decoders.ts";
import { boundTo, sealedContent } from "#sealing/sealed-content.ts";
import { PortalError } from "#core/errors.ts";
import { receiptById, type ReceiptRow, receiptsOfPerson } from "#storage/database/classes/enrolments.ts";
import type { Portal } from "../portal/portal.ts";

/** Bound to the columns that never change. */
export const sealedPayment = sealedContent({
  table: "payment",
  place: boundTo("payment", [
    "id",
    "enrolment_id",
    "registry",
    "receipt",
    "amount",
    "currency",
    "paid_on",
    "method",
    "recorded_at",
    "recorded_by",
  ]),
  decode: shape({
    reference: text,
    /** The name that the person had at that time. It outlives the account. */
    paidBy: text,
    /** What a receipt shows in addition to the payment, as it was when the payment was recorded. */
    ground: shape({
      class: shape({ title: text, place: text, startsAt: text }),
      /** In the currency of the payment. */
      fee: number,
      operator: shape({ name: text, licence: text, address: text, phone: text, email: text }),
    }),
  }),
});

export type ReceiptGround = Decoded<typeof sealedPayment.decode>["ground"];

/** Returns everything that a student ever paid, latest first. */
export async function paymentHistory(portal: Portal, actor: Actor, personId: string): Promise<Receipt[]> {
  authorize(mayReadStudent(actor, personId), actor);
  const rows = await receiptsOfPerson(portal.database.read, portal.registry, personId);
  return rows.map((row) => openReceipt(portal, row));
}

/** Returns one receipt, for printing. The receipts of other students count as missing. */
export async function readReceipt(portal: Portal, actor: Actor, paymentId: string): Promise<Receipt> {
  authorize(actor.kind !== "anonymous", actor);
  const row = await receiptById(portal.database.read, paymentId);
  if (row?.registry !== portal.registry || !mayReadStudent(actor, row.person_id)) throw new PortalError("not-found");
  return openReceipt(portal, row);
}

/** The name on the latest receipt that has one, or "". The name outlives the account. */
export const nameOnReceipts = (receipts: readonly Receipt[]): string =>
  receipts.find(({ paidBy }) => paidBy !== "")?.paidBy ?? "";

export function openReceipt({ keyring }: Portal, row: ReceiptRow) {
  const key = unwrapKey(keyring, row.class_id, row.wrapped_key);
  const { reference, paidBy, ground } = sealedPayment.open(key, row);
  return {
    id: row.id,
    receipt: receiptNumber(row.receipt),
    amount: row.amount,
    currency: row.currency,
    paidOn: row.paid_on,
    method: row.method,
    reference,
    recordedAt: row.recorded_at,
    voidedAt: row.voided_at,
    enrolmentId: row.enrolment_id,
    personId: row.person_id,
    paidBy,
    /** Class, fee and operator as they were at the payment. */
    class: { id: row.class_id, ...ground.class },
    fee: ground.fee,
    operator: ground.operator,
  };
}

export type Receipt = ReturnType<typeof openReceipt>;
