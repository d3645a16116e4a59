import { isDeepStrictEqual } from "node:util";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { datedHere, type PapersHere } from "#core/own-fields/own-paper.ts";
import { kindsIn, kindsMask } from "#core/records/document-kinds.ts";
import { kindsWithLastDay } from "#core/records/last-days.ts";
import { foldName, namesOfPerson, searchedForm } from "#core/records/names.ts";
import type { LastDays } from "#core/records/record-details.ts";
import { type DataKey, wrapKey } from "#sealing/data-keys.ts";
import type { KeySet } from "#sealing/keyring.ts";
import { lastFourHash, numberIndex, samePersonHash } from "#sealing/number-index.ts";
import type { IndexedRow } from "#storage/database/records/records.ts";
import { indexColumns, type RecordIndexes, type RecordRow } from "#storage/database/records/record-row.ts";
import type { Row } from "#storage/database/rows.ts";
import type { Reader } from "#storage/database/database.ts";
import { lastDaysAnew, ownSearches } from "#storage/database/records/own-index.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { openedRecord, sealContent } from "./sealed-record.ts";

export function indexesOf(keySet: KeySet, record: CandidateRecord) {
  const { registry, passportNumber, irccNumber, documents } = record;
  const person = namesOfPerson(record);
  return {
    name_folded: searchedForm(record.name),
    passport_index: numberIndex(keySet, registry, "passport", passportNumber),
    ircc_index: irccNumber === "" ? null : numberIndex(keySet, registry, "ircc", irccNumber),
    passport_last_four: lastFourHash(keySet, registry, "passport", passportNumber),
    ircc_last_four: irccNumber === "" ? null : lastFourHash(keySet, registry, "ircc", irccNumber),
    same_person: person && samePersonHash(keySet, registry, person),
    document_kinds: kindsMask(kindsIn(documents)),
  } satisfies RecordIndexes;
}

/** What a record has outside its seal, so that it can be found. */
type FoundBy = { record: CandidateRecord; indexes: RecordIndexes; lastDays: string[] };

/** Returns a record and what its row should be found by, under its own key set. Null if the row cannot be opened. */
export function rightIndexes(portal: Portal, row: RecordRow, site: PapersHere): FoundBy | null {
  const keySet = portal.keyring.all.find(({ id }) => id === row.key_set);
  const record = openedRecord(portal, row);
  return keySet && record
    ? { record, indexes: indexesOf(keySet, record), lastDays: daysOf(record.lastDays, site) }
    : null;
}

/** `areDaysMoving`: a kind was switched on or off, and the days of the records follow in steps. */
export type RightDays = PapersHere & { areDaysMoving: boolean };

export const rightDays = async (portal: Portal, reader: Reader): Promise<RightDays> => ({
  ...(await currentSettings(portal)),
  areDaysMoving: (await ownSearches(reader)).some(({ field }) => field === lastDaysAnew),
});

/** Returns the record if the indexes of its row match its content, or else null. */
export function rightlyIndexed(portal: Portal, row: IndexedRow, site: RightDays): CandidateRecord | null {
  const right = rightIndexes(portal, row, site);
  if (right === null) return null;
  const isIndexed = indexColumns.every(
    (column) => isSame(right.indexes[column], row[column]) || isNameOf11(row, column),
  );
  const isDated = site.areDaysMoving || right.lastDays.join(" ") === (row.last_days ?? "");
  return isIndexed && isDated ? right.record : null;
}

/** Until `foldNamesAnew` has found it: 1.1 wrote names with their accents only. */
const isNameOf11 = (row: IndexedRow, column: keyof RecordIndexes) =>
  column === "name_folded" && row.name_folded === foldName(row.name);

type Indexed = Uint8Array | string | number | null;

const isSame = (one: Indexed, other: Indexed) =>
  one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : one === other;

/** Returns each day of the kinds that this site has once. Which documents the days belong to is sealed. */
export const daysOf = (lastDays: LastDays, site: PapersHere): string[] =>
  [...new Set(datedHere(site, kindsWithLastDay).flatMap((kind) => lastDays[kind] ?? []))].toSorted();

type SavedChange = { row: RecordRow; before: CandidateRecord; after: CandidateRecord; key: Buffer };

/**
 * Returns the columns that a change writes. What the record is found by is in many indexes, so it is made and written only
 * if it changes, or with a newer key set. A column that stays the same is left out: naming `approval` in an update is
 * enough for SQLite to index the name again.
 */
export function sealChange(portal: Portal, { row, before, after, key }: SavedChange): Partial<Row<"candidate">> {
  const isFoundAnew = row.key_set !== portal.keyring.current.id || !isDeepStrictEqual(foundBy(before), foundBy(after));
  const columns = isFoundAnew
    ? sealRecord(portal, after, { key, wrapped: wrapKey(portal.keyring, after.id, key) })
    : sealContent(after, key);
  const earlier: Record<string, unknown> = row;
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => value !== earlier[name]));
}

/** Everything from which `indexesOf` makes columns. */
const foundBy = ({ documents, ...record }: CandidateRecord) => ({
  numbers: [record.passportNumber, record.irccNumber],
  names: [record.name, record.fatherName, record.motherName],
  kinds: kindsIn(documents),
});

/** Returns the whole row of a record, indexed and wrapped under the current keys. */
export const sealRecord = (
  { keyring }: Portal,
  record: CandidateRecord,
  dataKey: DataKey,
): Omit<Row<"candidate">, "seq" | "holder_state"> => ({
  ...sealContent(record, dataKey.key),
  assigned_to: record.assignedTo,
  key_set: keyring.current.id,
  ...indexesOf(keyring.current, record),
  wrapped_key: dataKey.wrapped,
});
