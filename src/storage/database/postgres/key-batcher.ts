import { AsyncLocalStorage } from "node:async_hooks";
import type { Keys } from "../database.ts";
import { KeyedRows } from "../keyed-rows.ts";

type Row = Readonly<Record<string, unknown>>;
type Call = { keys: Keys; resolve: (rows: Row[]) => void; reject: (error: unknown) => void };

/** More than one, so that the database has work while a result is on its way. */
const maxQueriesAtOnce = 3;
const maxCallsInQuery = 100;
/** The async context of the program's start, which belongs to no request. */
const outsideOfRequests = AsyncLocalStorage.snapshot();
/** A query that fails after this time got no answer at all. */
const hangingMs = 1000;

type Query = (keys: Keys, isOfOneCall: boolean) => Promise<Row[]>;

/** Finds rows by key. Calls that arrive while enough queries run share the next one: a query costs more than a row. */
export class KeyBatcher {
  readonly #query: Query;
  readonly #columns: readonly string[];
  readonly #waiting: Call[] = [];
  #running = 0;

  constructor(query: Query, columns: readonly string[]) {
    this.#query = query;
    this.#columns = columns;
  }

  find(keys: Keys): Promise<Row[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
    this.#waiting.push({ keys, resolve, reject });
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
    return this.#queryBatch(this.#waiting.splice(0, maxCallsInQuery));
  }

  async #queryBatch(batch: readonly Call[]): Promise<void> {
    const start = performance.now();
    try {
      const [first, ...others] = batch;
      const keys = this.#columns.map((_, at) => batch.flatMap((call) => call.keys[at] ?? []));
      const rows = await this.#query(keys, others.length === 0);
      // A row alone may not name its key.
      if (others.length === 0 && rows.length < 2) return first?.resolve(rows);
      const byKey = new KeyedRows(rows, { columns: this.#columns });
      for (const call of batch) call.resolve(byKey.having(call.keys));
    } catch (error) {
      // Calls that waited while the database hung have waited long enough.
      const others = performance.now() - start > hangingMs ? this.#waiting.splice(0) : [];
      for (const { reject } of [...batch, ...others]) reject(error);
    }
  }
}
