import type { Role } from "#core/staff/roles.ts";
import type { StaffMember } from "#core/staff/staff-member.ts";

/** The specification's word for each role, and what it shows people. */
const roleNames = {
  admin: { role: "admin", title: "Admin" },
  moderator: { role: "instructor", title: "Moderator" },
  student: { role: "student", title: "Student" },
} as const satisfies Record<Role, { role: string; title: string }>;

export const roleAnswer = (role: Role): { role: string; title: string } => roleNames[role];

/** A staff account as the specification writes it. */
export type StaffRecord = {
  _id: string;
  email: string;
  name: string;
  role: string;
  database_of_client: "Austrellia";
};

export const staffRecord = ({ id, email, name, role }: StaffMember): StaffRecord => ({
  _id: id,
  email,
  name,
  role: roleNames[role].role,
  database_of_client: "Austrellia",
});
