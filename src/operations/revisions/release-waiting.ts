import type { Actor } from "#core/accounts/actor.ts";
import { authorize } from "#core/accounts/permissions.ts";
import { inTransaction } from "#storage/database/transaction.ts";
import { mailAdmins } from "../mails/mail-admins.ts";
import type { Portal } from "../portal/portal.ts";
import { decideOnRecord } from "../records/change-record.ts";
import { readRevised } from "../records/read-record.ts";
import { stuckCheck } from "./stuck-records.ts";

/**
 * Approves a record, or its revision, that waits and that no admin may approve. Only the operator may, and every admin is
 * told by mail.
 */
export async function releaseWaiting(portal: Portal, actor: Actor, { id }: { id: string }): Promise<0 | 1> {
  authorize(actor.kind === "system", actor);
  return inTransaction(portal, async (within) => {
    const found = await readRevised(within, actor, id);
    const { isStuck } = await stuckCheck(within);
    if (found.state !== "waiting" || !isStuck(found)) return 0;
    const target = { id, expectedVersion: found.record.version };
    const { modified } = await decideOnRecord(within, actor, target, "approve");
    const link = `${portal.publicOrigin}/dashboard/records/${id}`;
    if (modified === 1)
      await mailAdmins(within, ({ releasedRecordMail }, operator) => releasedRecordMail({ operator, link }));
    return modified;
  });
}
