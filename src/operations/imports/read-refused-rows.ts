import { PortalError } from "#core/errors.ts";
import { headsOf } from "#core/imports/columns.ts";
import { cellText } from "#core/imports/table.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { rowById } from "#storage/database/rows.ts";
import { readReport } from "../bulk/read-run.ts";
import type { Portal } from "../portal.ts";
import { rowsInPart, rowsOfPart } from "./rows-of-import.ts";

/**
 * Returns the rows that cannot become records, as they are in the file, with the problems of each. The rows are there only
 * until the import has ended.
 */
export async function readRefusedRows(portal: Portal, actor: Actor, id: string) {
  const report = await readReport(portal, actor, id);
  const { read } = portal.database;
  const file = await rowById(read, "import_file", id);
  const first = file ? await rowsOfPart(portal, read, file, 0) : [];
  if (!file || first.length === 0) throw new PortalError("not-found");
  const refused = new Map(
    report.flatMap((row) => (row.outcome === "refused" ? [[row.sourceRow, row.problems] as const] : [])),
  );
  const rows = [];
  for (let part = 0; part * rowsInPart < file.row_count; part += 1) {
    for (const { row, cells } of await rowsOfPart(portal, read, file, part)) {
      const problems = refused.get(row);
      if (problems) rows.push({ cells: cells.map(cellText), problems });
    }
  }
  return { heads: headsOf(first, file.heads_at).map(cellText), rows };
}
