import type { CandidateRecord } from "./candidate-record.ts";
import { publicStateOf } from "./public-state.ts";

/** Actions on the records that a user chose. `delete` only hides them. */
export const chosenKinds = ["hide", "unhide", "update", "approve", "assign", "export", "cards", "delete"] as const;
export type ChosenKind = (typeof chosenKinds)[number];

/**
 * An import starts from a file, not from chosen records. `withdraw` takes approvals back, as the undo of `approve`. `erase`
 * follows a `delete` that nobody undid in time, and deletes its records.
 */
const bulkKinds = [...chosenKinds, "withdraw", "erase", "import"] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** The kinds that change records, each with the kind that undoes it. */
export const bulkChanges = {
  hide: "unhide",
  unhide: "hide",
  update: "update",
  approve: "withdraw",
  withdraw: null,
  assign: "assign",
  delete: "unhide",
  erase: null,
  import: "import",
} as const satisfies Partial<Record<BulkKind, BulkKind | null>>;
export type BulkChange = keyof typeof bulkChanges;

export const isBulkChange = (kind: BulkKind): kind is BulkChange => Object.hasOwn(bulkChanges, kind);

/**
 * `asked`: the records are listed, and nothing is done until the run is confirmed. An import passes through two earlier
 * states: its file is `received`, then its rows are checked.
 */
export type BulkState = "received" | "checking" | "asked" | "running" | "done" | "stopped";

/** The outcome for one record. Every outcome except `done` means that the record was left out. */
export const bulkOutcomes = [
  "done",
  /** The record needed no change. */
  "already",
  /** The record was changed after the run had listed it. */
  "changed",
  "gone",
  "not-allowed",
  /** The person to whom the record was to be assigned may not read it. */
  "not-theirs",
  /** The four-eyes rule: nobody approves a record of their own, or of whoever has just given them their role. */
  "own",
  "returned",
  /** A field that an approval needs is empty. */
  "incomplete",
  /** The public does not see the record. */
  "not-shown",
  /** The row of an import cannot become a record. */
  "refused",
  /** The row of an import is a line of totals or a note below the table. */
  "no-person",
  "failed",
] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** The largest number of records in one run. The limit for cards is lower because one page for printing shows them all. */
export const maxInRun = (kind: BulkKind): number => (kind === "cards" ? 500 : 10_000);

/** How long a run can be undone. An import gets longer because its mistakes are often noticed a day later. */
export const undoableForMs = (kind: BulkKind): number => (kind === "import" ? 7 * 24 * 60 : 10) * 60_000;

type ListedRecord = Pick<CandidateRecord, "approval" | "hidden"> & { isBarred?: boolean; isIncomplete?: boolean };

/** Returns why a record is left out from the start. Null if it is not left out. */
export function leftOutOf(kind: BulkKind, record: ListedRecord): BulkOutcome | null {
  if (kind === "cards" && publicStateOf(record) !== "shown") return "not-shown";
  if (kind !== "approve" || record.approval === "approved") return null;
  if (record.isBarred) return "own";
  // The record was sent back and has not been corrected yet.
  if (record.approval === "returned") return "returned";
  return record.isIncomplete ? "incomplete" : null;
}
