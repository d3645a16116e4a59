const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A terminal and a parent process may both pass the same signal on; only a later one means "at once". */
const sameSignalMs = 1000;

/** Resolves at the first signal to stop. A second one, a moment later, ends the process without ado. */
export function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let firstAt: number | null = null;
  const onSignal = () => {
    if (firstAt !== null && performance.now() - firstAt > sameSignalMs) process.exit(1);
    firstAt ??= performance.now();
    resolve();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return promise;
}
