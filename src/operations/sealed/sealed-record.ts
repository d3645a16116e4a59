import { hash } from "node:crypto";
import { withRowId } from "#core/errors.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { type RecordDetails, recordDetails } from "#core/records/record-details.ts";
import { isShown, type ShownRecord } from "#core/records/visibility.ts";
import { eachField, fieldsWithout } from "#core/records/record-fields.ts";
import { unwrapKey, wrappedUnder } from "#sealing/data-keys.ts";
import { openedOrNull, SealBroken } from "#sealing/seal.ts";
import { boundTo, sealedContent } from "#sealing/sealed-content.ts";
import type { ShownRow } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import type { Portal } from "../portal/portal.ts";

/** Strangers see something of these columns. */
export const sealedDetails = sealedContent({
  table: "candidate",
  place: boundTo("candidate", [
    "id",
    "registry",
    "name",
    "nationality",
    "approval",
    "hidden",
    "changed_at",
    "approved_at",
  ]),
  decode: recordDetails,
});

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

/** Opens the part of a record from which strangers see something. */
export function openShownRecord(portal: Portal, row: ShownRow, key?: Buffer): ShownRecord & RecordDetails {
  const details = sealedDetails.open(key ?? recordKey(portal, row), row);
  return {
    ...details,
    id: row.id,
    registry: row.registry,
    name: row.name,
    nationality: row.nationality,
    approval: row.approval,
    hidden: row.hidden === 1,
    changedAt: row.changed_at,
    approvedAt: row.approved_at,
  };
}

export function openedRecord(portal: Portal, row: RecordRow): CandidateRecord | null {
  if (wrappedUnder(row.wrapped_key) !== row.key_set) return null;
  return openedOrNull(() => openRecord(portal, row));
}

/** Returns the columns of a record that are sealed, or bound to its seal. */
export function sealContent(record: CandidateRecord, key: Buffer) {
  const plain = {
    id: record.id,
    registry: record.registry,
    name: record.name,
    nationality: record.nationality,
    approval: record.approval,
    hidden: record.hidden ? 1 : 0,
    added_by: record.addedBy,
    added_at: record.addedAt,
    changed_at: record.changedAt,
    approved_at: record.approvedAt,
    approved_by: record.approvedBy,
    version: record.version,
  } as const;
  const details = {
    ...eachField(fieldsWithout("isColumn"), (name) => record[name]),
    documents: record.documents,
    lastDays: record.lastDays,
    own: record.own,
    keptBack: record.keptBack,
    ownKeptBack: record.ownKeptBack,
    returnReason: record.returnReason,
    staff: staffDigest(plain),
    revision: record.revision,
    edited: record.edited,
    contentSince: record.contentSince,
    approvedAs: record.approvedAs,
  };
  return { ...plain, sealed: sealedDetails.seal(key, plain, details) };
}
