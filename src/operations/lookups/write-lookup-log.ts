import { chainHash } from "#sealing/chain.ts";
import {
  insertLookupBatch,
  type LookupBatchRow,
  lockLookupLogEnd,
  moveLookupLogEnd,
  lookupBatchesAfter,
  lookupLogEnd,
  deleteLookupBatchesUpTo,
  oldLookupBatches,
} from "#storage/database/lookups/lookup-log.ts";
import type { Portal } from "../portal.ts";
import { type LookupBatch, unpackEntries } from "./lookup-log.ts";

/** Writes the latest lookups into the log. One call at a time. */
export async function writeLookups(portal: Portal): Promise<void> {
  const { log } = portal.lookups;
  for (let batch = log.next(); batch; batch = log.next()) {
    await writeBatch(portal, batch);
    log.forget(batch);
  }
}

async function writeBatch({ database, now }: Portal, batch: LookupBatch): Promise<void> {
  const at = now();
  await database.lookups.write(async (writer) => {
    const last = await lockLookupLogEnd(database.lookups, writer, "last");
    const row = { seq: last.seq + 1, at, ...batch };
    const hash = hashOfBatch(last.hash, row);
    await insertLookupBatch(writer, { ...row, hash });
    await moveLookupLogEnd(writer, "last", { seq: row.seq, hash });
  });
}

const hashOfBatch = (previous: Uint8Array, { seq, at, lost, entries }: Omit<LookupBatchRow, "hash">): Buffer =>
  chainHash(previous, [seq, at, lost, entries]);

export type LookupLogVerdict = { lookups: number; lost: number; brokenAt: number | null };

const verifiedAtOnce = 500;

/** Verifies the log from the oldest batch on. `brokenAt` is the first that is changed, missing or out of place. */
export async function verifyLookupLog(portal: Portal): Promise<LookupLogVerdict> {
  const { read } = portal.database.lookups;
  const head = await lookupLogEnd(read, "last");
  const removed = await lookupLogEnd(read, "removed");
  let last = removed;
  const seen = { lookups: 0, lost: 0 };
  for (;;) {
    const rows = await lookupBatchesAfter(read, last.seq, verifiedAtOnce);
    for (const row of rows) {
      const isNext = row.seq === last.seq + 1 && hashOfBatch(last.hash, row).equals(row.hash);
      if (!isNext) return (await wasRemovedSince(portal, removed.seq)) ?? { ...seen, brokenAt: last.seq + 1 };
      seen.lookups += unpackEntries(row.entries).length;
      seen.lost += row.lost;
      last = row;
    }
    if (rows.length < verifiedAtOnce) break;
  }
  const reachesHead = last.seq > head.seq || (last.seq === head.seq && Buffer.from(head.hash).equals(last.hash));
  if (reachesHead) return { ...seen, brokenAt: null };
  return (await wasRemovedSince(portal, removed.seq)) ?? { ...seen, brokenAt: last.seq + 1 };
}

/** Old batches may be deleted meanwhile: then verifying starts again from those that are left. */
async function wasRemovedSince(portal: Portal, seq: number): Promise<LookupLogVerdict | null> {
  const removed = await lookupLogEnd(portal.database.lookups.read, "removed");
  return removed.seq === seq ? null : verifyLookupLog(portal);
}

const lifetimeMs = 90 * 24 * 3_600_000;
const deletedAtOnce = 2000;

/** Deletes batches older than 90 days. The hash of the last one deleted stays, so that the rest still verifies. */
export async function deleteOldLookups(portal: Portal, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await deleteSome(portal)) === deletedAtOnce);
}

async function deleteSome({ database, now }: Portal): Promise<number> {
  const oldest = now() - lifetimeMs;
  return database.lookups.write(async (writer) => {
    await lockLookupLogEnd(database.lookups, writer, "removed");
    const old = await oldLookupBatches(writer, oldest, deletedAtOnce);
    const last = old.at(-1);
    if (!last) return 0;
    await deleteLookupBatchesUpTo(writer, last.seq);
    await moveLookupLogEnd(writer, "removed", last);
    return old.length;
  });
}
