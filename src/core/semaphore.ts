export type Semaphore = {
  take: (signal?: AbortSignal) => Promise<Disposable>;
  /** The number of callers that wait for their turn. */
  waiting: () => number;
};

/** Lets at most `atOnce` callers work at the same time. Waiting callers are served in the order of arrival. */
export function openSemaphore(atOnce: number): Semaphore {
  let free = atOnce;
  const waiting: (() => void)[] = [];

  async function take(signal?: AbortSignal): Promise<Disposable> {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else await nextInLine(signal);
    return { [Symbol.dispose]: give };
  }

  function give(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  function nextInLine(signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const go = () => {
      signal?.removeEventListener("abort", leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(go), 1);
      reject(signal?.reason);
    };
    waiting.push(go);
    signal?.addEventListener("abort", leave, { once: true });
    return promise;
  }

  return { take, waiting: () => waiting.length };
}

export type SemaphorePerClient = {
  /** Null if too many requests of this client wait already. */
  take: (client: string, signal: AbortSignal) => Promise<Disposable | null>;
};

/** One queue for each client. An empty queue is deleted. */
export function openSemaphorePerClient(most: { atOnce: number; waiting: number }): SemaphorePerClient {
  const lines = new Map<string, { turns: Semaphore; length: number }>();

  async function take(client: string, signal: AbortSignal): Promise<Disposable | null> {
    const line = lines.get(client) ?? { turns: openSemaphore(most.atOnce), length: 0 };
    if (line.turns.waiting() >= most.waiting) return null;
    lines.set(client, line);
    line.length += 1;
    using leaving = new DisposableStack();
    leaving.defer(() => {
      line.length -= 1;
      if (line.length === 0) lines.delete(client);
    });
    leaving.use(await line.turns.take(signal));
    return leaving.move();
  }

  return { take };
}

/** Runs `work` for each item, at most `atOnce` at a time. After the first failure no further item is started. */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const workThrough = async () => {
    for (let next = left.next(); !next.done && failures.length === 0; next = left.next()) {
      await work(next.value).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workThrough));
  if (failures.length > 0) throw failures[0];
}
