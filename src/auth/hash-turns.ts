import { availableParallelism } from "node:os";
import { isPortalError } from "#core/errors.ts";
import { busy, FairQueue, type QueueClient } from "#core/fair-queue.ts";
import { type Attempt, countTries } from "#limits/limits.ts";
import type { Level } from "#limits/lookup-price.ts";
import { neighbourhoodOf, networkOf } from "#limits/network-of.ts";
import { makeChallenge, readProof } from "#limits/proof-of-work.ts";
import { challengeSecrets } from "#sealing/keyed-hashes.ts";
import type { AccountContext, AccountRequest } from "./account-context.ts";

/** Node's thread pool has four threads. One is left for files. */
const maxHashes = 3;
/** For each hash at once: known clients, strangers with a proof of work, other strangers. The last of them waits some seconds. */
const waiting = [100, 20, 20];

/** A flood of sign-ins must leave a processor for everything else. */
export function openHashQueue(): FairQueue {
  const atOnce = Math.max(1, Math.min(maxHashes, availableParallelism() - 1));
  return new FairQueue({ atOnce, waiting: waiting.map((places) => places * atOnce) });
}

/** A client that is known by a browser, a session or a mailed link. Each of these has its own count of tries. */
export const knownClient = (id: string): QueueClient => ({
  name: `known ${id}`,
  neighbourhood: `known ${id}`,
  rank: 0,
});

/** A client with the level of the proof of work that it sent: 0 if it sent none. */
export type PayingClient = QueueClient & { paid: Level };

/** One account may have signed in with many browsers of one network: together they have the turns of that network. */
export async function knownBrowser(request: AccountRequest, id: string, proof: string | undefined) {
  const client = { ...knownClient(id), neighbourhood: neighbourhoodOf(request.caller.clientAddress) };
  return { ...client, paid: await levelPaid(request, client, proof) };
}

/**
 * A client that may be anybody. If the queue is full for it, it is asked for a proof of work, which brings it before all that
 * have none.
 */
export async function stranger(request: AccountRequest, proof: string | undefined): Promise<PayingClient> {
  const { clientAddress } = request.caller;
  const client = { name: networkOf(clientAddress), neighbourhood: neighbourhoodOf(clientAddress) };
  const paid = await levelPaid(request, client, proof);
  return { ...client, paid, rank: paid > 0 ? 1 : 2 };
}

/** Uses a proof up, and returns its level. */
async function levelPaid(request: AccountRequest, { name }: Pick<QueueClient, "name">, text: string | undefined) {
  if (!text) return 0;
  const secrets = request.keyring.all.map((keySet) => challengeSecrets(keySet, subject(name)));
  const proof = await readProof(text, secrets, request.now());
  return proof && (await request.spendProof(proof.id, proof.until)) ? proof.level : 0;
}

/** A proof of work that only this client can use, as JSON. */
export async function challengeFor({ keyring, now }: AccountContext, { name }: QueueClient, level: Level) {
  return JSON.stringify(await makeChallenge(level, challengeSecrets(keyring.current, subject(name)), now()));
}

/** Computes a hash when it is this client's turn. Counts its tries only then: no refusal of a full queue is a try. */
export async function inTurn<Result>(
  context: AccountContext,
  client: QueueClient,
  tries: readonly Attempt[],
  hash: () => Promise<Result>,
): Promise<Result> {
  const { hashQueue, limits } = context;
  try {
    return await hashQueue.run(client, async () => {
      await countTries(limits, tries);
      return hash();
    });
  } catch (error) {
    if (client.rank === 0 || !isPortalError(error) || error.id !== "busy") throw error;
    throw busy(await challengeFor(context, client, 1));
  }
}

/** A proof for a lookup is none for a password. */
const subject = (network: string) => `password ${network}`;
