import { neighbourhoodOf, networkOf } from "#limits/network-of.ts";
import { networkLogKey } from "#sealing/keyed-hashes.ts";
import type { KeySet } from "#sealing/keyring.ts";
import { LookupBudget } from "#limits/lookup-budget.ts";
import type { LookupLimits } from "#limits/lookup-price.ts";
import { LookupLog } from "./lookup-log.ts";
import { UsedIds } from "./used-ids.ts";

export type Network = { name: string; neighbourhood: string; key: Buffer };

const mostCached = 10_000;

/** Caches the network and its key of each recent address. */
class NetworkCache {
  readonly #byAddress = new Map<string, Network>();

  of(address: string, keySet: KeySet): Network {
    const known = this.#byAddress.get(address);
    if (known) return known;
    if (this.#byAddress.size >= mostCached) this.#byAddress.clear();
    const name = networkOf(address);
    const network = { name, neighbourhood: neighbourhoodOf(address), key: networkLogKey(keySet, name) };
    this.#byAddress.set(address, network);
    return network;
  }
}

/** What this process remembers of its lookups. */
export type LookupState = {
  readonly budget: LookupBudget;
  readonly networks: NetworkCache;
  readonly log: LookupLog;
  readonly usedIds: UsedIds;
};

export const openLookupState = (limits: LookupLimits): LookupState => ({
  budget: new LookupBudget(limits),
  networks: new NetworkCache(),
  log: new LookupLog(),
  usedIds: new UsedIds(),
});
