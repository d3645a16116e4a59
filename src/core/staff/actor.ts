import type { KeyScope } from "./api-keys.ts";
import type { Role } from "./roles.ts";

/** Where a request came from, as it is logged. */
export type ClientInfo = {
  clientAddress: string;
  /** "Firefox on Android", nothing finer. */
  browser: string;
};

/** Somebody who is signed in, in the role that the database had for them a moment ago. */
export type StaffActor = {
  kind: "staff";
  id: string;
  role: Role;
  /** Has a second factor and last showed it too long ago for what cannot be undone. */
  mustProveAgain?: boolean;
  from?: ClientInfo;
  /** Where a program acts for them with a key: what that may be used for. */
  scope?: KeyScope;
};

/** Who acts. `system` is the portal itself: demo data, the command line. `program` has the UPLOAD_KEY or the METRICS_TOKEN. `holder` has the page of a record. */
export type Actor =
  | { kind: "anonymous" }
  | StaffActor
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
