import { createHash } from "node:crypto";
import { z } from "zod";
import { hasCome } from "#core/wrong-clock.ts";
import { type Level, waitSecondsOf } from "./lookup-price.ts";

/** Seals the ticket of a wait, so that only this site can make one. */
export type Tokens = { seal: (value: unknown) => string; unseal: (token: string) => unknown };

export type Waiting = {
  /** The client that waits, and the part of the internet in which it cannot wait several times at once. */
  client: { name: string; neighbourhood: string };
  level: Level;
  /** What somebody guesses: all clients together have one turn a minute for it. Null if nothing is guessed. */
  guessed: string | null;
  ticket: string | undefined;
};

const ticketLifetimeMs = 10 * 60_000;

const ticketSchema = z.object({ network: z.string(), level: z.number(), from: z.number() });

/** Returns the wait that is required. One that has begun continues. */
export function requiredWait(tokens: Tokens, waiting: Waiting, now: number): { ticket: string; seconds: number } {
  const { client, level, ticket } = waiting;
  const begun = readTicket(tokens, waiting, now);
  if (ticket && begun && begun.level >= level && begun.msLeft > 0)
    return { ticket, seconds: Math.ceil(begun.msLeft / 1000) };
  return { ticket: tokens.seal({ network: client.name, level, from: now }), seconds: waitSecondsOf(level) };
}

/** True if the client has waited as long as is required. `spend` returns true for an id that nobody has used before. */
export async function hasWaited(
  tokens: Tokens,
  waiting: Waiting,
  spend: (id: Buffer, until: number) => Promise<boolean>,
  now: number,
): Promise<boolean> {
  const wait = readTicket(tokens, waiting, now);
  if (!wait || wait.level < waiting.level || wait.msLeft > 0) return false;
  if (!(await spend(wait.id, wait.until))) return false;
  if (waiting.guessed === null) return true;
  const minute = Math.floor(now / 60_000);
  return spend(idOf(`${waiting.guessed} ${minute}`), (minute + 1) * 60_000);
}

/** Null without a ticket, and if it was not issued here, belongs to another client, or has expired. */
function readTicket(tokens: Tokens, { ticket, client }: Waiting, now: number) {
  const parsed = ticketSchema.safeParse(ticket ? tokens.unseal(ticket) : null);
  if (!parsed.success || parsed.data.network !== client.name) return null;
  const { level, from } = parsed.data;
  const waitMs = waitSecondsOf(level) * 1000;
  const until = from + waitMs + ticketLifetimeMs;
  if (hasCome(until, now, waitMs + ticketLifetimeMs)) return null;
  const stretch = Math.floor(from / waitMs);
  return {
    level,
    msLeft: Math.max(0, from + waitMs - now),
    /** Of the tickets that a neighbourhood got within one wait, only one can be used: waiting in parallel gains nothing. */
    id: idOf(`${client.neighbourhood} ${level} ${stretch}`),
    until: until + waitMs,
  };
}

const idOf = (text: string) => createHash("sha256").update(`wait ${text}`).digest().subarray(0, 16);
