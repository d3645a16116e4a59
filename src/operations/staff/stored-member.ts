import type { StaffMember } from "#core/staff/staff-member.ts";
import type { StaffRow } from "#storage/database/staff.ts";

export const storedMember = (row: StaffRow): StaffMember => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role ?? "student",
  confirmed: row.email_confirmed === 1,
  suspended: row.suspended_at !== null,
  addedAt: row.added_at,
  hasApp: row.has_totp === 1,
  passkeys: Number(row.passkeys),
  sessions: Number(row.sessions),
});
