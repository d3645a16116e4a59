import { storedFalseNumber } from "#core/reports/false-number.ts";
import { numberLogHash } from "#sealing/number-index.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { rowBoundTo, sealedUnderOwnKey } from "#sealing/sealed-content.ts";
import { falseNumberRows, falseNumbersState } from "#storage/database/false-numbers.ts";
import { knownAs } from "../portal/on-false-papers.ts";
import type { Portal } from "../portal/portal.ts";

export const sealedFalseNumber = sealedUnderOwnKey({
  table: "false_number",
  place: rowBoundTo("false_number", ["registry", "marked_at"]),
  decode: storedFalseNumber,
});

/** Reads the marks again if they have changed. One that cannot be opened is left out; `verify` reports it. */
export async function readFalseNumbers({ database, keyring, lookups: { falseNumbers } }: Portal): Promise<void> {
  // Read first: a change in between is read again the next time.
  const state = await falseNumbersState(database.read);
  if (state === falseNumbers.state) return;
  const ends = new Map<string, number>();
  for (const row of await falseNumberRows(database.read)) {
    const opened = openedOrNull(() => sealedFalseNumber.openRow(keyring, row));
    if (!opened) continue;
    const name = knownAs(numberLogHash(keyring.current, row.registry, opened.counted));
    ends.set(name, Math.max(ends.get(name) ?? 0, row.ends_at));
  }
  Object.assign(falseNumbers, { state, ends });
}
