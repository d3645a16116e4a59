import { randomBytes } from "node:crypto";
import { officeDay, recentDays } from "#core/office-clock.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { addLookupDay, addRecordHits } from "#storage/database/lookups/lookup-days.ts";
import { appendLookupBatch, lockLookupLogEnd } from "#storage/database/lookups/lookup-log.ts";
import { countRows } from "#storage/database/rows.ts";
import { machineZone } from "#core/settings/time-zone.ts";

const bytesOfLookup = 39;
const lookupsInBatch = 10_000;
const keptDays = 90;

/**
 * Inserts this many lookups within 90 days: into the log, into the counts by day, and a tenth of them into the counts
 * by record. Does nothing if some exist already.
 */
export async function fillLookups({ database: { lookups }, registry }: Portal, count: number): Promise<void> {
  if ((await countRows(lookups.read, "lookup_day")) > 0) return;
  console.error(`Making ${count.toLocaleString("en")} lookups on ${lookups.engine}…`);
  for (let batch = 0; batch < count / lookupsInBatch; batch += 1) {
    const entries = new Uint8Array(randomBytes(bytesOfLookup * lookupsInBatch));
    await lookups.write(async (writer) => {
      const { seq, hash } = await lockLookupLogEnd(lookups, writer, "last");
      await appendLookupBatch(writer, { seq: seq + 1, at: Date.now(), entries, lost: 0, hash });
    });
  }
  const share = Math.round(count / keptDays / 10);
  for (const day of recentDays(officeDay(machineZone(), Date.now()), keptDays)) {
    const hits = new Map(Array.from({ length: share }, (_, at) => [at * 7 + 1, 1]));
    const row = { registry, day, web_hits: share * 7, web_misses: share, api_hits: share, api_misses: share };
    await lookups.write(async (writer) => {
      await addLookupDay(writer, { ...row, wave_hours: 0 });
      await addRecordHits(lookups, writer, day, hits);
    });
  }
}
