import { neighbourhoodOf, networkOf } from "#limits/network-of.ts";
import { networkLogKey } from "#sealing/keyed-hashes.ts";
import type { KeySet } from "#sealing/keyring.ts";

export type Network = { name: string; neighbourhood: string; key: Buffer };

const mostKnown = 10_000;

/** Networks by the addresses that asked lately, so that an address is worked out once. */
export class KnownNetworks {
  readonly #byAddress = new Map<string, Network>();

  of(address: string, keySet: KeySet): Network {
    const known = this.#byAddress.get(address);
    if (known) return known;
    if (this.#byAddress.size >= mostKnown) this.#byAddress.clear();
    const name = networkOf(address);
    const network = { name, neighbourhood: neighbourhoodOf(address), key: networkLogKey(keySet, name) };
    this.#byAddress.set(address, network);
    return network;
  }
}
