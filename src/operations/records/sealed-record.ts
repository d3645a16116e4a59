import { withRow } from "#core/errors.ts";
import type { CandidateRecord, Documents, Particulars } from "#core/records/candidate-record.ts";
import { foldName } from "#core/records/names.ts";
import { type DataKey, unwrapKey } from "#sealing/data-keys.ts";
import { numberIndex } from "#sealing/number-index.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { RecordRow } from "#storage/database/records.ts";
import type { Row } from "#storage/database/rows.ts";
import type { Portal } from "../portal.ts";

/** What is sealed of a record; the rest of the row is plain. */
type SealedPart = Omit<Particulars, "name" | "nationality"> & { documents: Documents; returnReason: string };

const particularsPlace = (id: string) => `candidate/${id}`;

export const recordKey = ({ keyring }: Portal, row: Pick<RecordRow, "id" | "wrapped_key">): Buffer =>
  unwrapKey(keyring, row.id, row.wrapped_key);

/** Its shape is known without a check: the seal proves that we wrote it, for this record. */
const openSealedPart = (key: Uint8Array, { id, sealed }: RecordRow) =>
  unsealJson(key, particularsPlace(id), sealed) as SealedPart;

export function openRecord(portal: Portal, row: RecordRow, key?: Buffer): CandidateRecord {
  try {
    return openWith(key ?? recordKey(portal, row), row);
  } catch (error) {
    throw withRow(error, row.id);
  }
}

function openWith(key: Buffer, row: RecordRow): CandidateRecord {
  const sealed = openSealedPart(key, row);
  return {
    ...sealed,
    id: row.id,
    registry: row.registry,
    name: row.name,
    nationality: row.nationality,
    approval: row.approval,
    hidden: row.hidden === 1,
    addedBy: row.added_by,
    addedAt: row.added_at,
    changedAt: row.changed_at,
    approvedAt: row.approved_at,
    approvedBy: row.approved_by,
    version: row.version,
  };
}

/** The whole row of a record, indexed and wrapped under the current keys. */
export function sealRecord(
  { keyring }: Portal,
  record: CandidateRecord,
  dataKey: DataKey,
): Omit<Row<"candidate">, "seq"> {
  const { name, nationality, passportNumber, irccNumber, fatherName, motherName, address } = record;
  const { documents, returnReason } = record;
  const sealed: SealedPart = { passportNumber, irccNumber, fatherName, motherName, address, documents, returnReason };
  return {
    id: record.id,
    registry: record.registry,
    name,
    name_folded: foldName(name),
    nationality,
    approval: record.approval,
    hidden: record.hidden ? 1 : 0,
    added_by: record.addedBy,
    added_at: record.addedAt,
    changed_at: record.changedAt,
    approved_at: record.approvedAt,
    approved_by: record.approvedBy,
    version: record.version,
    key_set: keyring.current.id,
    passport_index: numberIndex(keyring.current, record.registry, "passport", passportNumber),
    ircc_index: numberIndex(keyring.current, record.registry, "ircc", irccNumber),
    wrapped_key: dataKey.wrapped,
    sealed: sealJson(dataKey.key, particularsPlace(record.id), sealed),
  };
}
