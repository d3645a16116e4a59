import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { ClientInfo } from "#core/staff/actor.ts";
import { parseNewAccount } from "#core/staff/new-account.ts";
import type { Role } from "#core/staff/roles.ts";
import { linkTokenHash } from "#sealing/link-token.ts";
import { invitationByToken, markTaken } from "#storage/database/invitations.ts";
import type { Portal } from "../portal.ts";
import { roleDetails, upsertAccount, withPasswordHash } from "./add-account.ts";
import { changeStaff } from "./change-staff.ts";

export type Invitation = { email: string; role: Role };

/** The address and role of an invitation, for whoever has the link; null when it has ended. */
export async function readInvitation({ database, now }: Portal, token: string): Promise<Invitation | null> {
  const row = await invitationByToken(database.read, linkTokenHash(token), now());
  return row ? { email: row.email, role: row.role } : null;
}

const formSchema = z.object({
  token: z.string({ error: "required" }),
  name: z.unknown(),
  password: z.unknown(),
  password2: z.unknown().optional(),
});

/** Makes the account of an invitation. The link came by mail, so the address is confirmed. */
export async function acceptInvitation(portal: Portal, form: unknown, from?: ClientInfo): Promise<Invitation> {
  const { token, ...typed } = checkInput(formSchema, form);
  const offered = await readInvitation(portal, token);
  if (!offered) throw new PortalError("link-ended");
  const account = await withPasswordHash(portal, parseNewAccount({ ...typed, email: offered.email }));
  return changeStaff(portal, async ({ writer, now, log }) => {
    const invitation = await invitationByToken(writer, linkTokenHash(token), now);
    if (!invitation) throw new PortalError("link-ended");
    const { id: invitationId, role: givenRole, invited_by: givenBy } = invitation;
    const upserted = await upsertAccount(writer, { ...account, role: givenRole, givenBy }, now);
    const { id, role } = upserted;
    await markTaken(writer, invitationId, { id, at: now });
    const actor = { kind: "staff", id, role, ...(from && { from }) } as const;
    await log(actor, "invitation-taken", id, roleDetails(upserted));
    return { email: account.email, role };
  });
}
