import type { Generated } from "kysely";
import type { UploadProblem } from "#core/imports/upload-problems.ts";
import type { DocumentKind } from "#core/records/document-kinds.ts";
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
    /** Of an import: the row in its file, and what is wrong with which fields, as JSON. A row that is taken is taken without these. */
    source_row: number | null;
    problems: string | null;
  };

  /** The file of an import, until that has ended; longer where uploads came with it. */
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

  /** A file of the ZIP that came with it, in the order of their names. */
  import_upload: {
    import_id: string;
    seq: number;
    /** Its name, sealed under the key of the import; nothing once the import has ended and a record has the file. */
    sealed: Uint8Array;
    /** Which document it says it is. */
    kind: DocumentKind | null;
    /** Its original alone, then the image that was made of it; null once the import has ended, and for one that is left out. */
    image_id: string | null;
    /** The row that it is for. */
    item_seq: number | null;
    problem: UploadProblem | null;
  };

  /** Which field a column with this head was said to be; "" for one that is left out. */
  import_column: {
    registry: string;
    head: string;
    field: string;
  };
};
