/** The part of standard error that is used. */
type Terminal = { isTTY?: boolean; columns?: number; write: (text: string) => unknown };

export type Progress = Disposable & {
  /** Shows how much is done, and of how much in total. Cheap: call it for every row. */
  at: (done: number, of?: number) => void;
  /** Prints a separate line on standard error, even if that is not a terminal. */
  say: (line: string) => void;
};

const everyMs = 250;
const clearLine = "\r\u001B[K";

/**
 * Shows long work in one line of the terminal. Disposing removes the line. Without a terminal nothing is shown. A total
 * of 0 means that it is unknown.
 */
export function openProgress(what: string, total = 0, terminal: Terminal = process.stderr): Progress {
  const started = performance.now();
  let shownAt = started;
  let isShown = false;
  const clear = () => {
    if (isShown) terminal.write(clearLine);
    isShown = false;
  };
  return {
    at(done, of = total) {
      const now = performance.now();
      if (!terminal.isTTY || now - shownAt < everyMs) return;
      shownAt = now;
      isShown = true;
      const line = progressLine(what, { done, total: of, seconds: (now - started) / 1000 });
      terminal.write(clearLine + line.slice(0, (terminal.columns ?? 80) - 1));
    },
    say(line) {
      clear();
      terminal.write(`${line}\n`);
    },
    [Symbol.dispose]: clear,
  };
}

/** Shows the progress of work in several parts: the figures of the current part, without its name. */
export async function withProgress<Result>(
  what: string,
  work: (onProgress: (part: string, done: number, total?: number) => void) => Promise<Result>,
): Promise<Result> {
  using progress = openProgress(what);
  return await work((_part, done, total) => progress.at(done, total));
}

type State = { done: number; total: number; seconds: number };

/** `done` may exceed the total, if items are added while the work runs. */
export function progressLine(what: string, { done, total, seconds }: State): string {
  if (total === 0) return `${what}: ${written(done)}`;
  const share = Math.min(1, done / total);
  const left = done > 0 ? `, ${writtenTime(seconds * (1 / share - 1))} left` : "";
  return `${what}: ${written(done)} of ${written(total)}, ${Math.floor(share * 100)} %${left}`;
}

const written = (count: number) => count.toLocaleString("en");

function writtenTime(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
