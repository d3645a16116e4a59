/** A value that is there, or a promise of it. SQLite answers at once, so that a lookup there waits for no promise. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Goes on with the value: at once if it is there. */
export const whenReady = <Value, Next>(
  value: Awaitable<Value>,
  goOn: (value: Value) => Awaitable<Next>,
): Awaitable<Next> => (value instanceof Promise ? value.then(goOn) : goOn(value));
