import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { Whereabouts } from "#core/staff/actor.ts";
import { parseNewAccount } from "#core/staff/new-account.ts";
import type { Role } from "#core/staff/roles.ts";
import { linkTokenHash } from "#sealing/link-token.ts";
import { invitationByToken, markTaken } from "#storage/database/invitations.ts";
import type { Portal } from "../portal.ts";
import { changeStaff } from "./change-staff.ts";
import { giveAccount, roleDetails } from "./give-account.ts";
import { hashedAccount } from "./make-account.ts";

export type Invitation = { email: string; role: Role };

/** To whom and as what, for whoever holds the link; null when it has ended. */
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
export async function takeInvitation(portal: Portal, form: unknown, from?: Whereabouts): Promise<Invitation> {
  const { token, ...typed } = checkInput(formSchema, form);
  const offered = await readInvitation(portal, token);
  if (!offered) throw new PortalError("link-ended");
  const account = await hashedAccount(portal, parseNewAccount({ ...typed, email: offered.email }));
  return changeStaff(portal, async ({ writer, now, record }) => {
    const invitation = await invitationByToken(writer, linkTokenHash(token), now);
    if (!invitation) throw new PortalError("link-ended");
    const { id: invitationId, role: given, invited_by: givenBy } = invitation;
    const taken = await giveAccount(writer, { ...account, role: given, givenBy }, now);
    const { id, role } = taken;
    await markTaken(writer, invitationId, { id, at: now });
    const actor = { kind: "staff", id, role, ...(from && { from }) } as const;
    await record(actor, "invitation-taken", id, roleDetails(taken));
    return { email: account.email, role };
  });
}
