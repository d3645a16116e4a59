import type { LookupStore } from "#storage/database/database.ts";
import { useIds } from "#storage/database/lookups/lookup-counters.ts";

type Asked = { id: Buffer; until: number; answer: (isFirst: boolean) => void; fail: (error: unknown) => void };

/**
 * Lets each id be used once, by one process. Ids that come while the database writes are written together next, so
 * that many proofs at once cost few commits.
 */
export class SpentIds {
  readonly #waiting: Asked[] = [];
  #isWriting = false;

  /** Whether nobody used this id before. It has to be remembered until then. */
  spend(store: LookupStore, id: Buffer, until: number): Promise<boolean> {
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

async function writeTogether(store: LookupStore, asked: readonly Asked[]): Promise<void> {
  try {
    const rows = asked.map(({ id, until }) => ({ id, until }));
    const fresh = new Set((await store.write((writer) => useIds(writer, rows))).map(nameOf));
    // Of several who gave the same id, one was first.
    for (const { id, answer } of asked) answer(fresh.delete(nameOf(id)));
  } catch (error) {
    for (const { fail } of asked) fail(error);
  }
}

const nameOf = (id: Uint8Array) => Buffer.from(id).toString("hex");
