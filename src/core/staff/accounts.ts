import type { FieldProblems } from "../errors.ts";
import type { Language } from "../settings/languages.ts";
import type { StaffActor } from "./actor.ts";
import type { Role } from "./roles.ts";

/** One request, as far as accounts look at it. */
export type Caller = {
  headers: Headers;
  clientAddress: string;
  /** Of the page; calls have none. */
  language?: Language;
};

/** The person behind a session, as the pages show them. */
export type Person = {
  id: string;
  email: string;
  name: string;
  /** An https address, shown in the dashboard only; "" shows initials. */
  photoUrl: string;
  /** What the database says. The actor's role is `student` while a second factor is demanded and missing. */
  role: Role;
  hasPassword: boolean;
  hasGoogle: boolean;
  hasTotp: boolean;
  passkeys: number;
};

export type SignedIn = { actor: StaffActor; person: Person; sessionId: string };

/** Why an account step did not happen; routes turn the id into words. */
export type AccountProblem =
  | "wrong-credentials"
  | "unconfirmed"
  | "suspended"
  /** Too many tries: `waitSeconds` says for how long. */
  | "wait"
  /** More passwords are being checked than the site can check in time. */
  | "busy"
  /** The link was used, is too old, or never was. */
  | "link-ended"
  | "wrong-code"
  /** Between password and second factor too much time went by: begin again. */
  | "sign-in-ended"
  /** Changing factors wants a fresh proof: a code, the passkey, or for Google people a new sign-in. */
  | "prove-again"
  | "invitation-needed"
  | "google-denied"
  | "google-failed"
  | "google-unverified"
  /** An account with this address exists and is not linked to Google: its owner connects it on the account page. */
  | "google-not-linked"
  /** Another account is linked to this one at Google. */
  | "google-taken"
  | "google-wrong-key"
  /** Google was not told of our address. */
  | "google-wrong-site"
  /** Whoever the Google account belongs to keeps it away from us. */
  | "google-organisation"
  | "passkey-failed";

export type Refused =
  | { ok: false; problem: AccountProblem; waitSeconds?: number }
  | { ok: false; problem: "fields"; fields: FieldProblems };

/** `cookies` are Set-Cookie lines for the answer. */
export type Done<More = unknown> = { ok: true; cookies: string[] } & More;
export type Outcome<More = unknown> = Done<More> | Refused;

export type SignInStep = { next: "signed-in" } | { next: "second-factor" };

export type OwnSession = { id: string; startedAt: number; usedAt: number; browser: string; isThis: boolean };
/** A passkey that opens the page of a record's holder, as their row has it. */
export type HolderPasskey = { id: string; publicKey: string };
export type OwnPasskey = { id: string; name: string; addedAt: number };

/**
 * Accounts, sessions and factors. Every method counts tries, writes its audit events and takes the same time whether an
 * address has an account or not. What comes from a form goes in as typed (`unknown`) and is checked here.
 */
export type Accounts = {
  /** Who asks, by session cookie or API token: read from the database each time. Moves the idle end of the session. */
  signedIn: (caller: Caller) => Promise<SignedIn | null>;
  /** The listed endpoints of /api/auth; everything else there is 404. */
  answer: (request: Request, clientAddress: string) => Promise<Response>;

  /** Always "sent", whoever has the address. */
  signUp: (caller: Caller, form: unknown) => Promise<Outcome<{ next: "check-mail" }>>;
  /**
   * `token` of the mailed link and the `password` chosen at registration, which signs in: a link alone would hand the
   * account to whoever registered somebody else's address. Who does not know the password resets it, which confirms too.
   */
  confirmAddress: (caller: Caller, form: unknown) => Promise<Outcome<SignInStep>>;
  signIn: (caller: Caller, form: unknown) => Promise<Outcome<SignInStep>>;
  /** `code` of the app, or a recovery code. */
  proveSecondFactor: (caller: Caller, form: unknown) => Promise<Outcome<SignInStep>>;
  /** Between password and second factor: whether the person has a passkey. False for everybody else. */
  mayShowPasskey: (caller: Caller) => Promise<boolean>;
  signOut: (caller: Caller) => Promise<{ cookies: string[] }>;
  /** Whether a mailed link still works. Looking does not use it up. */
  linkHolds: (purpose: "confirm" | "reset", token: string) => Promise<boolean>;
  askForReset: (caller: Caller, form: unknown) => Promise<Outcome>;
  resetPassword: (caller: Caller, form: unknown) => Promise<Outcome>;

  /** Null where Google is not set up. `returnTo` is a path of ours; problems are said on the page where it was `askedOn`. */
  google: null | {
    start: (caller: Caller, returnTo: string, askedOn?: "/login" | "/register") => Promise<Outcome<{ url: string }>>;
    /** The same for who is signed in: leads back to the account page, and links. */
    connect: (caller: Caller) => Promise<Outcome<{ url: string }>>;
  };
  disconnectGoogle: (caller: Caller, form: unknown) => Promise<Outcome>;

  changeProfile: (caller: Caller, form: unknown) => Promise<Outcome>;
  changePassword: (caller: Caller, form: unknown) => Promise<Outcome>;
  sessions: (caller: Caller) => Promise<OwnSession[]>;
  endSession: (caller: Caller, sessionId: string) => Promise<Outcome>;
  /** This one too. */
  endAllSessions: (caller: Caller) => Promise<{ cookies: string[] }>;

  beginTotp: (caller: Caller, form: unknown) => Promise<Outcome<{ uri: string; secret: string }>>;
  confirmTotp: (caller: Caller, form: unknown) => Promise<Outcome<{ recoveryCodes: string[] }>>;
  newRecoveryCodes: (caller: Caller, form: unknown) => Promise<Outcome<{ recoveryCodes: string[] }>>;
  removeTotp: (caller: Caller, form: unknown) => Promise<Outcome>;
  passkeys: (caller: Caller) => Promise<OwnPasskey[]>;
  renamePasskey: (caller: Caller, form: unknown) => Promise<Outcome>;
  removePasskey: (caller: Caller, form: unknown) => Promise<Outcome>;
  /** The same ceremony for holders of records, who have no account. What a browser says is JSON, as it came. */
  holderPasskeys: {
    options: (holder: { id: string; name: string }, challenge: string) => Promise<object>;
    /** What to keep; null where it is none, or answers another challenge. */
    made: (given: string, challenge: string) => Promise<HolderPasskey | null>;
    /** The id of the holder whose passkey was shown, once for each challenge; null where it is not the one that `find` knows. */
    shown: (
      caller: Caller,
      given: string,
      find: (holderId: string) => Promise<HolderPasskey | null>,
    ) => Promise<string | null>;
  };
  /** A code or recovery code of somebody who is signed in: what cannot be undone is allowed again for a while. */
  proveAgain: (caller: Caller, form: unknown) => Promise<Outcome>;

  /** POST /jwt: 15 minutes, ends with the session that it was made from. */
  apiToken: (signedIn: SignedIn) => string;
  /**
   * For accounts that operations make: the first admin, an invitation that is taken, the demo. Tries are counted by the `linkToken`
   * that was found to hold. Too many fail with "too-many-requests".
   */
  hashPassword: (password: string, linkToken?: string) => Promise<string>;
  /** Whether it is the one that `hashPassword` hashed. */
  isPassword: (hash: string, password: string) => Promise<boolean>;
  /** Encrypts second factors under the newest SECRET; says how many were under an older one. */
  rotateFactors: () => Promise<number>;
  /** Forgets what has ended: sessions, links, half sign-ins, and registrations that nobody confirmed for a month. */
  sweep: (stopping?: AbortSignal) => Promise<void>;
};
