import { constants } from "node:os";
import { StartRefused } from "#core/errors.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

/** A terminal and a parent process may both send the same signal. Only a later signal means "at once". */
const sameSignalMs = 1000;

/** Calls `stop` at the first signal. A second signal, a moment later, ends the process at once. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): Disposable {
  let firstAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== null && performance.now() - firstAt > sameSignalMs) endBy(signal);
    if (firstAt === null) stop(signal);
    firstAt ??= performance.now();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}

/** Exits with the code that shells use for a program that a signal ended. */
export const endBy = (signal: NodeJS.Signals): never => process.exit(128 + constants.signals[signal]);

export type StopSignal = Disposable & {
  /** Resolves to the result of the work, or rejects as soon as the command is told to stop. */
  orStopped: <Result>(work: Promise<Result>) => Promise<Result>;
  /** If the command was told to stop, prints the line and ends the process: unfinished work would keep it alive. */
  endIfStopped: (line: string) => void;
};

export function openStopSignal(): StopSignal {
  const { promise, reject } = Promise.withResolvers<never>();
  // Prevents an unhandled rejection while nothing waits for the promise.
  promise.catch(() => undefined);
  let stoppedBy: NodeJS.Signals | null = null;
  const listening = onStopSignal((signal) => {
    stoppedBy = signal;
    reject(new StartRefused("The command was stopped."));
  });
  return {
    orStopped: (work) => Promise.race([promise, work]),
    endIfStopped(line) {
      if (stoppedBy === null) return;
      console.error(line);
      endBy(stoppedBy);
    },
    [Symbol.dispose]: () => listening[Symbol.dispose](),
  };
}
