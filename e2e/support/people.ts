import { randomUUID } from "node:crypto";
import type { Role } from "#core/staff/roles.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { anAccount } from "#test/support/staff.ts";

export { goodPassword } from "#test/support/staff.ts";
export const otherPassword = "seven purple lamps 88";

export const freshEmail = (): string => `person-${randomUUID().slice(0, 8)}@agency.example`;

export async function giveAccount(office: OpenPortal, role: Role, email: string, name: string): Promise<void> {
  await anAccount(office, role, email, name);
}
