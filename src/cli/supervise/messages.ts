import { z } from "zod";

/** Descriptors that every process of a supervisor inherits. Number 3 is its channel to the supervisor. */
export const inherited = {
  /** The socket of the site. Whoever listens at it closes it with its server, so it is there once for each of two. */
  site: 4,
  restoring: 5,
  journal: [6, 7],
} as const;

/** From a process to its supervisor. */
const fromMember = z.discriminatedUnion("is", [
  /** `epoch` says how far the journal of misses is read. */
  z.object({ is: z.literal("beat"), epoch: z.number().nullable() }),
  /** It restores the database, or takes steps of it, on SQLite without a pause: it may be silent until it serves. */
  z.object({ is: z.literal("works") }),
  z.object({ is: z.literal("serving") }),
  /** Somebody ordered a restore: everybody has to stop, and the process that starts next carries it out. */
  z.object({ is: z.literal("restore") }),
  /** For the processes of this supervisor, also those that start later. */
  z.object({ is: z.literal("known"), value: z.unknown() }),
  /** The answer lists the serving processes. With `isForAll`, each of them is asked first. */
  z.object({ is: z.literal("question"), id: z.number(), isForAll: z.boolean() }),
  z.object({ is: z.literal("answer"), id: z.number(), value: z.unknown() }),
]);
export type FromMember = z.output<typeof fromMember>;

const member = z.object({
  pid: z.number(),
  number: z.number(),
  /** When it began to serve, in milliseconds. */
  since: z.number(),
  /** How often a process with this number ended, and another one took its place. */
  replaced: z.number(),
  /** What it answered; undefined if it did not, or was not asked. */
  answer: z.unknown().optional(),
});
export type MemberAnswer = z.output<typeof member>;

/** From a supervisor to one of its processes. */
const toMember = z.discriminatedUnion("is", [
  /** Another process has taken its place. */
  z.object({ is: z.literal("replaced") }),
  z.object({ is: z.literal("known"), value: z.unknown() }),
  z.object({ is: z.literal("question"), id: z.number() }),
  z.object({ is: z.literal("answers"), id: z.number(), of: z.array(member) }),
]);
export type ToMember = z.output<typeof toMember>;

/** Null for a message that only another version knows. */
export const readFromMember = (message: unknown): FromMember | null => fromMember.safeParse(message).data ?? null;
export const readToMember = (message: unknown): ToMember | null => toMember.safeParse(message).data ?? null;
