/**
 * A cell of a table that was made elsewhere: text, a number or a day. Numbers have the form in which the file contains
 * them.
 */
export type Cell = string | { number: string } | { day: string };

/** A row with at least one filled cell. `row` is its number in its sheet, as spreadsheets show it. CSV files have no sheets. */
export type TableRow = { row: number; cells: readonly Cell[]; sheet?: string };

export const tableLimits = { rows: 20_000, columns: 200, lettersInCell: 2000, lettersInSheetName: 100 } as const;

/** The names of the file fields in the form of an import. */
export const importFormFields = { table: "table", scans: "scans" } as const;

/** The limits of the ZIP file that is sent with the table. */
export const zipLimits = { files: 5000, bytes: 1_000_000_000, bytesUnpacked: 2_000_000_000 } as const;

export const cellText = (cell: Cell | undefined): string => {
  if (cell === undefined) return "";
  if (typeof cell === "string") return cell.trim();
  return "number" in cell ? cell.number : cell.day;
};
