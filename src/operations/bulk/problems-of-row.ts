import type { FieldProblems } from "#core/errors.ts";
import type { RowPlace } from "#core/imports/row-place.ts";
import type { BulkItem } from "#storage/database/records/bulk-runs.ts";

/** The row of a file that has the same number as a later one. `seq` counts all rows of the file, `row` those of its sheet. */
export type EarlierRow = { seq: number; row: number };

/** No field has this name. */
const earlierKey = "earlier row";

type Written = FieldProblems & { [earlierKey]?: EarlierRow };

/** What is wrong with a row of an import, as its item stores it. */
export const writtenProblems = (problems: FieldProblems, earlier: EarlierRow | undefined): string =>
  JSON.stringify(earlier ? { ...problems, [earlierKey]: earlier } : problems);

/** Needs no validation: we wrote this text ourselves. */
export function rowOf({ source_row, problems }: BulkItem) {
  const { [earlierKey]: earlier, ...found } = problems === null ? {} : (JSON.parse(problems) as Written);
  return { sourceRow: source_row, problems: found as FieldProblems, earlier };
}

/** The same, with the sheet of the row that has the number already. */
export function placedRow(item: BulkItem, sheetOf: (seq: number) => string | null) {
  const { earlier, ...row } = rowOf(item);
  const first: RowPlace | null = earlier ? { sheet: sheetOf(earlier.seq), row: earlier.row } : null;
  return { ...row, sheet: sheetOf(item.seq), earlier: first };
}
