import type { Role } from "#core/staff/roles.ts";

/** How many, for the plural, and as it is written. */
type Counted = { count: number; written: string };

/** Somebody with an account, as the pages of admins show them. */
export type ShownMember = {
  id: string;
  /** The address, where another site knew no name. */
  name: string;
  email: string;
  role: Role;
  isYou: boolean;
  isConfirmed: boolean;
  isSuspended: boolean;
  hasApp: boolean;
  passkeys: Counted;
  sessions: Counted;
  /** The day on which the account was made, written out. */
  since: string;
};
