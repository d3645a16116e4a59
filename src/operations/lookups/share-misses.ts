import { type MissKind, missKinds } from "#limits/lookup-budget.ts";
import {
  addMisses,
  deleteMissesBefore,
  deleteUsedIdsBefore,
  mostMisses,
} from "#storage/database/lookups/lookup-counters.ts";
import type { Portal } from "../portal.ts";

/** Adds what was counted here to what all processes counted, and learns the sums. */
export async function shareMisses(portal: Portal): Promise<void> {
  for (const kind of missKinds) await shareKind(portal, kind);
}

async function shareKind({ database, lookups, now }: Portal, kind: MissKind): Promise<void> {
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

const mostRemembered = 10_000;

/** At a start: what was counted before, the highest counts first. The others are learned when they miss again. */
export async function rememberMisses({ database, lookups, now }: Portal): Promise<void> {
  for (const kind of missKinds) {
    const misses = lookups.budget.misses[kind];
    const slot = misses.slotOf(now());
    const rows = await mostMisses(database.lookups.read, kind, [slot, slot - 1], mostRemembered);
    misses.learn(rows.map(asCounted), now());
  }
}

const asCounted = ({ key, slot, misses }: { key: Uint8Array; slot: number; misses: number }) => ({
  key: Buffer.from(key),
  slot,
  misses,
});

const clocksDiffer = 60_000;

/** Removes what counts no more. */
export async function forgetMisses({ database, lookups, now }: Portal): Promise<void> {
  await database.lookups.write(async (writer) => {
    for (const kind of missKinds) {
      const slot = lookups.budget.misses[kind].slotOf(now() - clocksDiffer);
      await deleteMissesBefore(writer, kind, slot - 1);
    }
    await deleteUsedIdsBefore(writer, now() - clocksDiffer);
  });
}
