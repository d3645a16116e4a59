import type { Zone } from "#core/office-clock.ts";
import { openSemaphorePerClient } from "#core/semaphore.ts";
import { countedAs, LookupBudget, type Network, type Together } from "#limits/lookup-budget.ts";
import type { LookupLimits } from "#limits/lookup-price.ts";
import { neighbourhoodOf, networkOf } from "#limits/network-of.ts";
import { networkLogKey } from "#sealing/keyed-hashes.ts";
import type { KeySet } from "#sealing/keyring.ts";
import type { LookupStore } from "#storage/database/database.ts";
import { spendIds } from "#storage/database/lookups/lookup-counters.ts";
import { LookupLog } from "./lookup-log.ts";
import { LookupTally } from "./lookup-tally.ts";

type Request = { id: Buffer; until: number; answer: (isFirst: boolean) => void; fail: (error: unknown) => void };

/** Accepts each id once, across all processes. Ids that arrive during a write are written together in the next one. */
class UsedIds {
  readonly #waiting: Request[] = [];
  #isWriting = false;

  /** True if nobody used this id before. The id is remembered until `until`. */
  use(store: LookupStore, id: Buffer, until: number): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    this.#waiting.push({ id, until, answer: resolve, fail: reject });
    if (!this.#isWriting) void this.#writeAll(store);
    return promise;
  }

  async #writeAll(store: LookupStore): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) await writeTogether(store, this.#waiting.splice(0));
    this.#isWriting = false;
  }
}

async function writeTogether(store: LookupStore, requests: readonly Request[]): Promise<void> {
  try {
    const rows = requests.map(({ id, until }) => ({ id, until }));
    const fresh = new Set((await store.write((writer) => spendIds(writer, rows))).map(nameOf));
    // If several requests sent the same id, only the first one is accepted.
    for (const { id, answer } of requests) answer(fresh.delete(nameOf(id)));
  } catch (error) {
    for (const { fail } of requests) fail(error);
  }
}

const nameOf = (id: Uint8Array) => Buffer.from(id).toString("hex");

const maxCached = 10_000;

/** Caches the network of each recent address, and its keys. */
class NetworkCache {
  readonly #byAddress = new Map<string, Network>();

  of(address: string, keySet: KeySet): Network {
    const known = this.#byAddress.get(address);
    if (known) return known;
    if (this.#byAddress.size >= maxCached) this.#byAddress.clear();
    const counted = (name: string) => countedAs(name, networkLogKey(keySet, name));
    const network = { ...counted(networkOf(address)), neighbourhood: counted(`${neighbourhoodOf(address)}/`) };
    this.#byAddress.set(address, network);
    return network;
  }
}

/**
 * The numbers that stand on false papers, as this process read them last, a second ago at most: keyed hashes under its newest
 * secret, each with its end. So lookups read no row for them.
 */
type FalseNumbers = { state: string; ends: ReadonlyMap<string, number> };

const noneKnown = (): FalseNumbers => ({ state: "", ends: new Map() });

export const openLookupState = (limits: LookupLimits, zone: () => Zone, together: Together | null = null) => ({
  budget: new LookupBudget(limits, together),
  networks: new NetworkCache(),
  log: new LookupLog(),
  tally: new LookupTally(zone),
  usedIds: new UsedIds(),
  falseNumbers: noneKnown(),
  /** One list of an organisation at a time. Lists beside each other would all begin before the first one can stop. */
  turnsOfLists: openSemaphorePerClient({ atOnce: 1, waiting: 10 }),
  /** How many lookups of this process had each outcome. */
  outcomes: { found: 0, none: 0, "needs-proof": 0, refused: 0, "needs-code": 0 },
});

export type LookupState = ReturnType<typeof openLookupState>;
