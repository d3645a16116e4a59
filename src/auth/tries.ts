import { networkOf } from "#limits/network-of.ts";
import { type Attempt, countTries, type LimitRule } from "#limits/limits.ts";
import type { AccountContext, AccountRequest } from "./account-context.ts";
import { knownClient } from "./hash-turns.ts";
import { knownBrowserId } from "./known-browsers.ts";

const quarterHour = 15 * 60;
const hour = 60 * 60;

export const tryLimits = {
  signInByAccount: { name: "sign-in by account", atMost: 10, withinSeconds: quarterHour },
  signInByClient: { name: "sign-in by client", atMost: 30, withinSeconds: quarterHour },
  /** Passwords typed in a session. A separate count, so that no stranger can use it up. */
  passwordInSession: { name: "password by session's owner", atMost: 10, withinSeconds: quarterHour },
  /** Passwords typed or chosen after a click on a mailed link. Nobody else can use this count up. */
  passwordByLink: { name: "password by link", atMost: 10, withinSeconds: quarterHour },
  /** Registrations. Each sends a mail. */
  mailByAccount: { name: "account mail by account", atMost: 5, withinSeconds: hour },
  mailByClient: { name: "account mail by client", atMost: 20, withinSeconds: hour },
  firstResetByAccount: { name: "first reset by account", atMost: 1, withinSeconds: hour },
  resetByAccount: { name: "reset by account", atMost: 4, withinSeconds: hour },
  resetByClient: { name: "reset by client", atMost: 20, withinSeconds: hour },
  /** Mails that a sign-in sends again. Separate counts: only an address that had no account uses them up. */
  mailAgainByAccount: { name: "account mail again by account", atMost: 3, withinSeconds: hour },
  mailAgainByClient: { name: "account mail again by client", atMost: 10, withinSeconds: hour },
  codes: { name: "second factor by account", atMost: 5, withinSeconds: quarterHour },
  /** Sign-ins begun with Google. Each writes a row. */
  beginningsByClient: { name: "sign-in begun by client", atMost: 60, withinSeconds: quarterHour },
  /** Failures that the audit chain records, so that a flood of them does not fill the disk. */
  recordedFailures: { name: "recorded failures by account", atMost: 60, withinSeconds: hour },
} as const satisfies Record<string, LimitRule>;

export const byAccount = (rule: LimitRule, key: string): Attempt => ({ rule, key });
export const byClient = (rule: LimitRule, { caller }: AccountRequest): Attempt => ({
  rule,
  key: networkOf(caller.clientAddress),
});

/**
 * A browser that has signed in to the account has its own count and no other: people on the same line cannot lock it
 * out.
 */
export function signInTries(request: AccountRequest, email: string): Attempt[] {
  const browserId = knownBrowserId(request, email);
  if (browserId !== null) return [byAccount(tryLimits.signInByAccount, `${email} ${browserId}`)];
  return [byAccount(tryLimits.signInByAccount, email), byClient(tryLimits.signInByClient, request)];
}

/** After a right password. Only wrong ones count for the client, so that people on one line do not lock each other out. */
export async function takeBackSignInTry(request: AccountRequest, email: string): Promise<void> {
  const [, ofClient] = signInTries(request, email);
  if (ofClient) await request.limits.takeBack(ofClient);
}

export async function forgetSignInTries(request: AccountRequest, email: string): Promise<void> {
  const [ofAccount] = signInTries(request, email);
  if (ofAccount) await request.limits.forget(ofAccount);
}

/** After a new password: also lifts the lock for browsers that are not known. */
export async function liftSignInLock(request: AccountRequest, email: string): Promise<void> {
  await forgetSignInTries(request, email);
  await forgetTriesOfStrangers(request, email);
}

/** Lifts the lock for browsers that are not known. */
export async function forgetTriesOfStrangers({ limits }: AccountContext, email: string): Promise<void> {
  const { signInByAccount, firstResetByAccount, resetByAccount } = tryLimits;
  for (const rule of [signInByAccount, firstResetByAccount, resetByAccount]) {
    await limits.forget(byAccount(rule, email));
  }
}

/** Called before the hash, and after the link was found valid: the link is used up only after the hash. */
export async function checkLinkTries(context: AccountContext, token: string): Promise<void> {
  context.hashQueue.checkRoom(knownClient(token));
  return countTries(context.limits, [byAccount(tryLimits.passwordByLink, token)]);
}

/** A browser that has signed in before has its own count. */
export function beginningTries(request: AccountRequest): Attempt[] {
  const browserId = knownBrowserId(request);
  if (browserId === null) return [byClient(tryLimits.beginningsByClient, request)];
  return [byAccount(tryLimits.beginningsByClient, browserId)];
}

export async function checkRegistrationLimits(request: AccountRequest, email: string): Promise<void> {
  return countTries(request.limits, [
    byAccount(tryLimits.mailByAccount, email),
    byClient(tryLimits.mailByClient, request),
  ]);
}

/**
 * The first reset mail of an hour for an address is always sent, no matter how many this client has requested. Its link
 * works for that hour, so the owner always has a working link. Beyond the limits the answer is the same.
 */
export async function mayMailReset(request: AccountRequest, email: string): Promise<boolean> {
  const { firstResetByAccount, resetByAccount, resetByClient } = tryLimits;
  const first = await request.limits.attempt([byAccount(firstResetByAccount, email)]);
  if (first.allowed) return true;
  const further = [byAccount(resetByAccount, email), byClient(resetByClient, request)];
  return (await request.limits.attempt(further)).allowed;
}

/** Used where the answer to the client is the same in either case. */
export async function mayMailAgain(request: AccountRequest, email: string): Promise<boolean> {
  const { mailAgainByAccount, mailAgainByClient } = tryLimits;
  const tries = [byAccount(mailAgainByAccount, email), byClient(mailAgainByClient, request)];
  return (await request.limits.attempt(tries)).allowed;
}
