import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { approvals } from "#core/records/candidate-record.ts";
import { type PublicState, publicStateOf, publicStates } from "#core/records/public-state.ts";
import { stepOver, storedRecordCounts, storeRecordCounts } from "#storage/database/records/record-counts.ts";
import type { Portal } from "../portal.ts";

/** This many are counted in a millisecond or two. */
const countedAtOnce = 10_000;

const statesOf = (wanted: PublicState) =>
  approvals
    .flatMap((approval) => ([0, 1] as const).map((hidden) => ({ approval, hidden })))
    .filter(({ approval, hidden }) => publicStateOf({ approval, hidden: hidden === 1 }) === wanted);

/** Returns how many records are in each public state. If they are too many to count now, returns the count of a minute ago. */
export async function recordsByState(portal: Portal, atOnce = countedAtOnce) {
  const stored = await storedRecordCounts(portal.database.read, portal.registry);
  return Promise.all(
    publicStates.map(async (publicState) => {
      const { count, isMore } = await countFirst(portal, publicState, atOnce);
      const before = stored.get(publicState) ?? 0;
      return { publicState, count: isMore ? Math.max(before, count) : count, isMore: isMore && before < count };
    }),
  );
}

async function countFirst({ database: { read }, registry }: Portal, publicState: PublicState, atOnce: number) {
  const steps = await Promise.all(statesOf(publicState).map((state) => stepOver(read, registry, state, atOnce)));
  return {
    count: steps.reduce((sum, { count }) => sum + count, 0),
    isMore: steps.some(({ place }) => place !== null),
  };
}

/** Counts all records in steps, so that nobody waits while this runs. */
export async function countRecordStates(portal: Portal, signal?: AbortSignal, atOnce = countedAtOnce): Promise<void> {
  const counts: Record<PublicState, number> = { shown: 0, hidden: 0, waiting: 0, returned: 0 };
  const { read } = portal.database;
  for (const publicState of publicStates) {
    for (const state of statesOf(publicState)) {
      for (let after: Parameters<typeof stepOver>[4] | null; after !== null;) {
        if (signal?.aborted) return;
        const { count, place } = await stepOver(read, portal.registry, state, atOnce, after);
        counts[publicState] += count;
        after = place;
        await yieldToEventLoop();
      }
    }
  }
  const stored = await storedRecordCounts(read, portal.registry);
  if (publicStates.every((publicState) => stored.get(publicState) === counts[publicState])) return;
  await portal.database.write((writer) => storeRecordCounts(writer, portal.registry, counts));
}
