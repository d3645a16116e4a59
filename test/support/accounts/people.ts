import { type Actor, system } from "#core/accounts/actor.ts";
import type { Role } from "#core/accounts/roles.ts";

const staff = (id: string, role: Role): Actor => ({ kind: "account", id, role });

export const admin = staff("admin-1", "admin");
export const otherAdmin = staff("admin-2", "admin");
export const moderator = staff("moderator-1", "moderator");
export const otherModerator = staff("moderator-2", "moderator");
export const organisation = staff("organisation-1", "organisation");
export const student = staff("student-1", "student");

/** What operators do without an account. */
export const commandLine = system("operator");

let made = 0;

/** The typed values of a record form. Each call returns another person with other numbers. */
export function particulars(different: Record<string, unknown> = {}): Record<string, unknown> {
  made += 1;
  return {
    passportNumber: `A${10_000_000 + made}`,
    irccNumber: `W${100_000_000 + made}`,
    name: `Rahim Uddin ${String.fromCharCode(65 + (made % 26))}`,
    fatherName: "Karim Uddin",
    motherName: "Amena Begum",
    address: "12/A, Mirpur, Dhaka",
    ...different,
  };
}
