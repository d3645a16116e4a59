import {
  deleteLookupBatchesUpTo,
  lockLookupLogEnd,
  moveLookupLogEnd,
  oldLookupBatches,
} from "#storage/database/lookups/lookup-log.ts";
import type { Portal } from "../portal.ts";

const keptMs = 90 * 24 * 3_600_000;
const batchesAtOnce = 2000;

/** Removes what the log has kept for 90 days. The hash of the last one removed stays, so that the rest still verifies. */
export async function forgetOldLookups(portal: Portal, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await forgetSome(portal)) === batchesAtOnce);
}

async function forgetSome({ database, now }: Portal): Promise<number> {
  const oldest = now() - keptMs;
  return database.lookups.write(async (writer) => {
    await lockLookupLogEnd(database.lookups, writer, "removed");
    const old = await oldLookupBatches(writer, oldest, batchesAtOnce);
    const last = old.at(-1);
    if (!last) return 0;
    await deleteLookupBatchesUpTo(writer, last.seq);
    await moveLookupLogEnd(writer, "removed", last);
    return old.length;
  });
}
