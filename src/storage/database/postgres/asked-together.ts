type Row = Readonly<Record<string, unknown>>;
type Asked = { key: Uint8Array; answer: (row: Row | undefined) => void; fail: (error: unknown) => void };

/** More than one, so that the database has work while an answer is on its way. */
const mostUnderWay = 3;
const mostTogether = 100;
/** A query that fails as late as this was not answered at all. */
const hangingMs = 1000;

/**
 * Finds rows by their keys. What is asked while earlier questions are under way waits for them and is then asked in one query:
 * a query costs more than a row.
 */
export class AskedTogether {
  readonly #ask: (keys: Uint8Array[]) => Promise<Row[]>;
  readonly #column: string;
  readonly #waiting: Asked[] = [];
  #underWay = 0;

  constructor(ask: (keys: Uint8Array[]) => Promise<Row[]>, column: string) {
    this.#ask = ask;
    this.#column = column;
  }

  find(key: Uint8Array): Promise<Row | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Row | undefined>();
    this.#waiting.push({ key, answer: resolve, fail: reject });
    if (this.#underWay < mostUnderWay) void this.#askAll();
    return promise;
  }

  async #askAll(): Promise<void> {
    this.#underWay += 1;
    while (this.#waiting.length > 0) await this.#askSome(this.#waiting.splice(0, mostTogether));
    this.#underWay -= 1;
  }

  async #askSome(asked: readonly Asked[]): Promise<void> {
    const start = performance.now();
    try {
      const rows = await this.#ask(asked.map(({ key }) => key));
      const byKey = new Map(rows.map((row) => [nameOf(row[this.#column]), row]));
      for (const { key, answer } of asked) answer(byKey.get(nameOf(key)));
    } catch (error) {
      // Who waited all the while for a database that hangs has waited long enough.
      const others = performance.now() - start > hangingMs ? this.#waiting.splice(0) : [];
      for (const { fail } of [...asked, ...others]) fail(error);
    }
  }
}

const nameOf = (key: unknown) => (key instanceof Uint8Array ? Buffer.from(key).toString("latin1") : "");
