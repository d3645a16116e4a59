import { AsyncLocalStorage } from "node:async_hooks";

type Row = Readonly<Record<string, unknown>>;
type Call = { key: Uint8Array; resolve: (row: Row | undefined) => void; reject: (error: unknown) => void };

/** More than one, so that the database has work while a result is on its way. */
const maxQueriesAtOnce = 3;
const maxKeysInQuery = 100;
/** The async context of the program's start, which belongs to no request. */
const outsideOfRequests = AsyncLocalStorage.snapshot();
/** A query that fails after this time got no answer at all. */
const hangingMs = 1000;

/** Finds rows by key. Calls that arrive while enough queries run share the next one: a query costs more than a row. */
export class KeyBatcher {
  readonly #query: (keys: Uint8Array[]) => Promise<Row[]>;
  readonly #column: string;
  readonly #waiting: Call[] = [];
  #running = 0;

  constructor(query: (keys: Uint8Array[]) => Promise<Row[]>, column: string) {
    this.#query = query;
    this.#column = column;
  }

  find(key: Uint8Array): Promise<Row | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Row | undefined>();
    this.#waiting.push({ key, resolve, reject });
    if (this.#running < maxQueriesAtOnce) void this.#queryWaiting();
    return promise;
  }

  /** The first query is for the call that started it. Later queries serve other calls, outside of any request. */
  async #queryWaiting(): Promise<void> {
    this.#running += 1;
    await this.#queryNext();
    while (this.#waiting.length > 0) await outsideOfRequests(() => this.#queryNext());
    this.#running -= 1;
  }

  #queryNext(): Promise<void> {
    return this.#queryBatch(this.#waiting.splice(0, maxKeysInQuery));
  }

  async #queryBatch(batch: readonly Call[]): Promise<void> {
    const start = performance.now();
    try {
      const rows = await this.#query(batch.map(({ key }) => key));
      if (batch.length === 1) return batch[0]?.resolve(rows[0]);
      const byKey = new Map(rows.map((row) => [nameOf(row[this.#column]), row]));
      for (const { key, resolve } of batch) resolve(byKey.get(nameOf(key)));
    } catch (error) {
      // Calls that waited while the database hung have waited long enough.
      const others = performance.now() - start > hangingMs ? this.#waiting.splice(0) : [];
      for (const { reject } of [...batch, ...others]) reject(error);
    }
  }
}

const nameOf = (key: unknown) => (key instanceof Uint8Array ? Buffer.from(key).toString("latin1") : "");
