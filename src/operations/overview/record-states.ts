import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type PublicState, publicStateOf, publicStates } from "#core/records/public-state.ts";
import {
  countNotShown,
  stepOver,
  storedRecordCounts,
  storeRecordCounts,
} from "#storage/database/records/record-counts.ts";
import type { Portal } from "../portal/portal.ts";

/** This many are counted in a millisecond or two. */
const countedAtOnce = 10_000;

type Counts = Record<PublicState, number>;
const none: Counts = { shown: 0, hidden: 0, waiting: 0, returned: 0 };

function added(counts: Counts, { rows }: Pick<Awaited<ReturnType<typeof stepOver>>, "rows">): Counts {
  const sum = { ...counts };
  for (const { approval, hidden, records } of rows) sum[publicStateOf({ approval, hidden: hidden === 1 })] += records;
  return sum;
}

/** Returns how many records are in each public state. If they are too many to count now, returns the count of a minute ago. */
export async function recordsByState({ database, registry }: Portal, atOnce = countedAtOnce) {
  const stored = await storedRecordCounts(database.read, registry);
  const step = await stepOver(database, registry, atOnce);
  const first = added(none, step);
  return Promise.all(
    publicStates.map(async (publicState) => {
      if (step.place === null) return { publicState, count: first[publicState], isMore: false };
      const before = stored.get(publicState) ?? 0;
      if (publicState === "shown") return { publicState, ...atLeast(first.shown, before) };
      const count = await countNotShown(database, registry, publicState, atOnce);
      return { publicState, ...(count < atOnce ? { count, isMore: false } : atLeast(count, before)) };
    }),
  );
}

const atLeast = (count: number, before: number) => ({ count: Math.max(before, count), isMore: before < count });

/** Counts all records in steps, so that nobody waits while this runs. */
export async function countRecordStates(portal: Portal, signal?: AbortSignal, atOnce = countedAtOnce): Promise<void> {
  const { database, registry } = portal;
  let counts = none;
  for (let after: Parameters<typeof stepOver>[3] | null; after !== null;) {
    if (signal?.aborted) return;
    const step = await stepOver(database, registry, atOnce, after);
    counts = added(counts, step);
    after = step.place;
    await yieldToEventLoop();
  }
  const stored = await storedRecordCounts(database.read, registry);
  if (publicStates.every((publicState) => stored.get(publicState) === counts[publicState])) return;
  await database.write((writer) => storeRecordCounts(writer, registry, counts));
}
