/** Computes a result at the first call, and keeps it. */
export function once<Result>(compute: () => Result): () => Result {
  let kept: { result: Result } | undefined;
  return () => (kept ??= { result: compute() }).result;
}

/** Computes the result for an object once, and keeps it as long as the object is there. */
export function oncePer<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, { result: Result }>();
  return (key) => {
    const there = known.get(key);
    if (there) return there.result;
    const result = compute(key);
    known.set(key, { result });
    return result;
  };
}
