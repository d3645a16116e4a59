import { PortalError } from "#core/errors.ts";
import { headsOf } from "#core/imports/columns.ts";
import { cellText } from "#core/imports/table.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { rowById } from "#storage/database/rows.ts";
import { ownRun, rowOf } from "../bulk/read-run.ts";
import type { Portal } from "../portal.ts";
import { refusedItems } from "./keep-refused-rows.ts";
import { rowsInPart, rowsOfPart } from "./rows-of-import.ts";

/** Returns the rows that became no record, as they are in the file, with the outcome and the problems of each. */
export async function readRefusedRows(portal: Portal, actor: Actor, id: string) {
  await ownRun(portal, actor, id);
  const { read } = portal.database;
  const file = await rowById(read, "import_file", id);
  const first = file ? await rowsOfPart(portal, read, file, 0) : [];
  if (!file || first.length === 0) throw new PortalError("not-found");
  const refused = new Map((await refusedItems(read, id)).map((item) => [item.source_row, item]));
  const rows = [];
  for (let part = 0; part * rowsInPart < file.row_count; part += 1) {
    for (const { row, cells } of await rowsOfPart(portal, read, file, part)) {
      const item = refused.get(row);
      if (item) rows.push({ cells: cells.map(cellText), outcome: item.outcome, problems: rowOf(item).problems });
    }
  }
  return { heads: headsOf(first, file.heads_at).map(cellText), rows };
}
