import type { Role } from "#core/staff/roles.ts";
import type { StaffMember } from "#core/staff/staff-member.ts";
import { roleNames, staffRegistry } from "../spec-names.ts";

export const roleAnswer = (role: Role) => roleNames[role];

/** A staff account as the specification writes it. */
export const staffRecord = ({ id, email, name, role }: StaffMember) => ({
  _id: id,
  email,
  name,
  role: roleNames[role].role,
  database_of_client: staffRegistry,
});
