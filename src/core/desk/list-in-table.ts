import { PortalError } from "../errors.ts";
import { keyFields } from "../imports/import-fields.ts";
import { surveyed } from "../imports/find-table.ts";
import { layoutOf, rowsInTable } from "../imports/join-sheets.ts";
import { guessColumns } from "../imports/columns.ts";
import { ownHeadsOf } from "../imports/own-heads.ts";
import { normalisedHead } from "../imports/normalised-head.ts";
import type { SecondNumber } from "../records/second-number.ts";
import { cellText, type TableRow } from "../imports/table.ts";
import { maxInList } from "./organisation.ts";

/** A row of a list. `number` or `name` is empty if the row asks about nobody, such as a line of totals. */
export type ListRow = { cells: readonly string[]; number: string; name: string; code: string };

export type NumberList = { heads: readonly string[]; rows: readonly ListRow[] };

export const isComplete = ({ number, name }: ListRow): boolean => number !== "" && name !== "";

const otherHeads = {
  number: new Set(["number", "document number", "document no", "নম্বর", "নথির নম্বর"].map(normalisedHead)),
  code: new Set(["code", "share code", "কোড", "শেয়ার কোড"].map(normalisedHead)),
};

/** Finds the numbers, the names and the share codes of a table by its heads. */
export function listInTable(rows: readonly TableRow[], secondNumber?: SecondNumber): NumberList {
  const ownHeads = ownHeadsOf([], [], secondNumber);
  const layout = layoutOf(surveyed(rows), undefined, ownHeads);
  const heads = layout?.main.headings.map(({ own }) => own) ?? [];
  // A number that cannot be one is answered as such.
  const fields = guessColumns({ headings: layout?.main.headings ?? [], ownHeads });
  const columnsOf = (isIt: (head: string, column: number) => boolean) =>
    heads.flatMap((head, column) => (isIt(normalisedHead(head), column) ? [column] : []));
  const numbers = columnsOf(
    (head, column) => keyFields.some((field) => field === fields[column]) || otherHeads.number.has(head),
  );
  const [name] = columnsOf((_, column) => fields[column] === "name");
  const [code = -1] = columnsOf((head) => otherHeads.code.has(head));
  if (numbers.length === 0) throw new PortalError("no-number-column");
  if (name === undefined) throw new PortalError("no-name-column");
  const list = (layout ? rowsInTable(layout, rows) : []).map((cells): ListRow => {
    const texts = cells.map(cellText);
    const number = numbers.map((column) => texts[column] ?? "").find((text) => text !== "") ?? "";
    return { cells: texts, number, name: texts[name] ?? "", code: texts[code] ?? "" };
  });
  if (list.length > maxInList) throw new PortalError("list-too-long");
  return { heads, rows: list };
}
