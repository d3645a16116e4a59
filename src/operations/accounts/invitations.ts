import { randomUUID } from "node:crypto";
import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { DetailsOf } from "#core/audit/audit-details.ts";
import { type Actor, actorId, type ClientInfo } from "#core/accounts/actor.ts";
import { emailAddress, mailboxOf } from "#core/accounts/email.ts";
import { invitationMs } from "#core/accounts/mailed-links.ts";
import { parseNewAccount } from "#core/accounts/new-account.ts";
import {
  authorize,
  mayManageAccounts,
  mayManageOrganisations,
  requireRecentProof,
} from "#core/accounts/permissions.ts";
import { isStaffRole, type Role } from "#core/accounts/roles.ts";
import { higherRole, roleChoice } from "#core/accounts/listed-account.ts";
import { countTries, type LimitRule } from "#limits/limits.ts";
import { newLinkToken, linkTokenHash } from "#sealing/link-token.ts";
import { invitationByToken, openInvitations, withdrawInvitations } from "#storage/database/accounts/invitations.ts";
import { hadRecord } from "#storage/database/audit.ts";
import { insertBound } from "#storage/database/bound-rows.ts";
import { deleteRow, rowById } from "#storage/database/rows.ts";
import { personWithRole, personWithRoleByEmail } from "#storage/database/accounts/roles.ts";
import { openOrganisation } from "../desk/organisations.ts";
import { holdForSecondAdmin, throwIfHeld } from "../held-changes/hold-change.ts";
import { presentRow } from "../portal/locked-change.ts";
import { mailState } from "../mails/mail-server.ts";
import type { Portal } from "../portal/portal.ts";
import { roleDetails, upsertAccount, withPasswordHash } from "./add-account.ts";
import { changeAccounts, refuseFormerAdmin } from "./change-accounts.ts";

/** Counted apart from the mails that strangers cause, so that no stranger can use these up. */
const toMailbox: LimitRule = { name: "invitations to mailbox", atMost: 3, withinSeconds: 60 * 60 };
const inAll: LimitRule = { name: "invitations in all", atMost: 100, withinSeconds: 60 * 60 };

const invitationSchema = z.object({ email: emailAddress, role: roleChoice });

/**
 * Mails a link with which a person makes their account, already confirmed and in its role. Nobody of an organisation becomes
 * staff by it: the page of their account asks first. The link is valid for 48
 * hours; a newer one to the same address replaces it. The result is the same whether or not the address has an account.
 * If mails do not leave the operator's machine, the link is returned, so that the admin can hand it on. Under the
 * four-eyes rule, an invitation waits if it gives rights of staff, or a new password to somebody who has them: nobody holds
 * its link before a second admin agrees.
 */
export async function invitePerson(portal: Portal, actor: Actor, form: unknown): Promise<SentInvitation> {
  authorize(mayManageAccounts(actor), actor);
  return sendInvitation(portal, actor, { ...checkInput(invitationSchema, form), organisation: null });
}

/** Invites a person of an organisation. Staff cannot be one of its people. */
export async function inviteToOrganisation(
  portal: Portal,
  actor: Actor,
  { id: organisation }: { id: string },
  form: unknown,
): Promise<SentInvitation> {
  authorize(mayManageOrganisations(actor), actor);
  const { email } = checkInput(invitationSchema.pick({ email: true }), form);
  return sendInvitation(portal, actor, { email, role: "organisation", organisation });
}

type SentInvitation = Invitation & { link: string | null };

async function sendInvitation(
  portal: Portal,
  actor: Actor,
  { email, role, organisation }: Invitation & { organisation: string | null },
): Promise<SentInvitation> {
  requireRecentProof(actor);
  // Counted when it was asked for: within a transaction, a count would wait for itself.
  const isReleased = actor.kind === "account" && actor.isReleased === true;
  if (!isReleased) {
    await countTries(portal.limits, [
      { rule: toMailbox, key: mailboxOf(email) },
      { rule: inAll, key: "" },
    ]);
  }
  const { token, hash } = newLinkToken();
  const done = await changeAccounts(portal, async (locked) => {
    const { writer, now, log } = locked;
    await refuseFormerAdmin(writer, actor);
    const invited = await personWithRoleByEmail(writer, email);
    const details: DetailsOf<"staff-invited"> = { email: { from: null, to: email }, role: { from: null, to: role } };
    if (organisation !== null) {
      const row = presentRow(portal, await rowById(writer, "organisation", organisation));
      details["organisation"] = { from: null, to: openOrganisation(portal, row).name };
      if (isStaffRole(invited?.role ?? "student"))
        throw new PortalError("invalid", { fields: { email: "account-of-staff" } });
    } else if (isStaffRole(role) && invited?.role === "organisation") {
      throw new PortalError("invalid", { fields: { email: "account-of-organisation" } });
    }
    const isOfStaff = isStaffRole(higherRole(role, invited?.role ?? "student"));
    const held = isOfStaff && (await holdForSecondAdmin(locked, actor, { kind: "invite", subject: email, role }));
    if (held) return held;
    await withdrawInvitations(writer, { email });
    const id = randomUUID();
    const times = { invited_at: now, expires_at: now + invitationMs };
    const invitation = {
      id,
      email,
      role,
      organisation_id: organisation,
      token_hash: hash,
      invited_by: actorId(actor),
      ...times,
    };
    await insertBound(portal, writer, "invitation", invitation);
    await log(actor, "staff-invited", id, details);
    return (await personWithRole(writer, actorId(actor)))?.name ?? "";
  });
  const invitedBy = throwIfHeld(done);
  const link = `${portal.publicOrigin}/invitation?token=${token}`;
  await portal.accountMails.invited({ email }, { link, role, invitedBy });
  return { email, role, link: (await mailState(portal)) === "kept" ? link : null };
}

/** Returns the invitations that nobody has accepted yet. If there are very many, returns the newest. */
export async function listInvitations({ database, now }: Portal, actor: Actor) {
  authorize(mayManageAccounts(actor), actor);
  const rows = await openInvitations(database.read, now(), 200);
  return rows.map(({ id, email, role, expires_at }) => ({ id, email, role, until: expires_at }));
}

export async function withdrawInvitation(portal: Portal, actor: Actor, { id }: { id: string }): Promise<void> {
  authorize(mayManageAccounts(actor), actor);
  await changeAccounts(portal, async ({ writer, log }) => {
    await refuseFormerAdmin(writer, actor);
    const invitation = await rowById(writer, "invitation", id);
    if (!invitation) throw new PortalError("not-found");
    await deleteRow(writer, "invitation", id);
    await log(actor, "invitation-withdrawn", id, { email: { from: invitation.email, to: null } });
  });
}

export type Invitation = { email: string; role: Role };

/** Returns the address and role of an invitation, for a person who has its link. Null if the invitation has ended. */
export async function readInvitation(portal: Portal, token: string): Promise<Invitation | null> {
  const row = await invitationByToken(portal, portal.database.read, linkTokenHash(token), portal.now());
  return row ? { email: row.email, role: row.role } : null;
}

const formSchema = z.object({
  token: z.string({ error: "required" }),
  name: z.unknown(),
  password: z.unknown(),
  password2: z.unknown().optional(),
});

/**
 * Makes the account of an invitation. The link was sent by mail, so the address is confirmed. An invitation from before the
 * first record ties nobody: in an office that begins, one person invites all others.
 */
export async function acceptInvitation(portal: Portal, form: unknown, from?: ClientInfo): Promise<Invitation> {
  const { token, ...typed } = checkInput(formSchema, form);
  const offered = await readInvitation(portal, token);
  if (!offered) throw new PortalError("link-ended");
  const account = await withPasswordHash(portal, parseNewAccount({ ...typed, email: offered.email }), token);
  return changeAccounts(portal, async ({ writer, now, log }) => {
    const invitation = await invitationByToken(portal, writer, linkTokenHash(token), now);
    if (!invitation) throw new PortalError("link-ended");
    const { id: invitationId, role: givenRole, organisation_id: organisation, invited_by: givenBy } = invitation;
    const upserted = await upsertAccount(portal, writer, { ...account, role: givenRole, organisation, givenBy }, now);
    const { id, role } = upserted;
    await deleteRow(writer, "invitation", invitationId);
    const actor = { kind: "account", id, role, ...(from && { from }) } as const;
    const isOfSetUp = !(await hadRecord(writer, invitation.invited_at));
    await log(actor, "invitation-taken", id, {
      ...roleDetails(upserted),
      invitedBy: { from: null, to: givenBy },
      ...(isOfSetUp && { isOfSetUp: { from: null, to: true } }),
    });
    return { email: account.email, role };
  });
}
