import { dayMs } from "../durations.ts";
import type { DocumentKind } from "../records/document-kinds.ts";
import type { MailServer } from "../settings/mail-server.ts";
import type { SignIn } from "../settings/sign-in.ts";
import type { Leaving } from "./departure.ts";
import type { Role } from "./roles.ts";

/** How long a change waits for a second admin before it takes effect without one. */
export const heldForMs = dayMs;

/** For this long, nobody may be the second admin for the person who gave them their role, nor approve that person's records. */
export const newcomerMs = 7 * dayMs;

/**
 * A change that waits for a second admin where the four-eyes rule is on. `subject` is the id of a person, the address of
 * an invitation, or "" for the site. Only one change of a kind waits for each subject. So where another answer or other kinds
 * are another change, they are the subject.
 */
export type HeldChange =
  | ChangeOfPerson
  | { kind: "invite"; subject: string; role: Role }
  | { kind: "four-eyes-off"; subject: "" | "publish" }
  | { kind: "shown-kinds"; subject: string; kinds: readonly DocumentKind[] }
  | { kind: "mail-server"; subject: ""; server: MailServer | null }
  | { kind: "sign-in"; subject: ""; signIn: SignIn };

/** `provider`: the OpenID provider that gives the role. The answer why somebody loses their access travels with the change. */
export type ChangeOfPerson = { kind: PersonChange; subject: string; provider?: string } & Leaving;

const personChanges = [
  "make-admin",
  "make-moderator",
  "make-student",
  "suspend",
  "restore",
  "delete",
  "reset-factors",
] as const;
export type PersonChange = (typeof personChanges)[number];

export const isOfPerson = (change: HeldChange): change is ChangeOfPerson =>
  personChanges.some((kind) => kind === change.kind);

export const heldKinds = [
  ...personChanges,
  "invite",
  "four-eyes-off",
  "shown-kinds",
  "mail-server",
  "sign-in",
] as const;
