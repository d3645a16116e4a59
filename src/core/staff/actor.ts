import type { Role } from "./roles.ts";

/** Who asks. `system` is the portal's own work: demo data, the command line. `program` holds the UPLOAD_KEY. */
export type Actor =
  | { kind: "anonymous" }
  | { kind: "staff"; id: string; role: Role }
  | { kind: "program"; id: string }
  | { kind: "system"; id: string };

export const anonymous: Actor = { kind: "anonymous" };
export const uploadProgram: Actor & { kind: "program" } = { kind: "program", id: "upload-key" };
export const system = (id: string): Actor => ({ kind: "system", id });

/** The name under which an actor's deeds are recorded. */
export const actorId = (actor: Actor): string => (actor.kind === "anonymous" ? "anonymous" : actor.id);
