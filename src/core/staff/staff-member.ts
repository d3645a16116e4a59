import { z } from "zod";
import type { Role } from "./roles.ts";

export const roles = ["admin", "moderator", "student"] as const satisfies readonly Role[];
export const roleChoice = z.enum(roles, { error: "unknown-choice" });

export const higherRole = (one: Role, other: Role): Role => (roles.indexOf(one) < roles.indexOf(other) ? one : other);

export type StaffMember = {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** Whether the address is known to be theirs. Before that nobody signs in or gets a role. */
  confirmed: boolean;
  suspended: boolean;
  addedAt: number;
  /** Whether an app shows codes for them. */
  hasApp: boolean;
  passkeys: number;
  /** Browsers in which they are signed in. */
  sessions: number;
};
