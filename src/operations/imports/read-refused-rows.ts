import { PortalError } from "#core/errors.ts";
import { headingsOf } from "#core/imports/group-headings.ts";
import { cellText } from "#core/imports/table.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { rowById } from "#storage/database/rows.ts";
import { placedRow } from "../bulk/problems-of-row.ts";
import { ownRun } from "../bulk/read-run.ts";
import { sheetsOfRows } from "../bulk/about-file.ts";
import type { Portal } from "../portal/portal.ts";
import { refusedItems } from "../bulk/keep-refused-rows.ts";
import { headingRows, rowsOfTable, storedRows } from "../bulk/rows-of-import.ts";

/** Returns the rows that became no record, as they are in the file, with the outcome and the problems of each. */
export async function readRefusedRows(portal: Portal, actor: Actor, id: string) {
  const run = await ownRun(portal, actor, id);
  const { read } = portal.database;
  const file = await rowById(read, "import_file", id);
  const headings = file ? await headingRows(portal, read, file) : [];
  if (!file || headings.length === 0) throw new PortalError("not-found");
  const items = await refusedItems(read, id);
  const hasEnded = run.state === "done" || run.state === "stopped";
  const bySeq = new Map(items.map((item) => [item.seq, item]));
  const sheetOf = await sheetsOfRows(portal, read, id);
  const rows = [];
  const stored = (hasEnded ? storedRows : rowsOfTable)(portal, read, file);
  // Before its columns are chosen, an import has no table, and nothing was refused.
  for await (const { seq, cells } of items.length > 0 ? stored : []) {
    // Of an import that has ended, only the refused rows are stored, in their order, below the headings.
    const item = hasEnded ? items[seq - file.heads_at - 2] : bySeq.get(seq);
    if (item) rows.push({ ...placedRow(item, sheetOf), cells: cells.map(cellText), outcome: item.outcome });
  }
  const [heads, above] = headings.toReversed();
  return { heads: headingsOf(heads?.cells ?? [], above?.cells).map(({ whole }) => whole), rows };
}
