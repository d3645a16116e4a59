import { type Actor, isProgram, monitor, uploadProgram } from "./actor.ts";

/**
 * Who may use a route at all. permissions.ts decides what they may do there, and with which record.
 * - `staff`: moderators and admins
 * - `moderators`, `organisations`, `students`: pages for that role only
 * - `key-owners`: those who may have API keys
 * - `uploaders`: staff, and programs with the UPLOAD_KEY
 * - `monitors`: programs with the METRICS_TOKEN
 */
export const accessPolicies = {
  anyone: () => true,
  "signed-in": (actor: Actor) => isAccount(actor),
  students: (actor: Actor) => isAccount(actor, "student"),
  organisations: (actor: Actor) => isAccount(actor, "organisation"),
  "key-owners": (actor: Actor) => isAccount(actor, "admin", "organisation"),
  moderators: (actor: Actor) => isAccount(actor, "moderator"),
  staff: (actor: Actor) => isAccount(actor, "moderator", "admin"),
  uploaders: (actor: Actor) => isProgram(actor, uploadProgram) || isAccount(actor, "moderator", "admin"),
  monitors: (actor: Actor) => isProgram(actor, monitor),
  admins: (actor: Actor) => isAccount(actor, "admin"),
} as const satisfies Record<string, (actor: Actor) => boolean>;

export type AccessPolicy = keyof typeof accessPolicies;

const isAccount = (actor: Actor, ...roles: string[]) =>
  actor.kind === "account" && (roles.length === 0 || roles.includes(actor.role));
