import { setTimeout as pause } from "node:timers/promises";
import type { Refused } from "#core/staff/accounts.ts";
import { networkOf } from "#limits/network-of.ts";
import type { Attempt, LimitRule } from "#limits/limits.ts";
import { type AccountContext, type AccountRequest, StepRefused } from "./account-context.ts";
import { triesKey } from "./known-browsers.ts";

const quarterHour = 15 * 60;
const hour = 60 * 60;

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
export const byClient = (rule: LimitRule, { caller }: AccountRequest): Attempt => ({
  rule,
  key: networkOf(caller.clientAddress),
});

/** Null when it may be tried now. The try has been counted either way. */
export async function waitFor({ limits }: AccountContext, attempts: readonly Attempt[]): Promise<Refused | null> {
  const verdict = await limits.attempt(attempts);
  return verdict.allowed ? null : { ok: false, problem: "wait", waitSeconds: verdict.waitSeconds };
}

export async function checkLimits(context: AccountContext, attempts: readonly Attempt[]): Promise<void> {
  const wait = await waitFor(context, attempts);
  if (wait) throw new StepRefused(wait);
}

/** The same for what costs a password hash. It slows down when the whole site is tried. `email` is null where none is typed. */
export async function checkSignInLimits(request: AccountRequest, email: string | null): Promise<void> {
  return checkHashLimits(request, email === null ? [] : [signInTries(request, email)]);
}

const signInTries = (request: AccountRequest, email: string) =>
  byAccount(tryLimits.signInByAccount, triesKey(request, email));

export const forgetSignInTries = (request: AccountRequest, email: string): Promise<void> =>
  request.limits.forget(signInTries(request, email));

/** After a new password: for strangers' browsers as well. */
export async function liftSignInLock(request: AccountRequest, email: string): Promise<void> {
  await forgetSignInTries(request, email);
  await request.limits.forget(byAccount(tryLimits.signInByAccount, email));
}

/** Somebody sits at a browser that another left open. */
export const checkOwnPasswordLimits = (request: AccountRequest, personId: string): Promise<void> =>
  checkHashLimits(request, [byAccount(tryLimits.passwordInSession, personId)]);

async function checkHashLimits(request: AccountRequest, attempts: readonly Attempt[]): Promise<void> {
  await checkLimits(request, [...attempts, byClient(tryLimits.signInByClient, request)]);
  await pause(await request.limits.brake({ rule: tryLimits.signInsOfSite, key: "" }));
}

export async function checkMailLimits(request: AccountRequest, email: string): Promise<void> {
  return checkLimits(request, [byAccount(tryLimits.mailByAccount, email), byClient(tryLimits.mailByClient, request)]);
}

/** For where the answer is the same either way. */
export async function mayMailAgain(request: AccountRequest, email: string): Promise<boolean> {
  const { mailAgainByAccount, mailAgainByClient } = tryLimits;
  const tries = [byAccount(mailAgainByAccount, email), byClient(mailAgainByClient, request)];
  return (await request.limits.attempt(tries)).allowed;
}
