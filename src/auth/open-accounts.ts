import type { Accounts, Outcome, SignInStep } from "#core/staff/accounts.ts";
import { deleteSomeEnded } from "#storage/database/ended-accounts.ts";
import type { AccountContext, GuessingCosts } from "./account-context.ts";
import { answerEndpoint } from "./answer-endpoint.ts";
import { responseMs } from "./constant-response-time.ts";
import type { SignInOutcome } from "./begin-session.ts";
import { makeApiToken, sessionOfCaller } from "./current-session.ts";
import { beginTotp, confirmTotp, proveAgain, removeTotp, replaceRecoveryCodes } from "./factors/authenticator-app.ts";
import { rotateFactors } from "./factors/factor-encryption.ts";
import { ownPasskeys, removePasskey, renamePasskey } from "./factors/passkeys.ts";
import { mayShowPasskey, proveSecondFactor } from "./factors/second-step.ts";
import { type GoogleClient, openGoogle } from "./google/google-provider.ts";
import { startGoogle } from "./google/visit-google.ts";
import { linkHolds } from "./mailed-links.ts";
import { changePassword, changeProfile } from "./own-account.ts";
import { endAllSessions, endSession, ownSessions } from "./own-sessions.ts";
import { hashPassword, passwordWork } from "./password-hash.ts";
import { askForReset, resetPassword } from "./password-reset.ts";
import { confirmAddress, signUp } from "./registration.ts";
import { sessionLimits } from "./session-limits.ts";
import { signIn, signOut } from "./sign-in.ts";

type AccountParts = Omit<AccountContext, "google" | keyof GuessingCosts> &
  Partial<GuessingCosts> & { google: GoogleClient | null };

/** The libraries for Google, passkeys and apps are loaded at first use: nobody who only looks a record up pays for them. */
export function openAccounts(parts: AccountParts): Accounts {
  const context: AccountContext = {
    passwordWork,
    responseMs,
    ...parts,
    google: parts.google && openGoogle(parts.google),
  };
  return {
    signedIn: (caller) => sessionOfCaller(context, caller),
    answer: (request, clientAddress) => answerEndpoint(context, request, clientAddress),

    signUp: (caller, form) => signUp(context, caller, form),
    confirmAddress: async (caller, form) => stepOnly(await confirmAddress(context, caller, form)),
    signIn: async (caller, form) => stepOnly(await signIn(context, caller, form)),
    proveSecondFactor: async (caller, form) => stepOnly(await proveSecondFactor(context, caller, form)),
    mayShowPasskey: (caller) => mayShowPasskey(context, caller),
    signOut: (caller) => signOut(context, caller),
    linkHolds: (purpose, token) => linkHolds(context, purpose, token),
    askForReset: (caller, form) => askForReset(context, caller, form),
    resetPassword: (caller, form) => resetPassword(context, caller, form),

    google: parts.google && { start: (caller, returnTo) => startGoogle(context, caller, returnTo) },

    changeProfile: (caller, form) => changeProfile(context, caller, form),
    changePassword: (caller, form) => changePassword(context, caller, form),
    sessions: (caller) => ownSessions(context, caller),
    endSession: (caller, sessionId) => endSession(context, caller, sessionId),
    endAllSessions: (caller) => endAllSessions(context, caller),

    beginTotp: (caller, form) => beginTotp(context, caller, form),
    confirmTotp: (caller, form) => confirmTotp(context, caller, form),
    newRecoveryCodes: (caller, form) => replaceRecoveryCodes(context, caller, form),
    removeTotp: (caller, form) => removeTotp(context, caller, form),
    passkeys: (caller) => ownPasskeys(context, caller),
    renamePasskey: (caller, form) => renamePasskey(context, caller, form),
    removePasskey: (caller, form) => removePasskey(context, caller, form),
    proveAgain: (caller, form) => proveAgain(context, caller, form),

    apiToken: (signedIn) => makeApiToken(context, signedIn),
    hashPassword: (password) => hashPassword(password, context.passwordWork),
    rotateFactors: () => rotateFactors(context),
    sweep: (stopping) => sweep(context, stopping),
  };
}

/** Pages get no session row: its token is half of the cookie. */
function stepOnly(outcome: SignInOutcome): Outcome<SignInStep> {
  if (!outcome.ok) return outcome;
  const { ok, next, cookies } = outcome;
  return { ok, next, cookies };
}

const day = 24 * 60 * 60_000;

/** An address that somebody else may have given is not kept for ever. */
const unconfirmedMs = 30 * day;

async function sweep({ database, now }: AccountContext, stopping?: AbortSignal): Promise<void> {
  const at = now();
  const moments = { now: at, idleSince: at - sessionLimits.idleMs, unconfirmedSince: at - unconfirmedMs };
  while (!stopping?.aborted && (await database.write((writer) => deleteSomeEnded(writer, moments))));
}
