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
    /** The process that executes it; "" while none does. */
    process: Generated<string>;
  };

  /** The records of a run, in their order. */
  bulk_item: {
    run_id: string;
    seq: number;
    record_id: string;
    /** The version when the records were listed. */
    version: number;
    /** Null until the record was reached. */
    outcome: BulkOutcome | null;
    /** The version that the run left. */
    version_after: number | null;
    /** The assignee before; an undo restores it. */
    assignee_before: string | null;
  };
};
