export type Turns = {
  take: (signal?: AbortSignal) => Promise<Disposable>;
  /** How many wait for their turn. */
  waiting: () => number;
};

/** So many at once; whoever came first goes next. */
export function openTurns(atOnce: number): Turns {
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

export type TurnsByClient = {
  /** Null for who has too many waiting. */
  take: (client: string, signal: AbortSignal) => Promise<Disposable | null>;
};

/** A line for each client, which is forgotten when it is empty. */
export function openTurnsByClient(most: { atOnce: number; waiting: number }): TurnsByClient {
  const lines = new Map<string, { turns: Turns; length: number }>();

  async function take(client: string, signal: AbortSignal): Promise<Disposable | null> {
    const line = lines.get(client) ?? { turns: openTurns(most.atOnce), length: 0 };
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

/** Does the work for each item, so many at once. After a failure no other is begun. */
export async function inParallel<Item>(
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
