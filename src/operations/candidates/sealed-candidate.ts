import type { Candidate, Documents, Particulars } from "#core/candidates/candidate.ts";
import { foldName } from "#core/candidates/names.ts";
import { type DataKey, unwrapKey } from "#sealing/data-keys.ts";
import { numberIndex } from "#sealing/number-index.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { CandidateRow, NewCandidateRow } from "#storage/database/candidates.ts";
import type { Portal } from "../portal.ts";

/** What is sealed of a candidate; the rest of the row is in clear. */
type SealedPart = Omit<Particulars, "name" | "nationality"> & { documents: Documents; returnReason: string };

const particularsPlace = (id: string) => `candidate/${id}`;

export const candidateKey = ({ keyring }: Portal, row: Pick<CandidateRow, "id" | "wrapped_key">): Buffer =>
  unwrapKey(keyring, row.id, row.wrapped_key);

/** Its shape is known without a check: the seal proves that we wrote it, for this record. */
const openSealedPart = (key: Uint8Array, { id, sealed }: CandidateRow) =>
  unsealJson(key, particularsPlace(id), sealed) as SealedPart;

export function openCandidate(portal: Portal, row: CandidateRow, key = candidateKey(portal, row)): Candidate {
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

/** The whole row of a candidate, indexed and wrapped under the current keys. */
export function sealCandidate(
  { keyring }: Portal,
  candidate: Candidate,
  dataKey: DataKey,
): Omit<NewCandidateRow, "seq"> {
  const { name, nationality, passportNumber, irccNumber, fatherName, motherName, address } = candidate;
  const { documents, returnReason } = candidate;
  const sealed: SealedPart = {
    passportNumber,
    irccNumber,
    fatherName,
    motherName,
    address,
    documents,
    returnReason,
  };
  return {
    id: candidate.id,
    registry: candidate.registry,
    name,
    name_folded: foldName(name),
    nationality,
    approval: candidate.approval,
    hidden: candidate.hidden ? 1 : 0,
    added_by: candidate.addedBy,
    added_at: candidate.addedAt,
    changed_at: candidate.changedAt,
    approved_at: candidate.approvedAt,
    approved_by: candidate.approvedBy,
    version: candidate.version,
    key_set: keyring.current.id,
    passport_index: numberIndex(keyring.current, candidate.registry, "passport", passportNumber),
    ircc_index: numberIndex(keyring.current, candidate.registry, "ircc", irccNumber),
    wrapped_key: dataKey.wrapped,
    sealed: sealJson(dataKey.key, particularsPlace(candidate.id), sealed),
  };
}
