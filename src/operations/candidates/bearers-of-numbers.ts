import type { Candidate } from "#core/candidates/candidate.ts";
import type { NumberKind } from "#core/candidates/numbers.ts";
import { numberIndexes } from "#sealing/number-index.ts";
import { type CandidateRow, candidatesWithNumbers } from "#storage/database/candidates.ts";
import type { Reader } from "#storage/database/database.ts";
import type { Portal } from "../portal.ts";

type NumberField = keyof Pick<Candidate, "passportNumber" | "irccNumber">;

/** In their one spelling; null where there is none to ask for. */
export type Numbers = Record<NumberField, string | null>;
export type Bearers = Partial<Record<NumberField, CandidateRow>>;

/** The record that bears each of the numbers, other than the one that they are typed into. */
export async function bearersOf(
  { keyring, registry }: Portal,
  reader: Reader,
  { passportNumber, irccNumber }: Numbers,
  ownId: string | null,
): Promise<Bearers> {
  const indexesOf = (kind: NumberKind, number: string | null) =>
    number === null ? [] : numberIndexes(keyring, registry, kind, number);
  const passport = indexesOf("passport", passportNumber);
  const ircc = indexesOf("ircc", irccNumber);
  const rows = await candidatesWithNumbers(reader, passport, ircc);
  const bearers: Bearers = {};
  for (const row of rows.filter(({ id }) => id !== ownId)) {
    if (passport.some((index) => index.equals(row.passport_index))) bearers.passportNumber = row;
    if (ircc.some((index) => index.equals(row.ircc_index))) bearers.irccNumber = row;
  }
  return bearers;
}
