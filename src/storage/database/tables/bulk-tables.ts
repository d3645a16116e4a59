import type { Generated } from "kysely";
import type { BulkKind, BulkOutcome, BulkState } from "#core/records/bulk-run.ts";

export type BulkTables = {
  bulk_run: {
    id: string;
    registry: string;
    person_id: string;
    kind: BulkKind;
    state: BulkState;
    /** The run that this one undoes. */
    undoes: string | null;
    /** To whom the records are assigned; null for nobody. */
    assignee: string | null;
    asked_at: number;
    begun_at: number | null;
    ended_at: number | null;
    /** Which process works it off. */
    process: Generated<string>;
  };

  /** The records of a run, in their order. */
  bulk_item: {
    run_id: string;
    seq: number;
    record_id: string;
    /** As it was when the records were listed. */
    version: number;
    /** Null until it has its turn. */
    outcome: BulkOutcome | null;
    /** What the run made of it. */
    version_after: number | null;
    /** Who had it before; an undo gives it back. */
    assignee_before: string | null;
  };
};
