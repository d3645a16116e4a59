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
