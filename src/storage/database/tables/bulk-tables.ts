import { uploadProblems } from "#core/imports/upload-problems.ts";
import { bulkOutcomes } from "#core/records/bulk-run.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { big, bytes, code, codeOf, count, flag, oneOf, orNull, table, text } from "./table.ts";

/** Bulk runs. Imports are bulk runs over the rows of a file. */
export const bulkTables = {
  /** One action on many records. A run can be undone only once. */
  bulk_run: table({
    key: ["id"],
    leftOutOfBackups: true,
    columns: {
      id: code(),
      registry: code(),
      person_id: code("references person (id) on delete cascade"),
      kind: oneOf(
        "hide",
        "unhide",
        "update",
        "approve",
        "withdraw",
        "assign",
        "export",
        "cards",
        "delete",
        "erase",
        "import",
      ),
      state: oneOf("received", "checking", "asked", "running", "done", "stopped"),
      /** The run that this one undoes or, for `erase`, completes: only one of these can happen. */
      undoes: orNull(code("unique")),
      /** The person to whom the records are assigned; null for nobody. */
      assignee: orNull(code()),
      /** The field that an update sets, and its new value; that of an own field is sealed, in base64. */
      field: orNull(code()),
      new_value: orNull(text()),
      asked_at: big(),
      begun_at: orNull(big()),
      ended_at: orNull(big()),
      /** The process that executes the run; "" while no process does. */
      process: code(),
    },
    indexes: {
      bulk_run_by_person: "(person_id, asked_at)",
      bulk_run_by_age: "(asked_at)",
      bulk_run_running: "(begun_at) where state in ('checking', 'running')",
    },
  }),

  /** The records of a run, in their order. */
  bulk_item: table({
    key: ["run_id", "seq"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      run_id: code("references bulk_run (id) on delete cascade"),
      seq: count(),
      record_id: code(),
      /** The version when the records were listed. */
      version: count(),
      /** Null until the record was reached. */
      outcome: orNull(codeOf(bulkOutcomes)),
      /** The version that the run left. */
      version_after: orNull(count()),
      /** The assignee before; an undo restores it. */
      assignee_before: orNull(code()),
      /** For an import: the row in its file, and by field, as JSON, the problems, or what to look at if it is taken. */
      source_row: orNull(count()),
      problems: orNull(text()),
    },
    indexes: {
      bulk_item_by_record: { addedBy: "1.1", on: "(record_id) where record_id <> ''" },
    },
  }),

  /** The file of an import. Once the import has ended, only the refused rows stay. */
  import_file: table({
    key: ["id"],
    leftOutOfBackups: true,
    columns: {
      id: code("references bulk_run (id) on delete cascade"),
      row_count: count(),
      /** The index of the row with the column headings, from 0. */
      heads_at: count(),
      /** The field of each column as JSON; "" until a user has chosen the fields. */
      columns: text(),
      /** 1 if numbers are taken although a spreadsheet treated them as amounts. */
      takes_numbers: flag(),
      /** The file name, sealed under the key of the import. Empty if it is not known. */
      sealed_name: bytes(),
      /** 1 if the import begins as soon as it is checked. */
      begins: flag(),
      key_set: code(),
      wrapped_key: bytes(),
    },
    indexes: { import_file_by_key_set: "(key_set)" },
  }),

  /** Some rows of an import file, sealed under the key of the file. */
  import_part: table({
    key: ["import_id", "part"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      import_id: code("references import_file (id) on delete cascade"),
      part: count(),
      sealed: bytes(),
    },
  }),

  /** A file of the ZIP that was sent with an import. `seq` follows the order of the file names. */
  import_upload: table({
    key: ["import_id", "seq"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      import_id: code("references import_file (id) on delete cascade"),
      seq: count(),
      /** The file name, sealed under the key of the import. Empty once the import has ended and a record has the file. */
      sealed: bytes(),
      /** The kind of document according to the file name. */
      kind: orNull(codeOf<AnyKind>(documentKinds)),
      /** First the original, later the image made from it. Null after the import, and for a file that is left out. */
      image_id: orNull(code()),
      /** The row to which the file belongs. */
      item_seq: orNull(count()),
      problem: orNull(codeOf(uploadProblems)),
    },
    indexes: {
      import_upload_by_item: "(import_id, item_seq)",
      import_upload_by_image: "(image_id) where image_id is not null",
    },
  }),

  /** The field that a user chose for a column with this heading; "" for a column that is left out. */
  import_column: table({
    key: ["registry", "head"],
    withoutRowid: true,
    columns: {
      registry: code(),
      head: text(),
      field: code(),
    },
  }),
};
