import { type MissKind, missKinds } from "#limits/lookup-budget.ts";
import {
  addMisses,
  deleteMissesBefore,
  deleteUsedIdsBefore,
  mostMisses,
} from "#storage/database/lookups/lookup-counters.ts";
import { isPortalError } from "#core/errors.ts";
import type { Portal } from "../portal.ts";
import { writeLookups } from "./write-lookup-log.ts";

/** Adds the counts of this process to those of all processes, and reads the sums back. */
export async function syncMissCounts(portal: Portal): Promise<void> {
  for (const kind of missKinds) await syncKind(portal, kind);
}

async function syncKind({ database, lookups, now }: Portal, kind: MissKind): Promise<void> {
  const misses = lookups.budget.misses[kind];
  const unshared = misses.takeUnshared();
  if (unshared.length === 0) return;
  try {
    const rows = unshared.map((counted) => ({ kind, ...counted }));
    const sums = await database.lookups.write((writer) => addMisses(writer, rows));
    misses.learn(sums.map(asCounted), now());
  } catch (error) {
    misses.putBack(unshared);
    throw error;
  }
}

const mostLoaded = 10_000;

/** At a start: loads the highest counts. The others are read when they miss again. */
export async function loadMissCounts({ database, lookups, now }: Portal): Promise<void> {
  for (const kind of missKinds) {
    const misses = lookups.budget.misses[kind];
    const slot = misses.slotOf(now());
    const rows = await mostMisses(database.lookups.read, kind, [slot, slot - 1], mostLoaded);
    misses.learn(rows.map(asCounted), now());
  }
}

const asCounted = ({ key, slot, misses }: { key: Uint8Array; slot: number; misses: number }) => ({
  key: Buffer.from(key),
  slot,
  misses,
});

const clockDifferenceMs = 60_000;

/** Deletes counts and used ids that no longer matter. */
export async function deleteOldMissCounts({ database, lookups, now }: Portal): Promise<void> {
  await database.lookups.write(async (writer) => {
    for (const kind of missKinds) {
      const slot = lookups.budget.misses[kind].slotOf(now() - clockDifferenceMs);
      await deleteMissesBefore(writer, kind, slot - 1);
    }
    await deleteUsedIdsBefore(writer, now() - clockDifferenceMs);
  });
}

/** Writes what is still in memory. If the database cannot be reached, that is lost, and closing goes on. */
export async function closeLookupState(portal: Portal): Promise<void> {
  try {
    await writeLookups(portal);
    await syncMissCounts(portal);
  } catch (error) {
    if (!isPortalError(error)) throw error;
  }
}
