import { createContext } from "react-router";
import type { Settings } from "#core/settings/settings.ts";
import type { Portal } from "#operations/portal.ts";

/** What a request brings to the loaders and actions. */
export type Visit = {
  portal: Portal;
  clientAddress: string;
  /** The address under which browsers reach the site. */
  publicOrigin: string;
  settings: () => Promise<Settings>;
  /** Tells the operator's log of a failure that the visitor only sees as an apology. */
  report: (error: unknown) => void;
};

export const visitContext = createContext<Visit>();

/** What was read last, for as long as it cannot be read anew: a page can then still say whose it is. */
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

export function oncePerVisit<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  return () => (reading ??= read());
}
