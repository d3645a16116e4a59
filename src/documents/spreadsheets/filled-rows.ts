import { PortalError } from "#core/errors.ts";
import { isDitto } from "#core/imports/ditto.ts";
import { type Cell, cellText, tableLimits, type TableRow } from "#core/imports/table.ts";
import { readCsv } from "./read-csv.ts";
import { readWorkbook } from "./read-xlsx.ts";

/** The number of the last row that a spreadsheet can have. */
const lastRow = 1_048_576;

/** One row has the column headings, and a few rows may be above it. */
const rowsInSheet = tableLimits.rows + 20;
/** Sheets that belong to no table are read, too. */
const rowsInFile = 3 * tableLimits.rows;

/** Yields the rows of an XLSX, ODS or CSV file that are not empty, without their trailing empty cells. */
export async function* filledRows(bytes: Uint8Array): AsyncGenerator<TableRow> {
  const counts = new Map<string | undefined, number>();
  let all = 0;
  let above: { sheet: string | undefined; cells: readonly Cell[] } | undefined;
  for await (const { row, cells: written, sheet } of rowsOf(bytes)) {
    const cells = above?.sheet === sheet ? withDittos(written, above?.cells ?? []) : written;
    const last = cells.findLastIndex((cell) => cellText(cell) !== "");
    if (last === -1) continue;
    if (!(Number.isInteger(row) && row >= 1 && row <= lastRow))
      throw new PortalError("broken-file", { cause: new Error(`a row ${row}`) });
    const count = (counts.get(sheet) ?? 0) + 1;
    counts.set(sheet, count);
    all += 1;
    if (last >= tableLimits.columns || count > rowsInSheet || all > rowsInFile) throw new PortalError("too-many-rows");
    above = { sheet, cells };
    yield { row, cells: cells.slice(0, last + 1).map(cut), ...(sheet !== undefined && { sheet }) };
  }
  if (all === 0) throw new PortalError("empty-file");
}

const withDittos = (cells: readonly Cell[], above: readonly Cell[]): readonly Cell[] =>
  cells.map((cell, at) => (typeof cell === "string" && isDitto(cell) ? (above[at] ?? cell) : cell));

function cut(cell: Cell): Cell {
  const cutText = (text: string) => text.slice(0, tableLimits.lettersInCell);
  if (typeof cell === "string") return cutText(cell);
  return "number" in cell ? { number: cutText(cell.number) } : cell;
}

function rowsOf(bytes: Uint8Array): AsyncIterable<TableRow> | TableRow[] {
  const begin = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  if (begin.startsWith("504b0304")) return readWorkbook(bytes);
  // The signature of old workbooks (.xls) and of workbooks with a password.
  if (begin === "d0cf11e0a1b11ae1") throw new PortalError("locked-table");
  return readCsv(bytes).map((cells, at) => ({ row: at + 1, cells }));
}
