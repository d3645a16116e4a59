import type { BulkKind, BulkState } from "#core/records/bulk-run.ts";

type Counted = { count: number; written: string };

/** How many records: all, those whose turn is still to come, those with which it was done, and the rest. */
type Figures = { all: Counted; open: Counted; done: Counted; leftOut: Counted };

/** A run as its page shows it. */
export type ShownRun = Figures & {
  id: string;
  kind: BulkKind;
  state: BulkState;
  isUndo: boolean;
  /** Of the first records. */
  names: string[];
  /** Under the rule of four eyes each record is approved on its page: how many wait, and the first of them. */
  look: { waiting: Counted; first: string | null } | null;
  /** To whom the records can be given. */
  assignees: { id: string; name: string }[];
  /** The run that puts back what this one did. */
  undo: (Figures & { id: string; state: BulkState }) | null;
  undoableUntil: string | null;
};
