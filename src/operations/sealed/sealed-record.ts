import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { withRowId } from "#core/errors.ts";
import {
  type CandidateRecord,
  type Documents,
  type EditsInRecord,
  noEdits,
  type Particulars,
} from "#core/records/candidate-record.ts";
import { isShown, type ShownRecord } from "#core/records/visibility.ts";
import { type DocumentKind, kindsIn, kindsMask } from "#core/records/document-kinds.ts";
import type { LastDays } from "#core/records/last-days.ts";
import { foldName, namesOfPerson } from "#core/records/names.ts";
import { type DataKey, unwrapKey, wrapKey, wrappedUnder } from "#sealing/data-keys.ts";
import type { KeySet } from "#sealing/keyring.ts";
import { lastFourHash, numberIndex, samePersonHash } from "#sealing/number-index.ts";
import { openedOrNull, SealBroken } from "#sealing/seal.ts";
import { boundTo, sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { IndexedRow, ShownRow } from "#storage/database/records/records.ts";
import { indexColumns, type RecordIndexes, type RecordRow } from "#storage/database/records/record-row.ts";
import type { Row } from "#storage/database/rows.ts";
import type { Portal } from "../portal/portal.ts";

/** The sealed part of a record. The rest of the row is plain, and bound to it. */
export type SealedPart = Omit<Particulars, "name" | "nationality"> & {
  documents: Documents;
  lastDays: LastDays;
  keptBack: readonly DocumentKind[];
  returnReason: string;
  /** `staffDigest` */
  staff: string;
  /** Missing if there is none. Only under the four-eyes rule there is one. */
  revision?: number;
  edited?: EditsInRecord;
};

/** Strangers see something of these columns. */
const candidatePlace = boundTo("candidate", [
  "id",
  "registry",
  "name",
  "nationality",
  "approval",
  "hidden",
  "changed_at",
  "approved_at",
]);

/** A digest of the columns that only staff see. It is sealed, so that a lookup need not read them. */
const staffDigest = (row: Pick<RecordRow, "added_by" | "added_at" | "approved_by" | "version">) =>
  hash("sha256", JSON.stringify([row.added_by, row.added_at, row.approved_by, row.version]), "base64url").slice(0, 16);

export const recordKey = ({ keyring }: Portal, row: Pick<RecordRow, "id" | "wrapped_key">): Buffer =>
  unwrapKey(keyring, row.id, row.wrapped_key);

/** Throws SealBroken if a column was changed without the key, except those that have no meaning for the record. */
export function openRecord(portal: Portal, row: RecordRow, key?: Buffer): CandidateRecord {
  const { staff, ...record } = openShownRecord(portal, row, key);
  if (staff !== staffDigest(row)) throw withRowId(new SealBroken("columns of a record were changed"), row.id);
  return {
    ...record,
    revision: record.revision ?? null,
    edited: record.edited ?? noEdits,
    addedBy: row.added_by,
    addedAt: row.added_at,
    approvedBy: row.approved_by,
    assignedTo: row.assigned_to,
    version: row.version,
  };
}

/** True if strangers see the record. Nothing is opened. */
export const isShownRow = (
  portal: Pick<Portal, "registry">,
  { registry, approval, hidden }: Pick<RecordRow, "registry" | "approval" | "hidden">,
): boolean => isShown({ registry, approval, hidden: hidden === 1 }, portal.registry);

/**
 * Opens the part of a record from which strangers see something. The content needs no validation: the seal proves that we
 * wrote it, for this record and these columns.
 */
export function openShownRecord(portal: Portal, row: ShownRow, key?: Buffer): ShownRecord & SealedPart {
  try {
    return {
      ...(unsealJson(key ?? recordKey(portal, row), candidatePlace(row), row.sealed) as SealedPart),
      id: row.id,
      registry: row.registry,
      name: row.name,
      nationality: row.nationality,
      approval: row.approval,
      hidden: row.hidden === 1,
      changedAt: row.changed_at,
      approvedAt: row.approved_at,
    };
  } catch (error) {
    throw withRowId(error, row.id);
  }
}

export function indexesOf(keySet: KeySet, record: CandidateRecord) {
  const { registry, passportNumber, irccNumber, documents } = record;
  const person = namesOfPerson(record);
  return {
    name_folded: foldName(record.name),
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
export function rightIndexes(portal: Portal, row: RecordRow): FoundBy | null {
  const keySet = portal.keyring.all.find(({ id }) => id === row.key_set);
  const record = openedRecord(portal, row);
  return keySet && record ? { record, indexes: indexesOf(keySet, record), lastDays: daysOf(record.lastDays) } : null;
}

/** Returns the record if the indexes of its row match its content, or else null. */
export function rightlyIndexed(portal: Portal, row: IndexedRow): CandidateRecord | null {
  const right = rightIndexes(portal, row);
  if (right === null) return null;
  const isIndexed = indexColumns.every((column) => isSame(right.indexes[column], row[column]));
  return isIndexed && right.lastDays.join(" ") === (row.last_days ?? "") ? right.record : null;
}

type Indexed = Uint8Array | string | number | null;

const isSame = (one: Indexed, other: Indexed) =>
  one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : one === other;

/** Returns each day once. Which documents the days belong to is sealed. */
export const daysOf = (lastDays: LastDays): string[] => [...new Set(Object.values(lastDays))].toSorted();

export function openedRecord(portal: Portal, row: RecordRow): CandidateRecord | null {
  if (wrappedUnder(row.wrapped_key) !== row.key_set) return null;
  return openedOrNull(() => openRecord(portal, row));
}

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

/** Returns the columns of a record that are sealed, or bound to its seal. */
function sealContent(record: CandidateRecord, key: Buffer) {
  const { name, nationality, passportNumber, irccNumber, fatherName, motherName, address } = record;
  const { documents, lastDays, keptBack, returnReason, revision, edited } = record;
  const particulars = { passportNumber, irccNumber, fatherName, motherName, address };
  const plain = {
    id: record.id,
    registry: record.registry,
    name,
    nationality,
    approval: record.approval,
    hidden: record.hidden ? 1 : 0,
    added_by: record.addedBy,
    added_at: record.addedAt,
    changed_at: record.changedAt,
    approved_at: record.approvedAt,
    approved_by: record.approvedBy,
    version: record.version,
  } as const;
  const sealed: SealedPart = {
    ...particulars,
    documents,
    lastDays,
    keptBack,
    returnReason,
    staff: staffDigest(plain),
    ...(revision !== null && { revision }),
    ...(edited.edits.length > 0 && { edited }),
  };
  return { ...plain, sealed: sealJson(key, candidatePlace(plain), sealed) };
}
