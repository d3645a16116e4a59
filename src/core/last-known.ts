/** Returns the last value if reading fails, so that a page can still say whose site it is. */
export function lastKnown<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { value: Value } | undefined;
  return async () => {
    try {
      last = { value: await read() };
    } catch (error) {
      if (!last) throw error;
    }
    return last.value;
  };
}
