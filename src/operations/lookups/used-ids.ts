import type { LookupStore } from "#storage/database/database.ts";
import { useIds } from "#storage/database/lookups/lookup-counters.ts";

type Request = { id: Buffer; until: number; answer: (isFirst: boolean) => void; fail: (error: unknown) => void };

/**
 * Lets each id be used once, by one process. Ids that come during a write are written together in the next one, so that
 * many proofs at once cost few commits.
 */
export class UsedIds {
  readonly #waiting: Request[] = [];
  #isWriting = false;

  /** Whether nobody used this id before. It is remembered until `until`. */
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
    const fresh = new Set((await store.write((writer) => useIds(writer, rows))).map(nameOf));
    // Of several who gave the same id, one was first.
    for (const { id, answer } of requests) answer(fresh.delete(nameOf(id)));
  } catch (error) {
    for (const { fail } of requests) fail(error);
  }
}

const nameOf = (id: Uint8Array) => Buffer.from(id).toString("hex");
