import { chainHash } from "#sealing/chain.ts";
import {
  insertLookupBatch,
  type LookupBatchRow,
  lockLookupLogEnd,
  moveLookupLogEnd,
} from "#storage/database/lookups/lookup-log.ts";
import type { Portal } from "../portal.ts";
import type { LookupBatch } from "./lookup-log.ts";

/** Writes the lookups of the last moment into the log. One call at a time. */
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

export const hashOfBatch = (previous: Uint8Array, { seq, at, lost, entries }: Omit<LookupBatchRow, "hash">): Buffer =>
  chainHash(previous, [seq, at, lost, entries]);
