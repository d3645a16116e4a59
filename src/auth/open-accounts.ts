import type { Accounts, Outcome, SignInStep } from "#core/staff/accounts.ts";
import { openDesk } from "./account-desk.ts";
import type { AccountParts } from "./account-parts.ts";
import { answer } from "./endpoints/answer.ts";
import { makeApiToken } from "./api-token.ts";
import { beginTotp, confirmTotp, newRecoveryCodes, proveAgain, removeTotp } from "./own-account/authenticator-app.ts";
import { sessionOfCaller } from "./current-session.ts";
import { startGoogle } from "./google.ts";
import { linkHolds } from "./mailed-links.ts";
import { ownPasskeys, removePasskey, renamePasskey } from "./own-account/own-passkeys.ts";
import { changePassword, changeProfile } from "./own-account/own-profile.ts";
import { endAllSessions, endSession, ownSessions } from "./own-account/own-sessions.ts";
import { hashPassword } from "./password-hash.ts";
import { askForReset, resetPassword } from "./password-reset.ts";
import { confirmAddress, signUp } from "./registration.ts";
import { rotateFactors } from "./library/rotate-factors.ts";
import { mayShowPasskey, proveSecondFactor } from "./second-step.ts";
import { signIn, type SignInOutcome, signOut } from "./sign-in.ts";
import { sweep } from "./sweep.ts";

/** Costs nothing before somebody signs in: better-auth is loaded then. */
export function openAccounts(parts: AccountParts): Accounts {
  const desk = openDesk(parts);
  return {
    signedIn: (caller) => sessionOfCaller(desk, caller),
    answer: (request, clientAddress) => answer(desk, request, clientAddress),

    signUp: (caller, form) => signUp(desk, caller, form),
    confirmAddress: async (caller, form) => withoutBody(await confirmAddress(desk, caller, form)),
    signIn: async (caller, form) => withoutBody(await signIn(desk, caller, form)),
    proveSecondFactor: async (caller, form) => withoutBody(await proveSecondFactor(desk, caller, form)),
    mayShowPasskey: (caller) => mayShowPasskey(desk, caller),
    signOut: (caller) => signOut(desk, caller),
    linkHolds: (purpose, token) => linkHolds(desk, purpose, token),
    askForReset: (caller, form) => askForReset(desk, caller, form),
    resetPassword: (caller, form) => resetPassword(desk, caller, form),

    google: parts.google && { start: (caller, returnTo) => startGoogle(desk, caller, returnTo) },

    changeProfile: (caller, form) => changeProfile(desk, caller, form),
    changePassword: (caller, form) => changePassword(desk, caller, form),
    sessions: (caller) => ownSessions(desk, caller),
    endSession: (caller, sessionId) => endSession(desk, caller, sessionId),
    endAllSessions: (caller) => endAllSessions(desk, caller),

    beginTotp: (caller, form) => beginTotp(desk, caller, form),
    confirmTotp: (caller, form) => confirmTotp(desk, caller, form),
    newRecoveryCodes: (caller, form) => newRecoveryCodes(desk, caller, form),
    removeTotp: (caller, form) => removeTotp(desk, caller, form),
    passkeys: (caller) => ownPasskeys(desk, caller),
    renamePasskey: (caller, form) => renamePasskey(desk, caller, form),
    removePasskey: (caller, form) => removePasskey(desk, caller, form),
    proveAgain: (caller, form) => proveAgain(desk, caller, form),

    apiToken: (signedIn) => makeApiToken(desk, signedIn),
    hashPassword,
    rotateFactors: () => rotateFactors(desk),
    sweep: (stopping) => sweep(desk, stopping),
  };
}

/** Pages have no use for better-auth's answer, which holds half of the cookie. */
function withoutBody(outcome: SignInOutcome): Outcome<SignInStep> {
  if (!outcome.ok) return outcome;
  const { body: _, ...step } = outcome;
  return step;
}
