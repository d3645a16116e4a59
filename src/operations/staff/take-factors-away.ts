import type { Actor } from "#core/staff/actor.ts";
import { mayManageStaff, authorize, requireRecentProof } from "#core/staff/permissions.ts";
import { deleteFactors } from "#storage/database/factors.ts";
import { deleteSessionsOf } from "#storage/database/staff.ts";
import { deletePendingSignIns } from "#storage/database/verifications.ts";
import type { Portal } from "../portal.ts";
import { changeStaffMember } from "./change-staff.ts";

/**
 * For whoever lost the phone, or has a passkey that is not theirs: the password alone signs in again, until they set up
 * new ones. They are signed out everywhere, and told by mail.
 */
export async function takeFactorsAway(
  portal: Portal,
  actor: Actor,
  { id }: { id: string },
): Promise<{ taken: number }> {
  authorize(mayManageStaff(actor), actor);
  requireRecentProof(actor);
  const { member, taken } = await changeStaffMember(portal, actor, id, async (found, { writer, record }) => {
    const { totp, passkeys } = await deleteFactors(writer, id);
    if (totp + passkeys > 0) {
      await deletePendingSignIns(writer, id);
      await deleteSessionsOf(writer, id);
      await record(actor, "factor-removed", id, { totp: { from: totp, to: 0 }, passkeys: { from: passkeys, to: 0 } });
    }
    return { member: found, taken: totp + passkeys };
  });
  if (taken > 0) await portal.letters.factorsChanged(member, "factors-taken-away");
  return { taken };
}
