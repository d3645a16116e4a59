import { z } from "zod";
import type { ErrorId } from "#core/errors.ts";
import { insertedSchema } from "./answers.ts";
import { defineCall, named } from "./call.ts";

const count = z.int().min(0);

/** The errors of every call that takes a table. */
export const tableErrors = [
  "invalid",
  "empty-file",
  "file-too-large",
  "too-large",
  "too-many-files",
  "unreadable-table",
  "locked-table",
  "broken-file",
  "unsafe-archive",
  "too-many-rows",
  "no-number-column",
  "decoding-took-too-long",
  "decoding-took-too-much",
  "decoding-failed",
] as const satisfies ErrorId[];

const importSchema = named(
  "Import",
  z.strictObject({
    _id: z.string(),
    state: z.enum(["received", "checking", "asked", "running", "done", "stopped"]).meta({
      description:
        "`received`: what its columns are has to be said in the dashboard. `asked`: it was a dry run, and may be begun in the dashboard.",
    }),
    create: count.meta({ description: "Rows that become records, or became records." }),
    update: count.meta({ description: "Rows that change a record, or changed one." }),
    unchanged: count,
    refused: count,
    done: count.meta({ description: "How many rows are imported so far." }),
    rows: z
      .array(
        z.strictObject({
          sheet: z.string().optional().meta({ description: "If the table has several." }),
          row: z.int().meta({ description: "As spreadsheets count." }),
          reason: z.string().meta({ description: "For programs. Does not change." }),
          fields: z.record(z.string(), z.string()).meta({ description: "What is wrong with which field." }),
        }),
      )
      .meta({ description: "The first 500 rows that were left out." }),
    warned: count.meta({
      description:
        "Rows that are taken without a cell that could not be read, or with a day from a number of five digits.",
    }),
    warnings: z
      .array(
        z.strictObject({
          sheet: z.string().optional().meta({ description: "If the table has several." }),
          row: z.int().meta({ description: "As spreadsheets count." }),
          fields: z.record(z.string(), z.string()).meta({ description: "What to look at in which field." }),
        }),
      )
      .meta({ description: "The first 500 of them." }),
    sheets_left_out: z
      .array(z.strictObject({ name: z.string(), rows: count }))
      .meta({ description: "Sheets of the file that were not read, because they have other headings." }),
    columns_missing: z.array(z.string()).meta({
      description: "Fields that new records need and that no column has. `rows` do not repeat them.",
    }),
    columns_left_out: z
      .array(z.strictObject({ heading: z.string(), rows: count }))
      .meta({ description: "Columns that were not understood, with their filled rows. Their cells are not imported." }),
    scans: count.meta({ description: "Files of the ZIP that records take, or took." }),
    scans_left_out: z
      .array(
        z.strictObject({
          name: z.string().meta({ description: "Its path in the ZIP." }),
          reason: z.string().meta({ description: "For programs. Does not change." }),
          text: z.string(),
        }),
      )
      .meta({ description: "The other files of the ZIP, once they were looked at." }),
  }),
);

const dryRun = z.enum(["true", "false"]).optional().meta({ description: "`true`: nothing is imported." });

export const importCalls = {
  importRecords: defineCall({
    route: "POST /import",
    policy: "admins",
    feature: "imports",
    summary: "Import a table of records",
    description:
      "One XLSX, ODS or CSV file of at most 15 MB and 20,000 rows, in a field named `table`; beside it, in a field named `scans`, a ZIP of at most 1 GB and " +
      "5,000 files named by number and document (`A1234567 visa.pdf`). A ZIP with one table outside its folders may be the `table`, with its documents. The table's columns are recognized by their headings, as in the " +
      "dashboard. A record is found by its passport number or, without one, by its IRCC number. Rows are imported in the background: `GET /import/{id}` says how far it is.",
    inQuery: z.object({ dry_run: dryRun }),
    takes: "multipart/form-data",
    file: { field: "table", example: "people.xlsx", besides: "scans" },
    isRepeatable: true,
    status: 201,
    answer: insertedSchema,
    answerHeaders: ["Location"],
    errors: [...tableErrors, "broken-archive", "locked-archive", "archive-too-large"],
  }),
  readImport: defineCall({
    route: "GET /import/{id}",
    policy: "admins",
    feature: "imports",
    summary: "How far an import is",
    description: "One's own imports of the last 30 days.",
    inPath: z.object({
      id: z
        .string()
        .meta({ description: "The `insertedId` of the import.", examples: ["6f0c2f3e-58b5-4a3e-9d0e-0f6c1c6f2a11"] }),
    }),
    answer: importSchema,
    errors: ["not-found"],
  }),
};
