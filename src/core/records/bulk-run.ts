import type { CandidateRecord } from "./candidate-record.ts";
import { publicStateOf } from "./public-state.ts";

/** What can be done with many records at once. `withdraw` takes approvals back: only as the undo of `approve`. */
export const bulkKinds = ["hide", "unhide", "approve", "withdraw", "assign", "export", "cards"] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** Those that change records, with what undoes them. */
export const bulkChanges = {
  hide: "unhide",
  unhide: "hide",
  approve: "withdraw",
  withdraw: null,
  assign: "assign",
} as const satisfies Partial<Record<BulkKind, BulkKind | null>>;
export type BulkChange = keyof typeof bulkChanges;

export const isBulkChange = (kind: BulkKind): kind is BulkChange => Object.hasOwn(bulkChanges, kind);

/** `asked`: the records are listed, and nothing was done yet. */
export type BulkState = "asked" | "running" | "done" | "stopped";

/** What became of a record. All but `done` were left out. */
export const bulkOutcomes = [
  "done",
  /** It was so already. */
  "already",
  /** Somebody changed it after the records were listed. */
  "changed",
  "gone",
  "not-allowed",
  /** Whom it was to be assigned to may not read it. */
  "not-theirs",
  /** The rule of four eyes. */
  "own",
  "returned",
  /** The public does not see it. */
  "not-shown",
  "failed",
] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** So many records at once. Cards are one page to print. */
export const mostInRun = (kind: BulkKind): number => (kind === "cards" ? 500 : 10_000);

export const undoableForMs = 10 * 60_000;

type Listed = Pick<CandidateRecord, "approval" | "hidden"> & { isOwn: boolean };

/** Why a record is left out from the start; null for one that is not. */
export function leftOutOf(kind: BulkKind, record: Listed, fourEyes: boolean): BulkOutcome | null {
  if (kind === "cards" && publicStateOf(record) !== "shown") return "not-shown";
  if (kind !== "approve" || record.approval === "approved") return null;
  if (fourEyes && record.isOwn) return "own";
  // What was found wrong with it was not mended yet.
  return record.approval === "returned" ? "returned" : null;
}
