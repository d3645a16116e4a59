import type { AccountEvent } from "#core/audit/audit-details.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { AccountMails } from "#core/accounts/account-mails.ts";
import type { Caller, ProviderFetch } from "#core/accounts/accounts.ts";
import { isPortalError, type PortalError } from "#core/errors.ts";
import type { FairQueue } from "#core/fair-queue.ts";
import type { Limits } from "#limits/limits.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { Database } from "#storage/database/database.ts";
import type { ChosenRole } from "#core/accounts/listed-account.ts";
import type { Provider, SignIn } from "#core/settings/sign-in.ts";
import type { OpenProvider } from "./providers/open-provider.ts";

export type AccountContext = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly limits: Limits;
  readonly accountMails: AccountMails;
  /** With the database of an open transaction: as that sees them. */
  readonly settings: (within?: Database) => Promise<Settings>;
  /** The address that visitors type, without a trailing slash. */
  readonly publicOrigin: string;
  readonly signIn: () => Promise<SignIn>;
  readonly fetchProvider: ProviderFetch;
  readonly openProvider: OpenProvider;
  /** Brings the role of a person in line with what the provider says. Null: it says none. */
  readonly giveRole: (personId: string, role: ChosenRole | null, by: Provider) => Promise<void>;
  readonly hashQueue: FairQueue;
  /** True if nobody has used this proof of work before. */
  readonly spendProof: (id: Buffer, until: number) => Promise<boolean>;
  readonly record: (event: AccountEvent) => Promise<void>;
  /** Writes a failure that no user sees into the operator's log. */
  readonly report: (error: unknown) => void;
  readonly now: () => number;
} & GuessingCosts;

/** The costs that make guessing slow. Tests of other features use lower costs. */
export type GuessingCosts = {
  readonly passwordWork: number;
  /** The minimum time of a response whose time must reveal nothing. In milliseconds. */
  readonly responseMs: number;
};

export type AccountRequest = AccountContext & { readonly caller: Caller };

/** The refusal that ended a step. Throws every other error again: an outage is no answer to what was typed. */
export function refusalIn(error: unknown): PortalError {
  if (isPortalError(error) && !error.report) return error;
  throw error;
}

/** The site's name in apps and authenticators: the operator's, once it is set. */
export async function siteName({ settings, publicOrigin }: AccountContext): Promise<string> {
  const { operator } = await settings();
  return operatorName(operator, publicOrigin);
}
