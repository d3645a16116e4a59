import { recordsWithoutHashes } from "#storage/database/records/records.ts";
import { updateRow } from "#storage/database/rows.ts";
import type { Portal } from "../portal.ts";
import { rightIndexes } from "./sealed-record.ts";

/** Small batches, so that visitors do not wait. */
const batch = 50;

/** Makes the hashes of records that an earlier version added, in batches. It can be stopped and run again at any time. */
export async function makeMissingHashes(portal: Portal, stopping?: AbortSignal): Promise<void> {
  let after = 0;
  while (!stopping?.aborted) {
    const last = await portal.database.write(async (writer) => {
      const rows = await recordsWithoutHashes(portal.database, writer, after, batch);
      for (const row of rows) {
        // A record that cannot be opened stays as it is: `verify` reports it.
        const right = rightIndexes(portal, row);
        if (right) await updateRow(writer, "candidate", row.id, right.indexes);
      }
      return rows.at(-1)?.seq ?? null;
    });
    if (last === null) return;
    after = last;
  }
}
