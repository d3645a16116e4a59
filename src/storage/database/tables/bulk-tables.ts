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
    /** Of an import: the row in its file, and what is wrong with which fields, as JSON. */
    source_row: number | null;
    problems: string | null;
  };

  /** The file of an import, until that has ended. */
  import_file: {
    id: string;
    row_count: number;
    /** Which of its rows has the heads, from 0. */
    heads_at: number;
    /** What each column is, as JSON; "" until somebody said so. */
    columns: string;
    /** 1 for one that begins once it is checked. */
    begins: number;
    key_set: string;
    wrapped_key: Uint8Array;
  };

  /** Some of its rows, sealed under its key. */
  import_part: {
    import_id: string;
    part: number;
    sealed: Uint8Array;
  };

  /** Which field a column with this head was said to be; "" for one that is left out. */
  import_column: {
    registry: string;
    head: string;
    field: string;
  };
};
