import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { keptDays } from "#core/holders/looks.ts";
import { recentDays, laterDay } from "#core/office-clock.ts";
import type { Actor } from "#core/accounts/actor.ts";
import {
  addLookupDay,
  addRecordHits,
  deleteHitsBefore,
  deleteHitsOfRecords,
  hitsOfRecord,
} from "#storage/database/lookups/lookup-days.ts";
import { addHolderLooks, deleteOldLooks } from "./holder-looks.ts";
import type { Portal } from "../portal/portal.ts";
import { readableRow } from "./read-record.ts";
import type { DayTally } from "../lookup-log/lookup-tally.ts";
import { officeToday } from "../portal/office-time.ts";

/** Returns how often a record was found on each of the last 90 days, oldest first. For users who may read the record. */
export async function lookupsOfRecord(portal: Portal, actor: Actor, id: string) {
  const { seq } = await readableRow(portal, actor, id);
  const days = recentDays(officeToday(portal), keptDays);
  const found = await hitsOfRecord(portal.database.lookups.read, seq, days);
  const hitsOn = new Map(found.map(({ day, hits }) => [day, hits]));
  return {
    total: found.reduce((sum, { hits }) => sum + hits, 0),
    days: days.map((day) => ({ day, hits: hitsOn.get(day) ?? 0 })),
  };
}

/** Adds the counts of this process to the stored days. Only one call may run at a time. */
export async function writeLookupDays(portal: Portal): Promise<void> {
  const { budget, tally } = portal.lookups;
  if (tally.isEmpty) return;
  const now = portal.now();
  if (budget.isWave(now)) tally.addWave(now);
  const parts = tally.take();
  try {
    for (let part = parts[0]; part; part = parts[0]) {
      await writePart(portal, part);
      parts.shift();
      await yieldToEventLoop();
    }
  } catch (error) {
    tally.putBack(parts);
    throw error;
  }
}

async function writePart(portal: Portal, part: DayTally): Promise<void> {
  const { database, registry } = portal;
  const { day, hits, misses, waveHours, found } = part;
  await addHolderLooks(portal, day, found.values());
  const recordHits = new Map([...found].map(([seq, one]) => [seq, one.hits]));
  const row = {
    registry,
    day,
    web_hits: hits.web,
    web_misses: misses.web,
    api_hits: hits.api,
    api_misses: misses.api,
    wave_hours: waveHours,
  };
  await database.lookups.write(async (writer) => {
    await addLookupDay(writer, row);
    if (recordHits.size > 0) await addRecordHits(database.lookups, writer, day, recordHits);
  });
}

/**
 * Deletes the hits of deleted records. Another process may still add its hits of the last seconds. That does no harm: no
 * record has that `seq` any more.
 */
export async function deleteRecordHits(portal: Portal, seqs: readonly number[]): Promise<void> {
  const { database, lookups } = portal;
  for (const seq of seqs) lookups.tally.forgetRecord(seq);
  // One more day on both sides, for clocks and time zones that differ.
  const days = recentDays(laterDay(officeToday(portal), 1), keptDays + 2);
  await database.lookups.write((writer) => deleteHitsOfRecords(writer, seqs, days));
}

const deletedAtOnce = 2000;

/** Deletes the hits of records after 90 days. The days of the whole site stay. */
export async function deleteOldHits(portal: Portal, signal?: AbortSignal): Promise<void> {
  const { database } = portal;
  const [oldest = ""] = recentDays(officeToday(portal), keptDays + 1);
  await deleteOldLooks(portal, oldest);
  const deleteSome = () => database.lookups.write((writer) => deleteHitsBefore(writer, oldest, deletedAtOnce));
  while (!signal?.aborted && (await deleteSome()) === deletedAtOnce);
}
