import type { Challenge } from "altcha-lib/types";
import type { PublicRecord } from "#core/records/visibility.ts";

/** Somebody at a public door who asks for a record. */
export type LookupVisitor = {
  /** Where they ask from, as the server made it out: behind trusted proxies, never as the visitor says. */
  address: string;
  channel: LookupChannel;
  /** The answer to a challenge: ALTCHA's payload, base64 of JSON. */
  proof?: string | undefined;
  /** A wait that was signed before, for who has no script. */
  waitTicket?: string | undefined;
};

export type LookupChannel = "web" | "api";

/** Hidden, denied, foreign, wrong name and missing are the same `none`. */
export type LookupOutcome =
  | { kind: "found"; record: PublicRecord }
  | { kind: "none" }
  /** Ask again with the challenge solved, or with the ticket once the wait is over. Either is good for one question. */
  | { kind: "needs-proof"; challenge: Challenge; wait: { ticket: string; seconds: number } }
  | { kind: "refused"; retryAfterSeconds: number };
