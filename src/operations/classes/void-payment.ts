import { parseVoid, receiptNumber } from "#core/classes/payment.ts";
import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayManageClasses, authorize, requireRecentProof } from "#core/staff/permissions.ts";
import { receiptById, updatePayment } from "#storage/database/payments.ts";
import type { Portal } from "../portal.ts";
import { changeClass } from "./change-class.ts";

/** Says that a payment was written down by mistake. It counts no more; its receipt stays, marked, and so does its number. */
export async function voidPayment(
  portal: Portal,
  actor: Actor,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<{ modified: 0 | 1 }> {
  authorize(mayManageClasses(actor), actor);
  requireRecentProof(actor);
  const checked = parseVoid({ reason });
  const seen = await receiptById(portal.database.read, paymentId);
  if (!seen) throw new PortalError("not-found");
  return changeClass(portal, actor, { id: seen.class_id }, async ({ writer, record }) => {
    const row = await receiptById(writer, paymentId);
    if (!row || row.voided_at !== null) return { modified: 0 };
    await updatePayment(writer, paymentId, { voided_at: portal.now(), voided_by: actorId(actor) });
    await record("payment-voided", {
      receipt: { from: receiptNumber(row.receipt), to: null },
      reason: { from: null, to: checked.reason },
    });
    return { modified: 1 };
  });
}
