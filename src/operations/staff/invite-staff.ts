import { randomUUID } from "node:crypto";
import { z } from "zod";
import { checkInput } from "#core/fields.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { emailAddress } from "#core/staff/email.ts";
import { authorize, mayManageStaff, requireRecentProof } from "#core/staff/permissions.ts";
import { roleChoice } from "#core/staff/staff-member.ts";
import { newLinkToken } from "#sealing/link-token.ts";
import { insertInvitation, withdrawInvitations } from "#storage/database/invitations.ts";
import { staffById } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { changeStaff, refuseFormerAdmin } from "./change-staff.ts";

const lifetimeMs = 48 * 60 * 60 * 1000;

const invitationSchema = z.object({ email: emailAddress, role: roleChoice });

/**
 * Mails a link with which somebody makes their account, already confirmed and in its role. It is valid for 48 hours; a
 * newer one to the same address replaces it. The same happens whether the address has an account or not.
 */
export async function inviteStaff(portal: Portal, actor: Actor, form: unknown): Promise<void> {
  authorize(mayManageStaff(actor), actor);
  const { email, role } = checkInput(invitationSchema, form);
  requireRecentProof(actor);
  const { token, hash } = newLinkToken();
  const invitedBy = await changeStaff(portal, async ({ writer, now, log }) => {
    await refuseFormerAdmin(writer, actor);
    await withdrawInvitations(writer, { email });
    const id = randomUUID();
    const times = { invited_at: now, expires_at: now + lifetimeMs };
    await insertInvitation(writer, { id, email, role, token_hash: hash, invited_by: actorId(actor), ...times });
    await log(actor, "staff-invited", id, { email: { from: null, to: email }, role: { from: null, to: role } });
    return (await staffById(writer, actorId(actor)))?.name ?? "";
  });
  const link = `${portal.publicOrigin}/invitation?token=${token}`;
  await portal.accountMails.invited({ email }, { link, role, invitedBy });
}
