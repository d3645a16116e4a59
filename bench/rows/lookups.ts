import { join } from "node:path";
import pg from "pg";
import { canonicalNumber } from "#core/records/numbers.ts";
import { inventPeople } from "#demo/invent-people.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { barePostgresLookup, bareSqliteLookup } from "../support/bare-lookup.ts";
import { interleavedMedians, rateOf } from "../support/measure.ts";
import { atLeast, atMostTimes, type Row } from "../support/row.ts";

/** Passport numbers of shown records, in no particular order. */
export function shownNumbers(count: number): string[] {
  const shown = inventPeople({ seed: 7, count })
    .filter((_, place) => place % 20 !== 7 && place % 50 !== 3)
    .map((person) => person.passportNumber)
    .toArray();
  return Array.from({ length: 50_000 }, (_, at) => String(shown[(at * 7919 * 31) % shown.length]));
}

function rateOver(numbers: readonly string[], ask: (number: string) => unknown): () => Promise<number> {
  let at = 0;
  return () => rateOf(() => ask(String(numbers[at++ % numbers.length])));
}

const rounds = 15;

export const lookUp = (portal: OpenPortal) => (number: string) => lookUpRecord(portal, { by: "passport", number });
export const misses = Array.from({ length: 5000 }, (_, at) => String(canonicalNumber(`Z${90_000_000 + at}`)));

export async function sqliteLookups(portal: OpenPortal, folder: string, count: number): Promise<Row[]> {
  const numbers = shownNumbers(count);
  const bare = bareSqliteLookup(join(folder, "attestry.db"), portal.keyring);
  return lookupRows("SQLite", portal, numbers, bare, { hits: 0.88, misses: 0.92 });
}

export async function postgresLookups(portal: OpenPortal, url: string, count: number): Promise<Row[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    return await lookupRows("PostgreSQL", portal, shownNumbers(count), barePostgresLookup(pool, portal.keyring), {
      hits: 1,
      misses: 1,
    });
  } finally {
    await pool.end();
  }
}

async function lookupRows(
  engine: string,
  portal: OpenPortal,
  numbers: readonly string[],
  bare: (number: string) => unknown,
  targets: { hits: number; misses: number },
): Promise<Row[]> {
  const measurements = {
    hit: rateOver(numbers, lookUp(portal)),
    bareHit: rateOver(numbers, bare),
    miss: rateOver(misses, lookUp(portal)),
    bareMiss: rateOver(misses, bare),
  };
  const rates = await interleavedMedians(measurements, rounds);
  return [
    atLeast(`lookup operation on ${engine}, hits`, "/s", rates.hit, rates.bareHit, targets.hits),
    atLeast(`lookup operation on ${engine}, misses`, "/s", rates.miss, rates.bareMiss, targets.misses),
  ];
}

/** Compares the cost of a lookup among many records with the cost among few. */
export async function growth(engine: string, few: [OpenPortal, number], many: [OpenPortal, number]): Promise<Row> {
  const measurements = {
    few: rateOver(shownNumbers(few[1]), lookUp(few[0])),
    many: rateOver(shownNumbers(many[1]), lookUp(many[0])),
  };
  const rates = await interleavedMedians(measurements, rounds);
  const [costOfMany, costOfFew] = [1e6 / rates.many, 1e6 / rates.few];
  return atMostTimes(`lookup on ${engine}, ${few[1]} → ${many[1]} records`, "µs", costOfMany, costOfFew, 1.3);
}
