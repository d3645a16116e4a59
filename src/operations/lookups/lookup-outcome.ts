import type { Challenge } from "altcha-lib/types";
import type { PublicRecord } from "#core/records/visibility.ts";

/** Who looks a record up. */
export type LookupVisitor = {
  /** The client address, read behind trusted proxies only. */
  address: string;
  channel: LookupChannel;
  /** The answer to a challenge: ALTCHA's payload, base64 of JSON. */
  proof?: string | undefined;
  /** A ticket from before, for visitors without scripts. */
  waitTicket?: string | undefined;
};

export type LookupChannel = "web" | "api";

/** Hidden, denied, foreign, wrong name and missing are the same `none`. */
export type LookupOutcome =
  | { kind: "found"; record: PublicRecord }
  | { kind: "none" }
  /** Repeat the lookup with the challenge solved, or with the ticket once the wait is over. Each is valid once. */
  | { kind: "needs-proof"; challenge: Challenge; wait: { ticket: string; seconds: number } }
  | { kind: "refused"; retryAfterSeconds: number };
