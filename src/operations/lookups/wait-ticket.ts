import { createHash } from "node:crypto";
import { z } from "zod";
import { type Level, waitSecondsOf } from "#limits/lookup-price.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import type { Network } from "./lookup-state.ts";

const purpose = "lookup-wait";
const ticketLifetimeMs = 10 * 60_000;

const ticketSchema = z.object({ network: z.string(), level: z.number(), from: z.number() });
type Ticket = z.output<typeof ticketSchema>;

export const issueWaitTicket = (keyring: Keyring, { name }: Network, level: Level, now: number): string =>
  sealToken(keyring, purpose, { network: name, level, from: now } satisfies Ticket);

export type Wait = {
  level: Level;
  msLeft: number;
  /** Of the tickets that a neighbourhood got within one wait, one can be used: waiting in parallel gains nothing. */
  id: Buffer;
  until: number;
};

/** A valid ticket, or null if it is not ours, another network's, or expired. */
export function readWaitTicket(keyring: Keyring, text: string, network: Network, now: number): Wait | null {
  const parsed = ticketSchema.safeParse(unsealToken(keyring, purpose, text));
  if (!parsed.success || parsed.data.network !== network.name) return null;
  const { level, from } = parsed.data;
  const waitMs = waitSecondsOf(level) * 1000;
  const until = from + waitMs + ticketLifetimeMs;
  if (until <= now) return null;
  const stretch = Math.floor(from / waitMs);
  return {
    level,
    msLeft: Math.max(0, from + waitMs - now),
    id: idOf(`${network.neighbourhood} ${level} ${stretch}`),
    until: until + waitMs,
  };
}

/** One wait a minute for a number whose name somebody guesses, from anywhere. */
export const numberTurn = (number: Buffer, now: number): { id: Buffer; until: number } => {
  const minute = Math.floor(now / 60_000);
  return { id: idOf(`${number.toString("hex")} ${minute}`), until: (minute + 1) * 60_000 };
};

const idOf = (text: string) => createHash("sha256").update(`wait ${text}`).digest().subarray(0, 16);
