import type { AuditAction, AuditDetails } from "./audit-event.ts";

/** What somebody did with an account, or tried to. */
export type AccountEvent = {
  action: AuditAction;
  /** Null where there is no such account: what was typed is not kept. */
  personId: string | null;
  /** Whether it is known to be that person, or somebody who only claims to be. */
  isProven: boolean;
  clientAddress: string;
  /** "Firefox on Android", nothing finer. */
  browser: string;
  details?: AuditDetails;
};
