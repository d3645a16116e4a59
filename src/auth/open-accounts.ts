import { randomUUID } from "node:crypto";
import { dayMs } from "#core/durations.ts";
import type { Accounts, Caller, Person, SignInStep, StepDone } from "#core/accounts/accounts.ts";
import { deleteSomeEnded } from "#storage/database/accounts/ended-accounts.ts";
import type { AccountContext, AccountRequest, GuessingCosts } from "./account-context.ts";
import { answerEndpoint } from "./answer-endpoint.ts";
import type { SignInDone } from "./begin-session.ts";
import type { CodeTaken } from "./factors/second-factor-codes.ts";
import { responseMs } from "./constant-response-time.ts";
import { makeApiToken, signedInCaller } from "./current-session.ts";
import {
  beginTotp,
  codesOf,
  confirmTotp,
  proveAgain,
  removeTotp,
  replaceRecoveryCodes,
} from "./factors/authenticator-app.ts";
import { holderPasskeys } from "./factors/holder-passkeys.ts";
import { ownPasskeys, removePasskey, renamePasskey } from "./factors/passkeys.ts";
import { proveSecondFactor, waysToGoOn } from "./factors/second-step.ts";
import { inTurn, knownClient, openHashQueue } from "./hash-turns.ts";
import { linkHolds } from "./mailed-links.ts";
import { changePassword, changeProfile, endAllSessions, endSession, ownSessions } from "./own-account.ts";
import { hashPassword, isPassword, passwordWork } from "./password-hash.ts";
import { askForReset, resetPassword } from "./password-reset.ts";
import { checkProvider, openProviders } from "./providers/open-provider.ts";
import { disconnectProvider, providersOf, waysToSignIn } from "./providers/provider-account.ts";
import { connectProvider, startVisit } from "./providers/visit-provider.ts";
import { confirmAddress, signUp } from "./registration.ts";
import { sessionLimits } from "./session-limits.ts";
import { signIn, signInByLink, signOut } from "./sign-in.ts";
import { forgetTriesOfStrangers, linkTries } from "./tries.ts";

type AccountParts = Omit<AccountContext, "openProvider" | "hashQueue" | keyof GuessingCosts> & Partial<GuessingCosts>;

/** The libraries for providers, passkeys and apps are loaded at first use, so that lookups do not pay for them. */
export function openAccounts(parts: AccountParts): Accounts {
  const context: AccountContext = {
    passwordWork,
    responseMs,
    ...parts,
    openProvider: openProviders(parts.fetchProvider, parts.now),
    hashQueue: openHashQueue(),
  };
  const from = (caller: Caller): AccountRequest => ({ ...context, caller });
  const step =
    <Form, More>(work: (request: AccountRequest, form: Form) => Promise<StepDone<More>>) =>
    (caller: Caller, form: Form): Promise<StepDone<More>> =>
      work(from(caller), form);
  return {
    signedIn: (caller) => signedInCaller(from(caller)),
    answer: (request, clientAddress) => answerEndpoint(context, request, clientAddress),

    signUp: step(signUp),
    confirmAddress: step(withoutSession(confirmAddress)),
    signIn: step(withoutSession(signIn)),
    signInByLink: step(withoutSession(signInByLink)),
    proveSecondFactor: step(withoutSession(proveSecondFactor)),
    waysToGoOn: (caller) => waysToGoOn(from(caller)),
    signOut: (caller) => signOut(from(caller)),
    linkHolds: (purpose, token) => linkHolds(context, purpose, token),
    askForReset: step(askForReset),
    resetPassword: step(resetPassword),

    providers: {
      ...providerSteps(context),
      start: (caller, ...args) => startVisit(from(caller), ...args),
      connect: step(connectProvider),
      disconnect: step(disconnectProvider),
    },

    changeProfile: step(changeProfile),
    changePassword: step(changePassword),
    sessions: (caller) => ownSessions(from(caller)),
    endSession: step(endSession),
    endAllSessions: (caller) => endAllSessions(from(caller)),

    beginTotp: step(beginTotp),
    confirmTotp: step(confirmTotp),
    newRecoveryCodes: step(replaceRecoveryCodes),
    removeTotp: step(removeTotp),
    codesOf: (person) => codesOf(context, person.id),
    passkeys: (caller) => ownPasskeys(from(caller)),
    renamePasskey: step(renamePasskey),
    removePasskey: step(removePasskey),
    holderPasskeys: holderPasskeys(context),
    proveAgain: step(proveAgain),

    apiToken: (signedIn) => makeApiToken(context, signedIn),
    hashPassword: (...chosen) => hashForOperation(context, ...chosen),
    isPassword: (hash, password) =>
      inTurn(context, knownClient(hash ?? ""), [], () => isPassword(hash, password, context.passwordWork)),
    forgetTries: (email) => forgetTriesOfStrangers(context, email),
    sweep: (stopping) => sweep(context, stopping),
  };
}

const providerSteps = (context: AccountContext) => ({
  ways: () => waysToSignIn(context),
  ofPerson: (person: Person) => providersOf(context, person),
  check: (provider: Parameters<typeof checkProvider>[0]) => checkProvider(provider, context.fetchProvider),
});

type SignIn = (request: AccountRequest, form: unknown) => Promise<SignInDone & CodeTaken>;

/** Pages do not get the session row: its token is half of the cookie. */
const withoutSession =
  (signsIn: SignIn) =>
  async (request: AccountRequest, form: unknown): Promise<StepDone<SignInStep>> => {
    const { next, cookies, codesLeft } = await signsIn(request, form);
    return { next, cookies, ...(codesLeft !== undefined && { codesLeft }) };
  };

const hashForOperation = (context: AccountContext, password: string, linkToken?: string): Promise<string> =>
  inTurn(context, knownClient(linkToken ?? randomUUID()), linkToken === undefined ? [] : linkTries(linkToken), () =>
    hashPassword(password, context.passwordWork),
  );

/** Unconfirmed accounts are deleted after this time, because somebody else may have given the address. */
const unconfirmedMs = 30 * dayMs;

async function sweep({ database, now }: AccountContext, stopping?: AbortSignal): Promise<void> {
  const at = now();
  const moments = { now: at, idleSince: at - sessionLimits.idleMs, unconfirmedSince: at - unconfirmedMs };
  while (!stopping?.aborted && (await database.write((writer) => deleteSomeEnded(writer, moments))));
}
