import { wrappedUnder } from "#sealing/data-keys.ts";
import { numberIndex } from "#sealing/number-index.ts";
import { SealBroken } from "#sealing/seal.ts";
import { recordsInOrder, type RecordRow } from "#storage/database/records.ts";
import { everyRow } from "../paging.ts";
import type { Portal } from "../portal.ts";
import { openRecord } from "./sealed-record.ts";

/** Opens every record and checks that its numbers are indexed as they are written. */
export async function verifyRecords(portal: Portal): Promise<{ opened: number; broken: string[] }> {
  const { read } = portal.database;
  const broken: string[] = [];
  let opened = 0;
  for await (const row of everyRow((after, atMost) => recordsInOrder(read, after, atMost))) {
    if (isWhole(portal, row)) opened += 1;
    else broken.push(row.id);
  }
  return { opened, broken };
}

function isWhole(portal: Portal, row: RecordRow): boolean {
  const keySet = portal.keyring.all.find(({ id }) => id === row.key_set);
  if (!keySet || wrappedUnder(row.wrapped_key) !== row.key_set) return false;
  try {
    const { registry, passportNumber, irccNumber } = openRecord(portal, row);
    return (
      numberIndex(keySet, registry, "passport", passportNumber).equals(row.passport_index) &&
      numberIndex(keySet, registry, "ircc", irccNumber).equals(row.ircc_index)
    );
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}
