import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayManageStaff, requireRecentProof } from "#core/staff/permissions.ts";
import { deleteFactors } from "#storage/database/factors.ts";
import { deleteSessionsOf } from "#storage/database/staff.ts";
import { deletePendingSignIns } from "#storage/database/verifications.ts";
import type { Portal } from "../portal.ts";
import { changeStaffMember } from "./change-staff.ts";

/**
 * Deletes the second factors of somebody who lost the phone, or has a passkey that is not theirs: the password alone
 * signs in until they set up new ones. They are signed out everywhere and get a mail.
 */
export async function resetFactors(portal: Portal, actor: Actor, { id }: { id: string }): Promise<{ removed: number }> {
  authorize(mayManageStaff(actor), actor);
  requireRecentProof(actor);
  const { member, removed } = await changeStaffMember(portal, actor, id, async (found, { writer, log }) => {
    const { totp, passkeys } = await deleteFactors(writer, id);
    if (totp + passkeys > 0) {
      await deletePendingSignIns(writer, id);
      await deleteSessionsOf(writer, id);
      await log(actor, "factor-removed", id, { totp: { from: totp, to: 0 }, passkeys: { from: passkeys, to: 0 } });
    }
    return { member: found, removed: totp + passkeys };
  });
  if (removed > 0) await portal.accountMails.factorsChanged(member, "factors-reset");
  return { removed };
}

/** Signs somebody out everywhere. */
export async function endSessionsOf(portal: Portal, actor: Actor, { id }: { id: string }): Promise<{ ended: number }> {
  return changeStaffMember(portal, actor, id, async (_, { writer, log }) => {
    const ended = await deleteSessionsOf(writer, id);
    if (ended > 0) await log(actor, "sessions-ended", id, { sessions: { from: ended, to: 0 } });
    return { ended };
  });
}
