import { randomUUID } from "node:crypto";
import { system } from "#core/staff/actor.ts";
import type { Role } from "#core/staff/roles.ts";
import { addAccount } from "#operations/staff/add-account.ts";
import type { OpenPortal } from "#server/open-portal.ts";

export const goodPassword = "gravel tulip nine oboe";
export const otherPassword = "seven purple lamps 88";

export const freshEmail = (): string => `person-${randomUUID().slice(0, 8)}@agency.example`;

export async function giveAccount(office: OpenPortal, role: Role, email: string, name: string): Promise<void> {
  await addAccount(office, system("journeys"), role, { email, name, password: goodPassword });
}
