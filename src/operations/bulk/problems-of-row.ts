import { type FieldProblems, isFieldProblem } from "#core/errors.ts";
import type { RowPlace } from "#core/imports/row-place.ts";
import { type Decoded, decodedColumn, mapOf, number, optional, shape, textThat } from "#core/stored/decoders.ts";
import type { BulkItem } from "#storage/database/records/bulk-runs.ts";

const earlierRow = shape({ seq: number, row: number });

/** The row of a file that has the same number as a later one. `seq` counts all rows of the file, `row` those of its sheet. */
export type EarlierRow = Decoded<typeof earlierRow>;

/** No field has this name. */
const earlierKey = "earlier row";

const written = shape({ [earlierKey]: optional(earlierRow) });
const problemsIn = mapOf(textThat(isFieldProblem));

function storedProblems(stored: unknown) {
  const { [earlierKey]: earlier, ...found } = written(stored);
  return { earlier, problems: problemsIn(found) };
}

/** What is wrong with a row of an import, as its item stores it. */
export const writtenProblems = (problems: FieldProblems, earlier: EarlierRow | undefined): string =>
  JSON.stringify(earlier ? { ...problems, [earlierKey]: earlier } : problems);

export function rowOf({ run_id, seq, source_row, problems }: BulkItem) {
  return { sourceRow: source_row, ...decodedColumn(storedProblems, "bulk_item", `${run_id} ${seq}`, problems ?? "{}") };
}

/** The same, with the sheet of the row that has the number already. */
export function placedRow(item: BulkItem, sheetOf: (seq: number) => string | null) {
  const { earlier, ...row } = rowOf(item);
  const first: RowPlace | null = earlier ? { sheet: sheetOf(earlier.seq), row: earlier.row } : null;
  return { ...row, sheet: sheetOf(item.seq), earlier: first };
}
