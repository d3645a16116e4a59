import type { Engine } from "./database.ts";

/** How long the database took for a statement, whether it answered or failed. `start` is of the clock of `performance`. */
export type QueryTime = {
  engine: Engine;
  /** With placeholders, never with values. */
  text: string;
  start: number;
  ms: number;
};

type Watcher = (query: QueryTime) => void;

const watchers = new Set<Watcher>();

/** Of a statement that inserts a thousand rows nobody reads more. */
const mostLetters = 1000;

/** Is called for every query of this process, and for what the caller of the query runs under. */
export function watchQueries(watcher: Watcher): Disposable {
  watchers.add(watcher);
  return { [Symbol.dispose]: () => watchers.delete(watcher) };
}

export function noteQuery(engine: Engine, text: string, start: number): void {
  if (watchers.size === 0) return;
  const query = { engine, text: text.slice(0, mostLetters), start, ms: performance.now() - start };
  for (const watch of watchers) watch(query);
}
