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
    /** The person to whom the records are assigned; null for nobody. */
    assignee: string | null;
    asked_at: number;
    begun_at: number | null;
    ended_at: number | null;
    /** The process that executes the run; "" while no process does. */
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
    /** For an import: the row in its file, and the problems by field as JSON. Fields with problems are left out. */
    source_row: number | null;
    problems: string | null;
  };

  /** The file of an import. Deleted when the import has ended; kept longer if uploads were sent with it. */
  import_file: {
    id: string;
    row_count: number;
    /** The index of the row with the column headings, from 0. */
    heads_at: number;
    /** The field of each column as JSON; "" until a user has chosen the fields. */
    columns: string;
    /** 1 if the import begins as soon as it is checked. */
    begins: number;
    key_set: string;
    wrapped_key: Uint8Array;
  };

  /** Some rows of an import file, sealed under the key of the file. */
  import_part: {
    import_id: string;
    part: number;
    sealed: Uint8Array;
  };

  /** A file of the ZIP that was sent with an import. `seq` follows the order of the file names. */
  import_upload: {
    import_id: string;
    seq: number;
    /** The file name, sealed under the key of the import. Empty once the import has ended and a record has the file. */
    sealed: Uint8Array;
    /** The kind of document according to the file name. */
    kind: DocumentKind | null;
    /** First the original, later the image made from it. Null after the import, and for a file that is left out. */
    image_id: string | null;
    /** The row to which the file belongs. */
    item_seq: number | null;
    problem: UploadProblem | null;
  };

  /** The field that a user chose for a column with this heading; "" for a column that is left out. */
  import_column: {
    registry: string;
    head: string;
    field: string;
  };
};
