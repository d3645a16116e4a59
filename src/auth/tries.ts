import { mailboxOf } from "#core/accounts/email.ts";
import { neighbourhoodOf, networkOf } from "#limits/network-of.ts";
import { type Attempt, attemptInAll, type LimitRule } from "#limits/limits.ts";
import type { AccountContext, AccountRequest } from "./account-context.ts";
import { knownBrowserId } from "./known-browsers.ts";

const quarterHour = 15 * 60;
const hour = 60 * 60;
const day = 24 * hour;

export const tryLimits = {
  /** Wrong passwords. Beyond these limits a password costs something, but is not refused (`payForPassword`). */
  signInByAccount: { name: "wrong passwords by account", atMost: 10, withinSeconds: day },
  signInByClient: { name: "wrong passwords by client", atMost: 30, withinSeconds: hour },
  passkeyByClient: { name: "wrong passkeys by client", atMost: 30, withinSeconds: quarterHour },
  /** Passwords typed in a session. A separate count, so that no stranger can use it up, nor a thief of another session. */
  passwordInSession: { name: "password by session's owner", atMost: 10, withinSeconds: quarterHour },
  /** Passwords typed or chosen after a click on a mailed link. Nobody else can use this count up. */
  passwordByLink: { name: "password by link", atMost: 10, withinSeconds: quarterHour },
  mailByAccount: { name: "account mail by account", atMost: 5, withinSeconds: hour },
  mailByClient: { name: "account mail by client", atMost: 20, withinSeconds: hour },
  resetByClient: { name: "reset by client", atMost: 20, withinSeconds: hour },
  mailAgainByClient: { name: "account mail again by client", atMost: 10, withinSeconds: hour },
  /** Mails that strangers cause. All addresses of one mailbox count together. */
  mailToMailbox: { name: "account mail to mailbox", atMost: 3, withinSeconds: hour },
  mailInAll: { name: "account mail in all", atMost: 300, withinSeconds: hour },
  firstResetByAccount: { name: "first reset by account", atMost: 1, withinSeconds: hour },
  codes: { name: "second factor by account", atMost: 5, withinSeconds: quarterHour },
  /** Sign-ins begun with a provider. Each writes a row. */
  beginningsByClient: { name: "sign-in begun by client", atMost: 60, withinSeconds: quarterHour },
  /** Failures that the audit chain records, so that a flood of them does not fill the disk. */
  recordedFailures: { name: "recorded failures by account", atMost: 60, withinSeconds: hour },
} as const satisfies Record<string, LimitRule>;

export const byAccount = (rule: LimitRule, key: string): Attempt => ({ rule, key });
/** A browser of the owner has a count of its own. All others share one, so that they cannot use that up. */
export const byDevice = (rule: LimitRule, { id }: { id: string }, browserId: string | null): Attempt =>
  byAccount(rule, browserId === null ? id : `${id} ${browserId}`);
export const byClient = (rule: LimitRule, { caller }: AccountRequest): Attempt => ({
  rule,
  key: networkOf(caller.clientAddress),
});

export type SignInTries = { ofAddress: Attempt; ofNetworks: readonly Attempt[] };

/**
 * A browser that has signed in to the account has its own count and no other: people on the same line do not make it pay.
 */
export function signInTries(request: AccountRequest, email: string): SignInTries {
  const { signInByAccount, signInByClient } = tryLimits;
  const browserId = knownBrowserId(request, email);
  if (browserId !== null) return { ofAddress: byAccount(signInByAccount, `${email} ${browserId}`), ofNetworks: [] };
  const ofNeighbourhood = { rule: signInByClient, key: `${neighbourhoodOf(request.caller.clientAddress)}/` };
  return {
    ofAddress: byAccount(signInByAccount, email),
    ofNetworks: [byClient(signInByClient, request), ofNeighbourhood],
  };
}

/**
 * After a right password: only wrong ones count. Those of strangers stay counted, or each visit of the owner would make the
 * next guesses cheap.
 */
export async function takeBackSignInTry(request: AccountRequest, email: string): Promise<void> {
  const { ofAddress, ofNetworks } = signInTries(request, email);
  if (ofNetworks.length === 0) return request.limits.forget(ofAddress);
  for (const attempt of [ofAddress, ...ofNetworks]) await request.limits.takeBack(attempt);
}

/** After a new password, which nobody has guessed at: it costs nothing, neither in this browser nor in others. */
export async function forgetSignInTries(request: AccountRequest, email: string): Promise<void> {
  await request.limits.forget(signInTries(request, email).ofAddress);
  await forgetTriesOfStrangers(request, email);
}

/** The same for browsers that are not known. */
export async function forgetTriesOfStrangers({ limits }: AccountContext, email: string): Promise<void> {
  const { signInByAccount, firstResetByAccount, mailToMailbox } = tryLimits;
  for (const rule of [signInByAccount, firstResetByAccount]) await limits.forget(byAccount(rule, email));
  await limits.forget(byAccount(mailToMailbox, mailboxOf(email)));
}

/** For a link that was found valid. It is used up only after the hash. */
export const linkTries = (token: string): Attempt[] => [byAccount(tryLimits.passwordByLink, token)];

/** A browser that has signed in before has its own count. */
export function beginningTries(request: AccountRequest): Attempt[] {
  const browserId = knownBrowserId(request);
  if (browserId === null) return [byClient(tryLimits.beginningsByClient, request)];
  return [byAccount(tryLimits.beginningsByClient, browserId)];
}

export const registrationTries = (request: AccountRequest, email: string): Attempt[] => [
  byAccount(tryLimits.mailByAccount, mailboxOf(email)),
  byClient(tryLimits.mailByClient, request),
];

/** Asked where the answer to the client is the same in either case, whenever a stranger causes a mail. */
export async function mayMail({ limits, caller }: AccountRequest, email: string): Promise<boolean> {
  const { mailToMailbox, mailInAll } = tryLimits;
  const { allowed } = await limits.attempt([byAccount(mailToMailbox, mailboxOf(email))]);
  return allowed && (await attemptInAll(limits, mailInAll, neighbourhoodOf(caller.clientAddress))).allowed;
}

/**
 * Counts the same whether or not there is an account. The first reset mail of an hour to a confirmed account is always sent,
 * no matter what else was requested. Its link works for that hour, so the owner always has a working link.
 */
export async function mayMailReset(request: AccountRequest, email: string) {
  const { firstResetByAccount, resetByClient } = tryLimits;
  const { allowed: isFirst } = await request.limits.attempt([byAccount(firstResetByAccount, email)]);
  const { allowed: isFew } = await request.limits.attempt([byClient(resetByClient, request)]);
  const toAnybody = isFew && (await mayMail(request, email));
  return { toAnybody, toConfirmed: toAnybody || isFirst };
}

export async function mayMailAgain(request: AccountRequest, email: string): Promise<boolean> {
  const { allowed } = await request.limits.attempt([byClient(tryLimits.mailAgainByClient, request)]);
  return allowed && mayMail(request, email);
}
