import { recordsWithoutHashes } from "#storage/database/records.ts";
import { updateRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal.ts";
import { rightIndexes } from "./sealed-record.ts";

/** Few at a time, so that visitors do not wait. */
const batch = 50;

/** Makes the hashes of records that an earlier version added, some rows at a time. It may be stopped and run again at any time. */
export async function makeMissingHashes(portal: Portal, stopping?: AbortSignal): Promise<void> {
  let after = 0;
  while (!stopping?.aborted) {
    const last = await portal.database.write(async (writer) => {
      const rows = await recordsWithoutHashes(portal.database, writer, after, batch);
      for (const row of rows) {
        // One that does not open stays as it is, and verify names it.
        const right = rightIndexes(portal, row);
        if (right) await updateRow(writer, "candidate", row.id, right.indexes);
      }
      return rows.at(-1)?.seq ?? null;
    });
    if (last === null) return;
    after = last;
  }
}
