import { parseVoid, receiptNumber } from "#core/classes/payment.ts";
import { PortalError } from "#core/errors.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { authorize, mayManageClasses, requireRecentProof } from "#core/staff/permissions.ts";
import { receiptById, updatePayment } from "#storage/database/payments.ts";
import type { Portal } from "../portal.ts";
import { changeClass } from "./stored-class.ts";

/** Marks a payment as recorded by mistake. It no longer counts; its receipt and number stay. */
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
  return changeClass(portal, actor, { id: seen.class_id }, async ({ writer, log }) => {
    const row = await receiptById(writer, paymentId);
    if (!row || row.voided_at !== null) return { modified: 0 };
    await updatePayment(writer, paymentId, { voided_at: portal.now(), voided_by: actorId(actor) });
    await log("payment-voided", {
      receipt: { from: receiptNumber(row.receipt), to: null },
      reason: { from: null, to: checked.reason },
    });
    return { modified: 1 };
  });
}
