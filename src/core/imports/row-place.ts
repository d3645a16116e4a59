import { type FieldProblem, fieldProblems } from "../errors.ts";

/** A row of a file, with its sheet if the table has several. */
export type RowPlace = { sheet: string | null; row: number };

export const rowPlaceText = ({ sheet, row }: RowPlace): string =>
  sheet === null ? `Row ${row}` : `${sheet}, row ${row}`;

/** The words for a problem of a row. `earlier` is the row that has the same number. */
export const rowProblemText = (problem: FieldProblem, earlier: RowPlace | null): string =>
  problem === "number-repeated" && earlier
    ? `${rowPlaceText(earlier)} has this number already.`
    : fieldProblems[problem];
