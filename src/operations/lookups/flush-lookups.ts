import { dayMs } from "#core/durations.ts";
import { isPortalError } from "#core/errors.ts";
import { type MissKind, missKinds } from "#limits/lookup-budget.ts";
import { laterDay } from "#core/office-clock.ts";
import { deleteOrganisationDaysBefore } from "#storage/database/accounts/organisations.ts";
import { chainHash } from "#sealing/chain.ts";
import {
  addMisses,
  deleteMissesBefore,
  deleteUsedIdsBefore,
  highestMisses,
} from "#storage/database/lookups/lookup-counters.ts";
import {
  type LookupBatchRow,
  lockLookupLogEnd,
  deleteLookupBatchesUpTo,
  oldLookupBatches,
  appendLookupBatch,
} from "#storage/database/lookups/lookup-log.ts";
import type { Portal } from "../portal/portal.ts";
import { deleteOldHits, writeLookupDays } from "../records/lookup-days.ts";
import type { LookupBatch } from "../lookup-log/lookup-log.ts";
import { officeToday } from "../portal/office-time.ts";

/** Writes the latest lookups into the log. Only one call may run at a time. */
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
    await appendLookupBatch(writer, { ...row, hash: hashOfBatch(last.hash, row) });
  });
}

export const hashOfBatch = (previous: Uint8Array, { seq, at, lost, entries }: Omit<LookupBatchRow, "hash">): Buffer =>
  chainHash(previous, [seq, at, lost, entries]);

const lifetimeDays = 90;
const lifetimeMs = lifetimeDays * dayMs;
const deletedAtOnce = 2000;

/** Deletes what is older than 90 days. The hash of the last deleted batch stays, so that the rest can still be verified. */
export async function deleteOldLookups(portal: Portal, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await deleteSome(portal)) === deletedAtOnce);
  await deleteOldHits(portal, signal);
  const oldest = laterDay(officeToday(portal), -lifetimeDays);
  await portal.database.write((writer) => deleteOrganisationDaysBefore(writer, oldest));
}

async function deleteSome({ database, now }: Portal): Promise<number> {
  const at = now();
  return database.lookups.write(async (writer) => {
    await lockLookupLogEnd(database.lookups, writer, "removed");
    const old = await oldLookupBatches(writer, { now: at, before: at - lifetimeMs, atMost: deletedAtOnce });
    const last = old.at(-1);
    if (!last) return 0;
    await deleteLookupBatchesUpTo(writer, last);
    return old.length;
  });
}

/** Adds the counts of this process to the sums over all processes, and reads the sums back. */
export async function syncMissCounts(portal: Portal): Promise<void> {
  portal.lookups.budget.hear();
  for (const kind of missKinds) await syncKind(portal, kind);
}

async function syncKind({ database, lookups, now }: Portal, kind: MissKind): Promise<void> {
  const { budget } = lookups;
  const misses = budget.misses[kind];
  const unshared = misses.takeUnshared();
  if (unshared.length === 0) return;
  try {
    const rows = unshared.map((counted) => ({ kind, ...counted }));
    const sums = await database.lookups.write((writer) => addMisses(writer, rows));
    // The sums have what other processes of this supervisor said in the journal before.
    budget.hear();
    misses.learn(sums.map(asCounted), now());
  } catch (error) {
    misses.putBack(unshared);
    throw error;
  }
}

const maxLoaded = 10_000;

/** Loads the highest counts at a start. The other counts are read when their network or number misses again. */
export async function loadMissCounts({ database, lookups, now }: Portal): Promise<void> {
  for (const kind of missKinds) {
    const misses = lookups.budget.misses[kind];
    const slot = misses.slotOf(now());
    const rows = await highestMisses(database.lookups.read, kind, [slot, slot - 1], maxLoaded);
    // What another process of this supervisor counted before it shared it is in the journal, and counts once.
    lookups.budget.hear();
    misses.learn(rows.map(asCounted), now());
  }
}

const asCounted = ({ key, slot, misses }: { key: Uint8Array; slot: number; misses: number }) => ({
  key: Buffer.from(key),
  slot,
  misses,
});

const clockDifferenceMs = 60_000;

export async function deleteOldMissCounts({ database, lookups, now }: Portal): Promise<void> {
  await database.lookups.write(async (writer) => {
    for (const kind of missKinds) {
      const slot = lookups.budget.misses[kind].slotOf(now() - clockDifferenceMs);
      await deleteMissesBefore(writer, kind, slot - 1);
    }
    await deleteUsedIdsBefore(writer, now() - clockDifferenceMs);
  });
}

/** Writes what is still in memory. If the database cannot be reached, that data is lost, and closing continues. */
export async function closeLookupState(portal: Portal): Promise<void> {
  try {
    await writeLookups(portal);
    await syncMissCounts(portal);
    await writeLookupDays(portal);
  } catch (error) {
    if (!isPortalError(error)) throw error;
  }
}
