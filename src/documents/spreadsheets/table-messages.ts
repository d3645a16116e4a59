import { z } from "zod";
import type { ErrorId } from "#core/errors.ts";
import { tableLimits, type TableRow } from "#core/imports/table.ts";

const tableProblems = [
  "empty-file",
  "unreadable-table",
  "broken-file",
  "locked-table",
  "unsafe-archive",
  "locked-archive",
  "too-many-rows",
  "decoding-failed",
] as const satisfies ErrorId[];
export type TableProblem = (typeof tableProblems)[number];

export const isTableProblem = (id: string): id is TableProblem => tableProblems.some((problem) => problem === id);

export const rowsAtOnce = 50;

export type TableReport =
  | { kind: "rows"; rows: TableRow[] }
  | { kind: "done" }
  | { kind: "refused"; problem: TableProblem; reason: string };

const text = z.string().max(tableLimits.lettersInCell);
const cell = z.union([text, z.strictObject({ number: text }), z.strictObject({ day: text })]);
const row = z.object({
  row: z.int().positive(),
  cells: z.array(cell).max(tableLimits.columns),
  sheet: z.string().max(tableLimits.lettersInSheetName).optional(),
});

const reportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("rows"), rows: z.array(row).max(rowsAtOnce) }),
  z.object({ kind: z.literal("done") }),
  z.object({ kind: z.literal("refused"), problem: z.enum(tableProblems), reason: z.string() }),
]);

/** Validates a message of the worker: a hostile file may have taken over its process. */
export const isTableReport = (message: unknown): message is TableReport => reportSchema.safeParse(message).success;
