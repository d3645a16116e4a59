import type { Settings } from "#core/settings/settings.ts";
import type { AccountMails } from "#core/staff/account-mails.ts";
import type { Limits } from "#limits/limits.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { Database } from "#storage/database/database.ts";
import type { AccountEvent } from "#core/audit/audit-event.ts";

export type GoogleClient = { issuer: string; clientId: string; clientSecret: string };

/** Everything that accounts work with. */
export type AccountParts = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly limits: Limits;
  readonly accountMails: AccountMails;
  readonly settings: () => Promise<Settings>;
  /** The address that visitors type, without a slash at its end. */
  readonly publicOrigin: string;
  /** Null shows no Google button. */
  readonly google: GoogleClient | null;
  /** Adds an event to the audit chain. */
  readonly record: (event: AccountEvent) => Promise<void>;
  /** Tells the operator's log of a failure that nobody asked about. */
  readonly report: (error: unknown) => void;
  readonly now: () => number;
};
