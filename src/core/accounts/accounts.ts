import type { FieldProblem } from "../errors.ts";
import type { Language } from "../settings/languages.ts";
import type { Provider } from "../settings/sign-in.ts";
import type { AccountActor } from "./actor.ts";
import type { Role } from "./roles.ts";

/** The parts of a request that accounts need. */
export type Caller = {
  headers: Headers;
  clientAddress: string;
  /** The language of the page. Omitted for calls. */
  language?: Language;
};

/** The person behind a session, as the pages show them. */
export type Person = {
  id: string;
  email: string;
  name: string;
  /** An https address elsewhere. No page loads it: operations/accounts/photos.ts. */
  photoUrl: string;
  /** The stored role. The actor's role is `student` while a required second factor is missing. */
  role: Role;
  hasPassword: boolean;
  /** True if the account of an OpenID provider opens this one. */
  hasProvider: boolean;
  /** True if sign-in asks for a code: of an app, or a recovery code. */
  hasCodes: boolean;
  passkeys: number;
  /** True if the person has any second factor. */
  hasFactor: boolean;
};

export type SignedIn = { actor: AccountActor; person: Person; sessionId: string };

/** What an account step that succeeded leaves: the Set-Cookie lines of the response, and more. */
export type StepDone<More = unknown> = { cookies: string[] } & More;

/** `codesLeft`: how many recovery codes the person has after one was used. */
export type SignInStep = { next: "signed-in" | "second-factor"; codesLeft?: number };
/** With fewer codes, the person is asked to make new ones. */
export const fewCodes = 3;
export type OwnCodes = { hasApp: boolean; left: number };

export type ShownProvider = { id: string; name: string };
export type ConnectedProvider = ShownProvider & { isConnected: boolean };
/** `onlyProviders`: passwords and passkeys open nothing for people with a provider's account. */
export type SignInWays = { providers: ShownProvider[]; onlyProviders: boolean };

/** As much of `fetch` as is needed to ask a provider. */
export type ProviderFetch = (
  url: string,
  options: { headers: Record<string, string>; body?: unknown; signal?: AbortSignal | undefined },
) => Promise<Response>;

export type OwnSession = { id: string; startedAt: number; usedAt: number; browser: string; isThis: boolean };
/** A passkey that opens the holder's page of a record, as the holder's row contains it. */
export type HolderPasskey = { id: string; publicKey: string };
export type OwnPasskey = { id: string; name: string; addedAt: number };

/**
 * Accounts, sessions and factors. Every method counts attempts, writes its audit events, and takes the same time whether or
 * not an address has an account. Form input is passed as typed (`unknown`) and validated here. A refusal is a PortalError.
 */
export type Accounts = {
  /**
   * Returns who sends the request, by session cookie or API token. Reads the database every time. Extends the idle timeout
   * of the session.
   */
  signedIn: (caller: Caller) => Promise<SignedIn | null>;
  /** Answers the listed endpoints of /api/auth. Every other path there is a 404. */
  answer: (request: Request, clientAddress: string) => Promise<Response>;

  /** Always answers that a mail was sent, whether or not the address has an account. */
  signUp: (caller: Caller, form: unknown) => Promise<StepDone<{ next: "check-mail" }>>;
  /**
   * Takes the `token` of the mailed link and the `password` chosen at registration, and signs in. A link alone would
   * confirm the account of a person who registered somebody else's address. A user who does not know the password resets
   * it, which confirms the address as well.
   */
  confirmAddress: (caller: Caller, form: unknown) => Promise<StepDone<SignInStep>>;
  signIn: (caller: Caller, form: unknown) => Promise<StepDone<SignInStep>>;
  /** For a person who has just made their account with a link, whose tries are already counted. Counts no tries. */
  signInByLink: (caller: Caller, form: unknown) => Promise<StepDone<SignInStep>>;
  /** `code` is a code of the authenticator app, or a recovery code. */
  proveSecondFactor: (caller: Caller, form: unknown) => Promise<StepDone<SignInStep>>;
  /** Between password and second factor: what the person has. The same for every other caller. */
  waysToGoOn: (caller: Caller) => Promise<{ app: boolean; passkey: boolean }>;
  signOut: (caller: Caller) => Promise<StepDone>;
  /** True if a mailed link still works. The check does not use up the link. */
  linkHolds: (purpose: "confirm" | "reset", token: string) => Promise<boolean>;
  askForReset: (caller: Caller, form: unknown) => Promise<StepDone>;
  resetPassword: (caller: Caller, form: unknown) => Promise<StepDone>;

  /** OpenID providers. Each is named by its id. */
  providers: {
    ways: () => Promise<SignInWays>;
    ofPerson: (person: Person) => Promise<ConnectedProvider[]>;
    /** `returnTo` is a path of this site. Problems are shown on the page `askedOn`. */
    start: (
      caller: Caller,
      id: string,
      returnTo: string,
      askedOn?: "/login" | "/register",
    ) => Promise<StepDone<{ url: string }>>;
    /** The same for a signed-in user: leads back to the account page, and links the accounts. */
    connect: (caller: Caller, id: string) => Promise<StepDone<{ url: string }>>;
    disconnect: (caller: Caller, id: string) => Promise<StepDone>;
    /** Asks the provider for its addresses. Returns what is wrong with its issuer, or null. */
    check: (provider: Pick<Provider, "issuer" | "clientId" | "clientSecret">) => Promise<FieldProblem | null>;
  };

  changeProfile: (caller: Caller, form: unknown) => Promise<StepDone>;
  changePassword: (caller: Caller, form: unknown) => Promise<StepDone>;
  sessions: (caller: Caller) => Promise<OwnSession[]>;
  endSession: (caller: Caller, sessionId: string) => Promise<StepDone>;
  /** Ends the session of this caller as well. */
  endAllSessions: (caller: Caller) => Promise<StepDone>;

  beginTotp: (caller: Caller, form: unknown) => Promise<StepDone<{ uri: string; secret: string }>>;
  confirmTotp: (caller: Caller, form: unknown) => Promise<StepDone<{ recoveryCodes: readonly string[] }>>;
  newRecoveryCodes: (caller: Caller, form: unknown) => Promise<StepDone<{ recoveryCodes: readonly string[] }>>;
  removeTotp: (caller: Caller, form: unknown) => Promise<StepDone>;
  codesOf: (person: Person) => Promise<OwnCodes>;
  passkeys: (caller: Caller) => Promise<OwnPasskey[]>;
  renamePasskey: (caller: Caller, form: unknown) => Promise<StepDone>;
  removePasskey: (caller: Caller, form: unknown) => Promise<StepDone>;
  /** The same ceremony for holders of records, who have no account. The browser's response is passed as unparsed JSON. */
  holderPasskeys: {
    options: (holder: { id: string; name: string }, challenge: string) => Promise<object>;
    /** Returns the passkey to store. */
    made: (given: string, challenge: string) => Promise<HolderPasskey>;
    /**
     * Returns the id of the holder whose passkey was shown. Each challenge works once. Null if `find` returns another
     * passkey or none.
     */
    shown: (
      caller: Caller,
      given: string,
      find: (holderId: string) => Promise<HolderPasskey | null>,
    ) => Promise<string | null>;
  };
  /** Takes a code or recovery code of a signed-in user. Afterwards the user may do what cannot be undone for a while. */
  proveAgain: (caller: Caller, form: unknown) => Promise<StepDone<{ codesLeft?: number }>>;

  /** For POST /jwt. The token lasts 15 minutes, and ends with the session that it was made from. */
  apiToken: (signedIn: SignedIn) => string;
  /**
   * For accounts that operations create: the first admin, an accepted invitation, the demo. Attempts are counted per
   * `linkToken`, which must be a link that works. Too many attempts throw.
   */
  hashPassword: (password: string, linkToken?: string) => Promise<string>;
  /** True if `hash` is a hash of this password made by `hashPassword`. */
  isPassword: (hash: string, password: string) => Promise<boolean>;
  /** Lifts the lock after wrong passwords. Called after the command line has set a password. */
  forgetTries: (email: string) => Promise<void>;
  /** Deletes what has ended: sessions, links, unfinished sign-ins, and registrations that nobody confirmed for a month. */
  sweep: (stopping?: AbortSignal) => Promise<void>;
};
