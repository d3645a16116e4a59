import type { CandidateRecord } from "./candidate-record.ts";
import { publicStateOf } from "./public-state.ts";

/** What can be done with records that somebody chose. `withdraw` takes approvals back; it exists only as the undo of `approve`. */
export const chosenKinds = ["hide", "unhide", "approve", "withdraw", "assign", "export", "cards"] as const;
export type ChosenKind = (typeof chosenKinds)[number];

/** An import begins with a file. */
const bulkKinds = [...chosenKinds, "import"] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** The kinds that change records, and the kind that undoes each. */
export const bulkChanges = {
  hide: "unhide",
  unhide: "hide",
  approve: "withdraw",
  withdraw: null,
  assign: "assign",
  import: "import",
} as const satisfies Partial<Record<BulkKind, BulkKind | null>>;
export type BulkChange = keyof typeof bulkChanges;

export const isBulkChange = (kind: BulkKind): kind is BulkChange => Object.hasOwn(bulkChanges, kind);

/**
 * `asked`: the records are listed, and nothing is done yet. An import begins before that: its file is `received`, then its rows are
 * checked.
 */
export type BulkState = "received" | "checking" | "asked" | "running" | "done" | "stopped";

/** What became of a record. All but `done` were left out. */
export const bulkOutcomes = [
  "done",
  /** Nothing had to be changed. */
  "already",
  /** Somebody changed it after the records were listed. */
  "changed",
  "gone",
  "not-allowed",
  /** The person to whom it was to be assigned may not read it. */
  "not-theirs",
  /** The rule of four eyes. */
  "own",
  "returned",
  /** The public does not see it. */
  "not-shown",
  /** A row of an import that cannot be a record. */
  "refused",
  /** A line of totals, or a note below a table. */
  "no-person",
  "failed",
] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** The most records in one run. Cards are one page to print. */
export const mostInRun = (kind: BulkKind): number => (kind === "cards" ? 500 : 10_000);

/** What is wrong with an import is often seen a day later. */
export const undoableForMs = (kind: BulkKind): number => (kind === "import" ? 7 * 24 * 60 : 10) * 60_000;

type Listed = Pick<CandidateRecord, "approval" | "hidden"> & { isOwn: boolean };

/** Why a record is left out from the start; null for one that is not. */
export function leftOutOf(kind: BulkKind, record: Listed, fourEyes: boolean): BulkOutcome | null {
  if (kind === "cards" && publicStateOf(record) !== "shown") return "not-shown";
  if (kind !== "approve" || record.approval === "approved") return null;
  if (fourEyes && record.isOwn) return "own";
  // It was sent back, and has not been corrected yet.
  return record.approval === "returned" ? "returned" : null;
}
