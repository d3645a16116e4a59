import { setTimeout as pause } from "node:timers/promises";
import type { Caller, Refused } from "#core/staff/accounts.ts";
import { networkOf } from "#limits/network-of.ts";
import type { Attempt, LimitRule } from "#limits/limits.ts";
import type { AccountContext } from "./account-context.ts";
import { triesKey } from "./known-browsers.ts";

const quarterHour = 15 * 60;
const hour = 60 * 60;

/** How often what may be tried. */
export const tryLimits = {
  signInByAccount: { name: "sign-in by account", atMost: 10, withinSeconds: quarterHour },
  signInByClient: { name: "sign-in by client", atMost: 30, withinSeconds: quarterHour },
  /** Passwords typed in a session. A count of its own: no stranger can use it up. */
  passwordInSession: { name: "password by session's owner", atMost: 10, withinSeconds: quarterHour },
  /** Registrations and reset requests: whatever makes us send a mail. */
  mailByAccount: { name: "account mail by account", atMost: 5, withinSeconds: hour },
  mailByClient: { name: "account mail by client", atMost: 20, withinSeconds: hour },
  /** Mails that a sign-in sends once more. Counts of their own: only an address that had no account uses them up. */
  mailAgainByAccount: { name: "account mail again by account", atMost: 3, withinSeconds: hour },
  mailAgainByClient: { name: "account mail again by client", atMost: 10, withinSeconds: hour },
  codes: { name: "second factor by account", atMost: 5, withinSeconds: quarterHour },
  /** Beginnings of a visit to Google or of a passkey: each writes a row. */
  beginningsByClient: { name: "sign-in begun by client", atMost: 60, withinSeconds: quarterHour },
  /** What the audit chain takes in of failures, so that a flood of them does not fill the disk. */
  recordedFailures: { name: "recorded failures by account", atMost: 60, withinSeconds: hour },
  /** Beyond this many the whole site is slowed down, for everybody alike. */
  signInsOfSite: { name: "sign-in on the site", atMost: 120, withinSeconds: 60 },
} as const satisfies Record<string, LimitRule>;

export const byAccount = (rule: LimitRule, key: string): Attempt => ({ rule, key });
export const byClient = (rule: LimitRule, { clientAddress }: Caller): Attempt => ({
  rule,
  key: networkOf(clientAddress),
});

/** Null when it may be tried now. The try has been counted either way. */
export async function checkLimits({ limits }: AccountContext, attempts: readonly Attempt[]): Promise<Refused | null> {
  const verdict = await limits.attempt(attempts);
  return verdict.allowed ? null : { ok: false, problem: "wait", waitSeconds: verdict.waitSeconds };
}

/** The same for what costs a password hash. It slows down when the whole site is tried. `email` is null where none is typed. */
export async function checkSignInLimits(
  context: AccountContext,
  caller: Caller,
  email: string | null,
): Promise<Refused | null> {
  return checkHashLimits(context, caller, email === null ? [] : [signInTries(context, caller, email)]);
}

const signInTries = (context: AccountContext, caller: Caller, email: string) =>
  byAccount(tryLimits.signInByAccount, triesKey(context, caller, email));

/** After the right password. */
export const forgetSignInTries = (context: AccountContext, caller: Caller, email: string): Promise<void> =>
  context.limits.forget(signInTries(context, caller, email));

/** After a new password: for strangers' browsers as well. */
export async function liftSignInLock(context: AccountContext, caller: Caller, email: string): Promise<void> {
  await forgetSignInTries(context, caller, email);
  await context.limits.forget(byAccount(tryLimits.signInByAccount, email));
}

/** Somebody sits at a browser that another left open. */
export const checkOwnPasswordLimits = (
  context: AccountContext,
  caller: Caller,
  personId: string,
): Promise<Refused | null> => checkHashLimits(context, caller, [byAccount(tryLimits.passwordInSession, personId)]);

async function checkHashLimits(
  context: AccountContext,
  caller: Caller,
  attempts: readonly Attempt[],
): Promise<Refused | null> {
  const wait = await checkLimits(context, [...attempts, byClient(tryLimits.signInByClient, caller)]);
  if (wait) return wait;
  await pause(await context.limits.brake({ rule: tryLimits.signInsOfSite, key: "" }));
  return null;
}

export async function checkMailLimits(context: AccountContext, caller: Caller, email: string): Promise<Refused | null> {
  return checkLimits(context, [byAccount(tryLimits.mailByAccount, email), byClient(tryLimits.mailByClient, caller)]);
}

/** For where the answer is the same either way. */
export async function mayMailAgain({ limits }: AccountContext, caller: Caller, email: string): Promise<boolean> {
  const { mailAgainByAccount, mailAgainByClient } = tryLimits;
  return (await limits.attempt([byAccount(mailAgainByAccount, email), byClient(mailAgainByClient, caller)])).allowed;
}
