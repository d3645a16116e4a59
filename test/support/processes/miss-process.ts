import { hash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { countedAs, LookupBudget } from "#limits/lookup-budget.ts";
import { lookupLimits } from "#limits/lookup-price.ts";

/**
 * One of several processes that share a journal of misses, at the descriptors 4 and 5. It misses as often as it
 * may for free, and tells how often that was, and how far it has read. Every second lookup is answered in a later turn, as on PostgreSQL.
 */
const counted = (name: string) => countedAs(name, hash("sha256", name, "buffer").subarray(0, 16));
const asker = {
  network: { ...counted("192.0.2.1"), neighbourhood: counted("192.0.2./") },
  guardedNumber: null,
  guess: "",
};
const fail = (error: unknown) => {
  throw error;
};
const together = { files: [4, 5] as const, now: Date.now, report: fail };
const budget = new LookupBudget(lookupLimits, together);
const [rounds, atOnce] = [20, 15];

/** What the database says of the network. Then the journal has been read. */
const { network } = budget.misses;
budget.hear();
network.learn(
  [{ key: asker.network.key, slot: network.slotOf(Date.now()), misses: Number(process.argv[2]) }],
  Date.now(),
);

async function miss(isLater: boolean): Promise<boolean> {
  const price = budget.priceOf(asker, Date.now());
  if (price.kind === "refused" || price.level > 0) return false;
  if (!isLater) return budget.missed(asker, Date.now(), price.level);
  return budget.whileInFlight(
    asker,
    nextTurn().then(() => budget.missed(asker, Date.now(), price.level)),
  );
}

async function missAsOftenAsFree(): Promise<void> {
  let free = 0;
  for (let round = 0; round < rounds; round += 1) {
    const given = await Promise.all(Array.from({ length: atOnce }, (_, at) => miss(at % 2 === 0)));
    free += given.filter(Boolean).length;
    process.send?.({ epoch: budget.journalEpoch });
    await nextTurn();
  }
  process.send?.({ free });
}

process.on("message", () => void missAsOftenAsFree());
process.send?.({ epoch: budget.journalEpoch });
