import { type Actor, isProgram, monitor, uploadProgram } from "./actor.ts";

/**
 * Who may use a route at all. permissions.ts decides what they may do there, and with which record.
 * - `clerks`: moderators and admins
 * - `moderators`, `students`: pages for that role only
 * - `uploaders`: clerks, and programs with the UPLOAD_KEY
 * - `monitors`: programs with the METRICS_TOKEN
 */
export const accessPolicies = {
  anyone: () => true,
  "signed-in": (actor: Actor) => isStaff(actor),
  students: (actor: Actor) => isStaff(actor, "student"),
  moderators: (actor: Actor) => isStaff(actor, "moderator"),
  clerks: (actor: Actor) => isStaff(actor, "moderator", "admin"),
  uploaders: (actor: Actor) => isProgram(actor, uploadProgram) || isStaff(actor, "moderator", "admin"),
  monitors: (actor: Actor) => isProgram(actor, monitor),
  admins: (actor: Actor) => isStaff(actor, "admin"),
} as const satisfies Record<string, (actor: Actor) => boolean>;

export type AccessPolicy = keyof typeof accessPolicies;

const isStaff = (actor: Actor, ...roles: string[]) =>
  actor.kind === "staff" && (roles.length === 0 || roles.includes(actor.role));
