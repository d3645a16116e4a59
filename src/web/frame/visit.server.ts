import { createContext } from "react-router";
import type { FileReceiver, FormWithFiles } from "#core/images/form-with-files.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { Caller, SignedIn } from "#core/accounts/accounts.ts";
import type { ClientInfo } from "#core/accounts/actor.ts";
import type { AccessPolicy } from "#core/accounts/access-policies.ts";
import type { Portal } from "#operations/portal/portal.ts";

/** What the server knows about a request for a page. */
export type Visitor = {
  clientAddress: string;
  /** A country code of two letters. Empty if no trusted proxy reports the country. */
  country: string;
  from: () => ClientInfo;
  /** Returns who is signed in. Reads the session at the first call. */
  signedIn: () => Promise<SignedIn | null>;
  policy: AccessPolicy;
  /** The page's path in the table of routes. Only this route may answer. */
  page: string;
  /** True if a form of another site led here. The page then only shows the values typed there. */
  isCrossSite: boolean;
  /** True if the request came through a proxy that is not trusted. All visitors then count as one client. */
  ignoresProxy: boolean;
  /** Reads a form with files. Streams each file to the receiver as it arrives. */
  readUploads: <Result>(request: Request, receiver: FileReceiver<Result>) => Promise<FormWithFiles<Result>>;
};

export type Visit = Visitor & {
  portal: Portal;
  /** The parts of the request that the accounts code needs. */
  caller: Caller;
  settings: () => Promise<Settings>;
  /** Additional headers of the response. */
  answerHeaders: Headers;
  /** True if devices may store the offline page. */
  keepsShell: boolean;
  /** Writes an error into the operator's log. The visitor only sees an apology. */
  report: (error: unknown) => void;
};

export const visitContext = createContext<Visit>();

export function memoized<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  return () => (reading ??= read());
}
