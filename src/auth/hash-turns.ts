import { availableParallelism } from "node:os";
import { isPortalError } from "#core/errors.ts";
import { busy, FairQueue, type QueueClient } from "#core/fair-queue.ts";
import { type Attempt, countTries } from "#limits/limits.ts";
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

/** One account may have signed in with many browsers of one network: together they have the turns of that network. */
export const knownBrowser = ({ caller }: AccountRequest, id: string): QueueClient => ({
  ...knownClient(id),
  neighbourhood: neighbourhoodOf(caller.clientAddress),
});

/**
 * A client that may be anybody. If the queue is full for it, it is asked for a proof of work, which brings it before all that
 * have none.
 */
export async function stranger(request: AccountRequest, proof: string | undefined): Promise<QueueClient> {
  const { clientAddress } = request.caller;
  const client = { name: networkOf(clientAddress), neighbourhood: neighbourhoodOf(clientAddress) };
  return { ...client, rank: proof && (await isSpent(request, client.name, proof)) ? 1 : 2 };
}

async function isSpent({ keyring, now, spendProof }: AccountRequest, network: string, text: string): Promise<boolean> {
  const proof = await readProof(
    text,
    keyring.all.map((keySet) => challengeSecrets(keySet, subject(network))),
    now(),
  );
  return proof !== null && spendProof(proof.id, proof.until);
}

/** Computes a hash when it is this client's turn. Counts its tries only then: no refusal of a full queue is a try. */
export async function inTurn<Result>(
  { hashQueue, limits, keyring, now }: AccountContext,
  client: QueueClient,
  tries: readonly Attempt[],
  hash: () => Promise<Result>,
): Promise<Result> {
  try {
    return await hashQueue.run(client, async () => {
      await countTries(limits, tries);
      return hash();
    });
  } catch (error) {
    if (client.rank === 0 || !isPortalError(error) || error.id !== "busy") throw error;
    const challenge = await makeChallenge(1, challengeSecrets(keyring.current, subject(client.name)), now());
    throw busy(JSON.stringify(challenge));
  }
}

/** A proof for a lookup is none for a password. */
const subject = (network: string) => `password ${network}`;
