import { createContext } from "react-router";
import type { FileReceiver, FormWithFiles } from "#core/images/form-with-files.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { Caller, SignedIn } from "#core/staff/accounts.ts";
import type { ClientInfo } from "#core/staff/actor.ts";
import type { AccessPolicy } from "#core/staff/access-policies.ts";
import type { Portal } from "#operations/portal.ts";

/** What the server knows of a request for a page. */
export type Visitor = {
  clientAddress: string;
  /** Two letters; empty where no trusted proxy says it. */
  country: string;
  from: () => ClientInfo;
  /** Who is signed in, found out at the first question. */
  signedIn: () => Promise<SignedIn | null>;
  policy: AccessPolicy;
  /** The path of the page in the table of routes, the only route that may answer. */
  page: string;
  /** Whether a form of another site led here. Then the page shows what was typed there, and does nothing with it. */
  isCrossSite: boolean;
  /** Whether a proxy brought the request that nobody told us to believe: all visitors then count as one. */
  ignoresProxy: boolean;
  /** Reads a form that brings files, each of them as it comes. */
  readUploads: <Result>(request: Request, receiver: FileReceiver<Result>) => Promise<FormWithFiles<Result>>;
};

export type Visit = Visitor & {
  portal: Portal;
  /** The request, as far as accounts look at it. */
  caller: Caller;
  settings: () => Promise<Settings>;
  /** What the answer carries besides the page. */
  answerHeaders: Headers;
  /** Whether devices may store what they need to say that they are offline. */
  keepsShell: boolean;
  /** Writes a failure into the operator's log; the visitor only sees an apology. */
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
