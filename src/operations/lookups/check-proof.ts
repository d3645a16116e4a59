import { createHash } from "node:crypto";
import type { Challenge } from "altcha-lib/types";
import { z } from "zod";
import type { NumberPolicy } from "#core/records/lookup-policy.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import type { Asker, Network } from "#limits/lookup-budget.ts";
import { type Level, waitSecondsOf } from "#limits/lookup-price.ts";
import { makeChallenge, readProof } from "#limits/proof-of-work.ts";
import { challengeSecrets } from "#sealing/keyed-hashes.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import type { Portal } from "../portal.ts";
import type { LookupEntry } from "./lookup-log.ts";

export type LookupVisitor = {
  /** The client address. A forwarded address is believed only if a trusted proxy sent it. */
  address: string;
  channel: LookupEntry["channel"];
  /** The visitor's country according to a trusted proxy: two letters. */
  country?: string | undefined;
  /** The holder of a record is not told of looks by staff. */
  isStaff?: boolean | undefined;
  /** The solved challenge: ALTCHA's payload, base64 of JSON. */
  proof?: string | undefined;
  /** The ticket from an earlier response, for visitors without scripts. */
  waitTicket?: string | undefined;
};

/** A record that is hidden, not approved, of another registry or missing, and a wrong name, all give the same `none`. */
export type LookupOutcome =
  | { kind: "found"; record: PublicRecord }
  | { kind: "none" }
  /**
   * The visitor must repeat the lookup with the challenge solved, or with the ticket once the wait is over. Each is valid once.
   */
  | { kind: "needs-proof"; challenge: Challenge; wait: { ticket: string; seconds: number } }
  | { kind: "refused"; retryAfterSeconds: number }
  /** The same for every number, because no number is looked up. */
  | { kind: "needs-code" };

const purpose = "lookup-wait";
const ticketLifetimeMs = 10 * 60_000;

const ticketSchema = z.object({ network: z.string(), level: z.number(), from: z.number() });

const issueWaitTicket = (keyring: Keyring, { name }: Network, level: Level, now: number): string =>
  sealToken(keyring, purpose, { network: name, level, from: now });

/** Returns a valid ticket. Null if we did not issue it, if it is another network's, or if it has expired. */
function readWaitTicket(keyring: Keyring, text: string, network: Network, now: number) {
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
    /** Of the tickets that a neighbourhood got within one wait, only one can be used: waiting in parallel gains nothing. */
    id: idOf(`${network.neighbourhood.name} ${level} ${stretch}`),
    until: until + waitMs,
  };
}

/** Allows one wait a minute, from all networks together, for a number whose name somebody guesses. */
function numberTurn(number: Buffer, now: number) {
  const minute = Math.floor(now / 60_000);
  return { id: idOf(`${number.toString("hex")} ${minute}`), until: (minute + 1) * 60_000 };
}

const idOf = (text: string) => createHash("sha256").update(`wait ${text}`).digest().subarray(0, 16);

/** A lookup before it is answered. The number and the key of the network are keyed hashes. */
export type Lookup = {
  asker: Asker;
  number: Buffer;
  policy: NumberPolicy;
  isByCode: boolean;
};

/** True if the visitor sent a proof of work or a wait for this lookup that nobody has used before. */
export async function hasProof(portal: Portal, lookup: Lookup, visitor: LookupVisitor, level: Level): Promise<boolean> {
  return (await hasSolvedChallenge(portal, lookup, visitor, level)) || hasWaited(portal, lookup, visitor, level);
}

async function hasSolvedChallenge(
  { database, keyring, lookups, now }: Portal,
  { asker: { network } }: Lookup,
  { proof: payload }: LookupVisitor,
  level: Level,
): Promise<boolean> {
  if (!payload) return false;
  const secrets = keyring.all.map((keySet) => challengeSecrets(keySet, network.name));
  const proof = await readProof(payload, secrets, now());
  // Once the level has risen, a proof of a lower level does not count. So proofs cannot be collected in advance.
  if (!proof || proof.level < level) return false;
  return lookups.usedIds.use(database.lookups, proof.id, proof.until);
}

async function hasWaited(
  { database, keyring, lookups, now }: Portal,
  { asker, number }: Lookup,
  { waitTicket }: LookupVisitor,
  level: Level,
): Promise<boolean> {
  const wait = waitTicket ? readWaitTicket(keyring, waitTicket, asker.network, now()) : null;
  if (!wait || wait.level < level || wait.msLeft > 0) return false;
  if (!(await lookups.usedIds.use(database.lookups, wait.id, wait.until))) return false;
  if (!lookups.budget.isNumberGuessed(asker, now())) return true;
  const turn = numberTurn(number, now());
  return lookups.usedIds.use(database.lookups, turn.id, turn.until);
}

/** Returns a challenge and a wait: the visitor chooses one of them. A wait that has begun continues. */
export async function askForProof(
  { keyring, now }: Portal,
  { asker: { network } }: Lookup,
  { waitTicket }: LookupVisitor,
  level: Level,
): Promise<Extract<LookupOutcome, { kind: "needs-proof" }>> {
  const begun = waitTicket ? readWaitTicket(keyring, waitTicket, network, now()) : null;
  const goesOn = waitTicket && begun && begun.level >= level && begun.msLeft > 0;
  const wait = goesOn
    ? { ticket: waitTicket, seconds: Math.ceil(begun.msLeft / 1000) }
    : { ticket: issueWaitTicket(keyring, network, level, now()), seconds: waitSecondsOf(level) };
  const challenge = await makeChallenge(level, challengeSecrets(keyring.current, network.name), now());
  return { kind: "needs-proof", challenge, wait };
}
