import type { Leave } from "#core/audit/audit-details.ts";
import type { ChangesOf } from "#core/audit/audit-event.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { departureOf, type Leaving } from "#core/accounts/departure.ts";
import type { ListedAccount } from "#core/accounts/listed-account.ts";
import { isStaffRole, type Role } from "#core/accounts/roles.ts";
import { endCardsAndFreezePages } from "../holders/frozen-page.ts";
import { mailAdmins } from "../mails/mail-admins.ts";
import type { LockedAccounts } from "./change-accounts.ts";

export const leavesStaff = (role: Role): boolean => !isStaffRole(role);

/**
 * What follows from the reason why somebody loses their access, before they lose it. Returns what the event says about it:
 * nothing for people who never worked here.
 */
export async function takeLeave(
  actor: Actor,
  member: ListedAccount,
  { within, writer }: LockedAccounts,
  leaving: Leaving,
): Promise<ChangesOf<Leave>> {
  const departure = departureOf(member, leaving);
  const spared = leaving.spared ?? [];
  const freezes = (record: string) => departure === "suspected" && !spared.includes(record);
  const frozen = await endCardsAndFreezePages(within, writer, actor, member.id, freezes);
  if (!isStaffRole(member.role) && leaving.why === undefined) return {};
  return {
    departure: { from: null, to: departure },
    ...(frozen > 0 && { frozenPages: { from: 0, to: frozen } }),
    ...(departure === "suspected" && spared.length > 0 && { sparedPages: { from: 0, to: spared.length } }),
  };
}

/** A provider asks nobody, so the admins are told what the person left. */
export const tellOfLostRole = (
  { within }: LockedAccounts,
  { id, name, email }: ListedAccount,
  provider: string,
  { frozenPages }: ChangesOf<Leave>,
): Promise<void> =>
  mailAdmins(within, ({ lostRoleMail }, operator) => {
    const link = `${within.publicOrigin}/dashboard/Admin_Control/${id}`;
    return lostRoleMail({ operator, provider, name: name || email, pages: frozenPages?.to ?? 0, link });
  });
