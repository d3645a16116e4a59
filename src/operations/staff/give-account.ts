import { randomUUID } from "node:crypto";
import type { AuditDetails } from "#core/audit/audit-event.ts";
import type { Role } from "#core/staff/roles.ts";
import { higherRole } from "#core/staff/staff-member.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  confirmPerson,
  deleteSessionsOf,
  forgetWaysIn,
  insertConfirmedPerson,
  replaceProfile,
  setPassword,
  staffByEmail,
  updateStaff,
} from "#storage/database/staff.ts";

export type AccountToGive = {
  email: string;
  name: string;
  passwordHash: string;
  role: Role;
  /** Who gives the role; null where the account makes itself. */
  givenBy: string | null;
};

export type AccountGiven = { id: string; role: Role; roleBefore: Role | null };

export const roleDetails = ({ role, roleBefore }: AccountGiven): AuditDetails => ({
  role: { from: roleBefore, to: role },
});

/**
 * An account with this role and password for whoever is known to hold the address. One that is there already keeps its
 * id, its name, its factors and a higher role; if nobody ever confirmed it, another may have made it, and nothing of
 * theirs stays.
 */
export async function giveAccount(writer: Writer, account: AccountToGive, now: number): Promise<AccountGiven> {
  const before = await staffByEmail(writer, account.email);
  const id = before?.id ?? randomUUID();
  if (!before) await insertConfirmedPerson(writer, { ...account, id, at: now });
  else {
    if (before.email_confirmed === 0) {
      await forgetWaysIn(writer, id);
      await replaceProfile(writer, id, account.name, now);
    }
    await confirmPerson(writer, id, now);
    await deleteSessionsOf(writer, id);
  }
  await setPassword(writer, id, account.passwordHash, now);
  const roleBefore = before && (before.role ?? "student");
  const role = higherRole(account.role, roleBefore ?? "student");
  const by = { id: account.givenBy ?? id, at: now };
  if (role !== roleBefore) await updateStaff(writer, id, { role, given_by: by.id, given_at: now }, by);
  return { id, role, roleBefore: roleBefore ?? null };
}
