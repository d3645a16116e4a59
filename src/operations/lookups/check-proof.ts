import type { Challenge } from "altcha-lib/types";
import type { NumberPolicy } from "#core/records/lookup-policy.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import type { Asker } from "#limits/lookup-budget.ts";
import type { Level } from "#limits/lookup-price.ts";
import { makeChallenge, readProof } from "#limits/proof-of-work.ts";
import { hasWaited, requiredWait, type Tokens, type Waiting } from "#limits/wait-ticket.ts";
import { challengeSecrets } from "#sealing/keyed-hashes.ts";
import type { Keyring } from "#sealing/keyring.ts";
import { sealToken, unsealToken } from "#sealing/token.ts";
import type { Portal } from "../portal/portal.ts";
import type { LookupEntry } from "../lookup-log/lookup-log.ts";

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

/**
 * A record that is hidden, not approved, of another registry or missing, and a wrong name, all give the same `none`. The marks
 * of staff are about numbers, so they are told in the same words with each of these.
 */
export type LookupOutcome =
  /** `isOtherNumber`: staff have marked only the number of the record by which nobody asked. */
  | { kind: "found"; record: PublicRecord; isOnFalsePapers: boolean; isOtherNumber: boolean }
  | { kind: "none"; isOnFalsePapers: boolean }
  /**
   * The visitor must repeat the lookup with the challenge solved, or with the ticket once the wait is over. Each is valid once.
   */
  | { kind: "needs-proof"; challenge: Challenge; wait: { ticket: string; seconds: number } }
  | { kind: "refused"; retryAfterSeconds: number }
  /** The same for every number, because no number is looked up. */
  | { kind: "needs-code" };

const ticketsOf = (keyring: Keyring): Tokens => ({
  seal: (value) => sealToken(keyring, "lookup-wait", value),
  unseal: (token) => unsealToken(keyring, "lookup-wait", token),
});

/** A lookup before it is answered. The number and the key of the network are keyed hashes. */
export type Lookup = {
  asker: Asker;
  number: Buffer;
  policy: NumberPolicy;
  isByCode: boolean;
};

/** True if the visitor sent a proof of work or a wait for this lookup that nobody has used before. */
export async function hasProof(portal: Portal, lookup: Lookup, visitor: LookupVisitor, level: Level): Promise<boolean> {
  if (await hasSolvedChallenge(portal, lookup, visitor, level)) return true;
  const { database, keyring, lookups, now } = portal;
  const spend = (id: Buffer, until: number) => lookups.usedIds.use(database.lookups, id, until);
  return hasWaited(ticketsOf(keyring), waitingOf(portal, lookup, visitor, level), spend, now());
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

function waitingOf(
  { lookups, now }: Portal,
  { asker, number }: Lookup,
  { waitTicket: ticket }: LookupVisitor,
  level: Level,
): Waiting {
  const client = { name: asker.network.name, neighbourhood: asker.network.neighbourhood.name };
  const isGuessed = lookups.budget.isNumberGuessed(asker, now());
  return { client, level, guessed: isGuessed ? number.toString("hex") : null, ticket };
}

/** Returns a challenge and a wait: the visitor chooses one of them. */
export async function askForProof(
  portal: Portal,
  lookup: Lookup,
  visitor: LookupVisitor,
  level: Level,
): Promise<Extract<LookupOutcome, { kind: "needs-proof" }>> {
  const { keyring, now } = portal;
  const { name } = lookup.asker.network;
  const wait = requiredWait(ticketsOf(keyring), waitingOf(portal, lookup, visitor, level), now());
  const challenge = await makeChallenge(level, challengeSecrets(keyring.current, name), now());
  return { kind: "needs-proof", challenge, wait };
}
