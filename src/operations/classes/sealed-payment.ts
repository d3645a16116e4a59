import { type Payment, receiptNumber, type ReceiptGround } from "#core/classes/payment.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { ReceiptRow } from "#storage/database/payments.ts";
import type { Portal } from "../portal.ts";
import { classKey } from "./stored-class.ts";

/** What a payment keeps for itself. The name is the one that the person had then, and outlives the account. */
type SealedPart = { reference: string; paidBy: string; ground: ReceiptGround };

/** The first payments kept no ground. */
type OpenedPart = Omit<SealedPart, "ground"> & { ground?: ReceiptGround };

const paymentPlace = (id: string) => `payment/${id}`;

export const sealPayment = (key: Buffer, id: string, part: SealedPart): Buffer => sealJson(key, paymentPlace(id), part);

/** A payment as it is printed. */
export type Receipt = Payment & {
  enrolmentId: string;
  personId: string;
  paidBy: string;
  /** As it was then, or as it is now where `frozen` is null. */
  class: ReceiptGround["class"] & { id: string };
  /** Null for a payment that was recorded before payments kept it. */
  frozen: Pick<ReceiptGround, "fee" | "operator"> | null;
};

/** What the person was last called, the last receipt first: the name outlives the account. "" where none says it. */
export const nameOnReceipts = (receipts: readonly Receipt[]): string =>
  receipts.find(({ paidBy }) => paidBy !== "")?.paidBy ?? "";

/** Its shape is known without a check: the seal proves that we wrote it, for this payment. */
export function openReceipt(portal: Portal, row: ReceiptRow): Receipt {
  const key = classKey(portal, { id: row.class_id, wrapped_key: row.wrapped_key });
  const { reference, paidBy, ground } = unsealJson(key, paymentPlace(row.id), row.sealed) as OpenedPart;
  const shown = ground?.class ?? { title: row.title, place: row.place, startsAt: row.starts_at };
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
    class: { id: row.class_id, ...shown },
    frozen: ground ? { fee: ground.fee, operator: ground.operator } : null,
  };
}
