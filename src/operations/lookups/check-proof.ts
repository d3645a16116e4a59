import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import type { Asker } from "#limits/lookup-budget.ts";
import { type Level, waitSecondsOf } from "#limits/lookup-price.ts";
import { makeChallenge, readProof } from "#limits/proof-of-work.ts";
import { challengeSecrets } from "#sealing/keyed-hashes.ts";
import type { Portal } from "../portal.ts";
import type { Network } from "./lookup-state.ts";
import type { LookupOutcome, LookupVisitor } from "./lookup-outcome.ts";
import { issueWaitTicket, numberTurn, readWaitTicket } from "./wait-ticket.ts";

/** A lookup before it is answered. Keys are keyed hashes. */
export type Lookup = { asker: Asker; network: Network; number: Buffer; policy: LookupPolicy };

/** Whether the visitor sent a proof of work or a wait for this lookup, which nobody used before. */
export async function hasProof(portal: Portal, lookup: Lookup, visitor: LookupVisitor, level: Level): Promise<boolean> {
  return (await hasSolvedChallenge(portal, lookup, visitor, level)) || hasWaited(portal, lookup, visitor, level);
}

async function hasSolvedChallenge(
  { database, keyring, lookups, now }: Portal,
  { network }: Lookup,
  { proof: payload }: LookupVisitor,
  level: Level,
): Promise<boolean> {
  if (!payload) return false;
  const secrets = keyring.all.map((keySet) => challengeSecrets(keySet, network.name));
  const proof = await readProof(payload, secrets, now());
  // A proof of a lower level does not count once the level has risen, so proofs cannot be collected in advance.
  if (!proof || proof.level < level) return false;
  return lookups.usedIds.use(database.lookups, proof.id, proof.until);
}

async function hasWaited(
  { database, keyring, lookups, now }: Portal,
  { asker, network, number }: Lookup,
  { waitTicket }: LookupVisitor,
  level: Level,
): Promise<boolean> {
  const wait = waitTicket ? readWaitTicket(keyring, waitTicket, network, now()) : null;
  if (!wait || wait.level < level || wait.msLeft > 0) return false;
  if (!(await lookups.usedIds.use(database.lookups, wait.id, wait.until))) return false;
  if (!lookups.budget.isNumberGuessed(asker, now())) return true;
  const turn = numberTurn(number, now());
  return lookups.usedIds.use(database.lookups, turn.id, turn.until);
}

/** A challenge and a wait; the visitor chooses one. A wait that has begun goes on. */
export async function askForProof(
  { keyring, now }: Portal,
  { network }: Lookup,
  { waitTicket }: LookupVisitor,
  level: Level,
): Promise<LookupOutcome> {
  const begun = waitTicket ? readWaitTicket(keyring, waitTicket, network, now()) : null;
  const goesOn = waitTicket && begun && begun.level >= level && begun.msLeft > 0;
  const wait = goesOn
    ? { ticket: waitTicket, seconds: Math.ceil(begun.msLeft / 1000) }
    : { ticket: issueWaitTicket(keyring, network, level, now()), seconds: waitSecondsOf(level) };
  const challenge = await makeChallenge(level, challengeSecrets(keyring.current, network.name), now());
  return { kind: "needs-proof", challenge, wait };
}
