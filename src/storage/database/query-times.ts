import type { Engine } from "./database.ts";

/** The duration of a statement, successful or failed. */
type QueryTime = {
  engine: Engine;
  /** The statement with placeholders, never with values. */
  text: string;
  ms: number;
};

type Watcher = (query: QueryTime) => void;

const watchers = new Set<Watcher>();

/** Longer statements, such as an insert of a thousand rows, are cut off here. */
const maxTextLength = 1000;

/** Calls the watcher after every query of this process, in the async context of the query's caller. */
export function watchQueries(watcher: Watcher): Disposable {
  watchers.add(watcher);
  return { [Symbol.dispose]: () => watchers.delete(watcher) };
}

/** `start` is a time of `performance.now()`. */
export function reportQuery(engine: Engine, text: string, start: number): void {
  if (watchers.size === 0) return;
  const query = { engine, text: text.slice(0, maxTextLength), ms: performance.now() - start };
  for (const watch of watchers) watch(query);
}
