import { canonicalNumber } from "#core/records/numbers.ts";
import { inventPeople } from "#demo/invent-people.ts";
import { lookUpRecord } from "#operations/records/look-up-record.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { mediansInTurn, rateOf } from "../support/measure.ts";
import { atMostTimes, type Row } from "../support/row.ts";

/** Passport numbers of records that are shown, in no order. */
export function shownNumbers(count: number): string[] {
  const shown = inventPeople({ seed: 7, count })
    .filter((_, place) => place % 20 !== 7 && place % 50 !== 3)
    .map((person) => person.passportNumber)
    .toArray();
  return Array.from({ length: 50_000 }, (_, at) => String(shown[(at * 7919 * 31) % shown.length]));
}

export const misses = Array.from({ length: 5000 }, (_, at) => String(canonicalNumber(`Z${90_000_000 + at}`)));

const rounds = 15;

/** What a lookup costs among many records, against what it costs among few. */
export async function growth(engine: string, few: [OpenPortal, number], many: [OpenPortal, number]): Promise<Row> {
  const rates = await mediansInTurn({ few: rateIn(...few), many: rateIn(...many) }, rounds);
  const [costOfMany, costOfFew] = [1e6 / rates.many, 1e6 / rates.few];
  return atMostTimes(`lookup on ${engine}, ${few[1]} → ${many[1]} records`, "µs", costOfMany, costOfFew, 1.3);
}

function rateIn(portal: OpenPortal, count: number): () => Promise<number> {
  const numbers = shownNumbers(count);
  let at = 0;
  return () => rateOf(() => lookUpRecord(portal, { by: "passport", number: String(numbers[at++ % numbers.length]) }));
}
