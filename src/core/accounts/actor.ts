import type { KeyScope } from "./api-keys.ts";
import type { Role } from "./roles.ts";

/** The origin of a request, as it is logged. */
export type ClientInfo = {
  clientAddress: string;
  /** Such as "Firefox on Android", without further details. */
  browser: string;
};

/** A signed-in account, with the role that the database had a moment ago. */
export type AccountActor = {
  kind: "account";
  id: string;
  role: Role;
  /** The role of an account whose required second step is missing: until it is shown, `role` is `student`. */
  roleWithSecondStep?: Role;
  /** True if the account has a second factor but showed it too long ago for actions that cannot be undone. */
  mustProveAgain?: boolean;
  /** True if the account has no second factor and signed in too long ago for what outlasts a session. */
  mustSignInAgain?: boolean;
  /** True for the first minutes of a session. */
  hasJustSignedIn?: boolean;
  from?: ClientInfo;
  /** The id of the session or API key of the request. */
  sessionOrKey?: string;
  /** Set while a held change takes effect: a second admin agreed, or the wait is over. */
  isReleased?: true;
  /** Set if a program acts for the account with an API key. Limits what the key may be used for. */
  scope?: KeyScope;
};

/**
 * Who acts. `system` is the portal itself: demo data, the command line. `program` has the UPLOAD_KEY or the METRICS_TOKEN.
 * `holder` uses the holder's page of a record.
 */
export type Actor =
  | { kind: "anonymous" }
  | AccountActor
  | { kind: "holder"; id: "holder" }
  | { kind: "program"; id: string }
  | { kind: "system"; id: string };

export const anonymous: Actor = { kind: "anonymous" };
export const holder = { kind: "holder", id: "holder" } as const satisfies Actor;
export const uploadProgram: Actor & { kind: "program" } = { kind: "program", id: "upload-key" };
export const monitor: Actor & { kind: "program" } = { kind: "program", id: "metrics-token" };
export const isProgram = (actor: Actor, { id }: typeof uploadProgram): boolean =>
  actor.kind === "program" && actor.id === id;
export const system = (id: string): Actor => ({ kind: "system", id });

export const actorId = (actor: Actor): string => (actor.kind === "anonymous" ? "anonymous" : actor.id);
