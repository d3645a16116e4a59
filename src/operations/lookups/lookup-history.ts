import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayReadLookups } from "#core/accounts/permissions.ts";
import { numberLogHash } from "#sealing/number-index.ts";
import { lookupBatchesWith, lookupLogEnd } from "#storage/database/lookups/lookup-log.ts";
import { readRecord } from "../records/read-record.ts";
import type { Portal } from "../portal.ts";
import { type LookupEntry, unpackEntries } from "./lookup-log.ts";

const batchesAtOnce = 5000;
const mostListed = 50;

/** Returns the lookups of a record by one of its numbers, within the 90 days of the log. */
export async function lookupHistory(portal: Portal, actor: Actor, id: string) {
  authorize(mayReadLookups(actor), actor);
  const { passportNumber, irccNumber } = await readRecord(portal, actor, id);
  const lookups = await lookupsOf(portal, [passportNumber, irccNumber]);
  const all = timesIn(lookups);
  const found = timesIn(lookups.filter((lookup) => lookup.found));
  return {
    found,
    /** Lookups of the record's numbers that showed nothing: the record was hidden or waiting, or the name was wrong. */
    missed: all - found,
    /** How many networks the lookups came from. */
    networks: new Set(lookups.map(({ network }) => network.toString("hex"))).size,
    /** Newest first. */
    latest: lookups
      .slice(-mostListed)
      .toReversed()
      .map(({ at, channel, found: wasFound }) => ({ at, channel, found: wasFound })),
  };
}

const timesIn = (lookups: readonly LookupEntry[]) => lookups.reduce((sum, { times }) => sum + times, 0);

async function lookupsOf({ database, keyring, registry }: Portal, numbers: readonly string[]): Promise<LookupEntry[]> {
  const keys = keyring.all.flatMap((keySet) => numbers.map((number) => numberLogHash(keySet, registry, number)));
  const { seq: last } = await lookupLogEnd(database.lookups.read, "last");
  const { seq: removed } = await lookupLogEnd(database.lookups.read, "removed");
  const lookups: LookupEntry[] = [];
  for (let after = removed; after < last; after += batchesAtOnce) {
    const rows = await lookupBatchesWith(database.lookups, keys, after, after + batchesAtOnce);
    const all = rows.flatMap(({ entries }) => unpackEntries(entries));
    lookups.push(...all.filter(({ number }) => keys.some((key) => key.equals(number))));
    await yieldToEventLoop();
  }
  return lookups;
}
