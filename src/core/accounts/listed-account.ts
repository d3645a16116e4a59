import { z } from "zod";
import type { Role } from "./roles.ts";

const roles = ["admin", "moderator", "organisation", "student"] as const satisfies readonly Role[];
/** The roles that an admin can choose. Only an invitation to an organisation makes its people. */
export const chosenRoles = ["admin", "moderator", "student"] as const satisfies readonly Role[];
export type ChosenRole = (typeof chosenRoles)[number];
export const roleChoice = z.enum(chosenRoles, { error: "unknown-choice" });

export const higherRole = (one: Role, other: Role): Role => (roles.indexOf(one) < roles.indexOf(other) ? one : other);

export type ListedAccount = {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** True if the address is known to belong to this person. Until then, the person cannot sign in or get a role. */
  confirmed: boolean;
  suspended: boolean;
  addedAt: number;
  /** True if sign-in asks for a code: of an app, or a recovery code. */
  hasCodes: boolean;
  passkeys: number;
  hasFactor: boolean;
  /** The number of browsers in which the person is signed in. */
  sessions: number;
};
