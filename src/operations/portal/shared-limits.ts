import { countingLimits } from "#limits/counting-limits.ts";
import type { Limits } from "#limits/limits.ts";
import { counterKey } from "#sealing/keyed-hashes.ts";
import {
  countTries,
  deleteCounter,
  deleteEndedCounters,
  openCounters,
  takeBackTry,
} from "#storage/database/limit-counters.ts";
import type { Portal } from "./portal.ts";

/** Limits that are counted in the database, so that all processes share them. */
export function sharedLimits({ database, keyring, now }: Pick<Portal, "database" | "keyring" | "now">): Limits {
  return countingLimits(
    {
      idOf: (rule, key) => counterKey(keyring, rule, key),
      count: async (fresh, at) => {
        const rows = fresh.map(({ id, tries, endsAt }) => ({ key: id, tries, ends_at: endsAt }));
        return (await database.write((writer) => countTries(writer, rows, at))).map(counterOf);
      },
      read: async (ids, at) => (await openCounters(database.read, ids, at)).map(counterOf),
      takeBack: (id) => database.write((writer) => takeBackTry(writer, id)),
      forget: (id) => database.write((writer) => deleteCounter(writer, id)),
    },
    now,
  );
}

const counterOf = ({ key, tries, ends_at }: { key: string; tries: number; ends_at: number }) => ({
  id: key,
  tries,
  endsAt: ends_at,
});

const batch = 500;

export async function sweepCounters({ database, now }: Portal, stopping?: AbortSignal): Promise<void> {
  const sweepSome = () => database.write((writer) => deleteEndedCounters(database, writer, now(), batch));
  while (!stopping?.aborted && (await sweepSome()) === batch);
}
