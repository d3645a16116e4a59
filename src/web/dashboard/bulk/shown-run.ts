import type { BulkKind, BulkState } from "#core/records/bulk-run.ts";

import type { ShownPlan, ShownUploads, ShownWarning } from "../imports/import-plan.tsx";

type Counted = { count: number; written: string };

/** How many records: all, those not reached yet, those done, and those left out. */
type Figures = { all: Counted; open: Counted; done: Counted; leftOut: Counted };

/** A run as its page shows it. */
export type ShownRun = Figures & {
  id: string;
  kind: BulkKind;
  state: BulkState;
  isUndo: boolean;
  /** The names of the first records. */
  names: string[];
  /** With `four eyes` on, each record is approved on its page: how many wait, and the first of them. */
  review: { waiting: Counted; first: string | null } | null;
  /** To whom the records can be assigned. */
  assignees: { id: string; name: string }[];
  /** The run that puts back what this one did. */
  undo: (Figures & { id: string; state: BulkState }) | null;
  undoableUntil: string | null;
  /** What becomes of the rows of an import. */
  plan: ShownPlan | null;
  /** Which rows of an import are taken without a field. */
  warnings: ShownWarning[];
  /** The files that came with an import; null where none did. */
  scans: ShownUploads | null;
  /** What its undo did, or what it did as the undo of an import. */
  undone: { reversed: string; kept: string; failed: string; gone: string | null } | null;
};
