import type { AccountEvent } from "#core/audit/audit-event.ts";
import { operatorName } from "#core/settings/operator-name.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { AccountMails } from "#core/staff/account-mails.ts";
import type { AccountProblem, Caller, Done, Outcome, Refused } from "#core/staff/accounts.ts";
import type { Limits } from "#limits/limits.ts";
import type { Keyring } from "#sealing/keyring.ts";
import type { Database } from "#storage/database/database.ts";
import type { GoogleProvider } from "./google/google-provider.ts";

export type AccountContext = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly limits: Limits;
  readonly accountMails: AccountMails;
  readonly settings: () => Promise<Settings>;
  /** The address that visitors type, without a slash at its end. */
  readonly publicOrigin: string;
  /** Null shows no Google button. */
  readonly google: GoogleProvider | null;
  readonly hashQueue: HashQueue;
  readonly record: (event: AccountEvent) => Promise<void>;
  /** Writes a failure that nobody sees into the operator's log. */
  readonly report: (error: unknown) => void;
  readonly now: () => number;
} & GuessingCosts;

/** What hinders guessing. Tests that are about something else ask for less. */
export type GuessingCosts = {
  readonly passwordWork: number;
  /** How long an answer takes that must say nothing by its time. */
  readonly responseMs: number;
};

/** Who is known (by a browser, a session or a mailed link) goes first. Each of these has a count of its own. */
export type Priority = "known" | "strangers";

export type HashQueue = {
  /** Refuses whoever there is no room for, before anything is counted. */
  checkRoom: (priority: Priority) => void;
  run: <Result>(priority: Priority, work: () => Promise<Result>) => Promise<Result>;
};

/** What a step of an account works with: everything, and who asks. */
export type AccountRequest = AccountContext & { readonly caller: Caller };

/** Ends a step. Who asked for the step is answered with what it says. */
export class StepRefused extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(`refused: ${refused.problem}`);
    this.refused = refused;
  }
}

export const refusal = (problem: AccountProblem): StepRefused => new StepRefused({ ok: false, problem });

export async function outcomeOf<More>(step: Promise<Done<More>>): Promise<Outcome<More>> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof StepRefused) return error.refused;
    throw error;
  }
}

/** The name under which apps and authenticators list this site: the operator's, once it is set. */
export async function siteName({ settings, publicOrigin }: AccountContext): Promise<string> {
  const { operator } = await settings();
  return operatorName(operator, publicOrigin);
}
