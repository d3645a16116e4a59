import { z } from "zod";
import type { Role } from "./roles.ts";

export const roles = ["admin", "moderator", "student"] as const satisfies readonly Role[];
export const roleChoice = z.enum(roles, { error: "unknown-choice" });

/** Of two roles, the one that may do more. */
export const higherRole = (one: Role, other: Role): Role => (roles.indexOf(one) < roles.indexOf(other) ? one : other);

/** A person with an account, as admins see them. */
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
