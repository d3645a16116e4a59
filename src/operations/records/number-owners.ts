import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { NumberKind } from "#core/records/numbers.ts";
import { numberIndexes } from "#sealing/number-index.ts";
import { type RecordRow, recordsWithNumbers } from "#storage/database/records.ts";
import type { Reader } from "#storage/database/database.ts";
import type { Portal } from "../portal.ts";

type NumberField = keyof Pick<CandidateRecord, "passportNumber" | "irccNumber">;

/** In their one spelling; null where there is none to ask for. */
export type Numbers = Record<NumberField, string | null>;
export type NumberOwners = Partial<Record<NumberField, RecordRow>>;

/** The record that bears each of the numbers, other than the one that they are typed into. */
export async function numberOwners(
  { keyring, registry }: Portal,
  reader: Reader,
  { passportNumber, irccNumber }: Numbers,
  ownId: string | null,
): Promise<NumberOwners> {
  const indexesOf = (kind: NumberKind, number: string | null) =>
    number === null ? [] : numberIndexes(keyring, registry, kind, number);
  const passport = indexesOf("passport", passportNumber);
  const ircc = indexesOf("ircc", irccNumber);
  const rows = await recordsWithNumbers(reader, passport, ircc);
  const owners: NumberOwners = {};
  for (const row of rows.filter(({ id }) => id !== ownId)) {
    if (passport.some((index) => index.equals(row.passport_index))) owners.passportNumber = row;
    if (ircc.some((index) => index.equals(row.ircc_index))) owners.irccNumber = row;
  }
  return owners;
}
