import { lookupBatchesAfter, lookupLogEnd } from "#storage/database/lookups/lookup-log.ts";
import type { Portal } from "../portal.ts";
import { unpackEntries } from "./lookup-entry.ts";
import { hashOfBatch } from "./write-lookups.ts";

export type LookupLogVerdict = { lookups: number; lost: number; brokenAt: number | null };

const batchesAtOnce = 500;

/** Walks the log from the oldest batch that is kept. `brokenAt` is the first that is changed, missing or out of place. */
export async function verifyLookupLog(portal: Portal): Promise<LookupLogVerdict> {
  const { read } = portal.database.lookups;
  const head = await lookupLogEnd(read, "last");
  const removed = await lookupLogEnd(read, "removed");
  let last = removed;
  const seen = { lookups: 0, lost: 0 };
  for (;;) {
    const rows = await lookupBatchesAfter(read, last.seq, batchesAtOnce);
    for (const row of rows) {
      const isNext = row.seq === last.seq + 1 && hashOfBatch(last.hash, row).equals(row.hash);
      if (!isNext) return (await wasRemovedSince(portal, removed.seq)) ?? { ...seen, brokenAt: last.seq + 1 };
      seen.lookups += unpackEntries(row.entries).length;
      seen.lost += row.lost;
      last = row;
    }
    if (rows.length < batchesAtOnce) break;
  }
  const reachesHead = last.seq > head.seq || (last.seq === head.seq && Buffer.from(head.hash).equals(last.hash));
  if (reachesHead) return { ...seen, brokenAt: null };
  return (await wasRemovedSince(portal, removed.seq)) ?? { ...seen, brokenAt: last.seq + 1 };
}

/** Old batches may be removed under our feet: then it starts again from those that are left. */
async function wasRemovedSince(portal: Portal, seq: number): Promise<LookupLogVerdict | null> {
  const removed = await lookupLogEnd(portal.database.lookups.read, "removed");
  return removed.seq === seq ? null : verifyLookupLog(portal);
}
