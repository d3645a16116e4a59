import { withRowId } from "#core/errors.ts";
import type { CandidateRecord, Edit } from "#core/records/candidate-record.ts";
import { authorsOf, contentOf, fold, withContent } from "#core/records/revision.ts";
import { numberIndex } from "#sealing/number-index.ts";
import { openedOrNull, SealBroken } from "#sealing/seal.ts";
import { boundTo, sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { KeySet } from "#sealing/keyring.ts";
import type { Reader } from "#storage/database/database.ts";
import { type RevisionRow, type RevisionState, revisionsOf } from "#storage/database/records/revisions.ts";
import type { Portal } from "../portal.ts";

/** `reason`: why it was sent back. Empty if it never was. */
export type SealedRevision = { edits: readonly Edit[]; reason: string };

/** What waits for a second person, over a record that stays as it is until then. `begunAt`: since when it waits. */
export type Revision = SealedRevision & { state: RevisionState; begunAt: number };

const revisionPlace = boundTo("record_revision", ["id", "registry", "state", "begun_at", "version"]);

type OfRecord = Pick<CandidateRecord, "id" | "revision">;

/** Throws SealBroken unless this is the row that the record knows of. */
export function openRevision(record: OfRecord, row: RevisionRow | undefined, key: Buffer): Revision | null {
  if (record.revision === null) return null;
  try {
    if (row?.version !== record.revision) throw new SealBroken("the revision of a record was changed");
    const sealed = unsealJson(key, revisionPlace(row), row.sealed) as SealedRevision;
    return { ...sealed, state: row.state, begunAt: row.begun_at };
  } catch (error) {
    throw withRowId(error, record.id);
  }
}

/** Returns what waits for this record. Null, without a query, if nothing does. */
export async function revisionOf(reader: Reader, record: OfRecord, key: Buffer): Promise<Revision | null> {
  if (record.revision === null) return null;
  const [row] = await revisionsOf(reader, [record.id]);
  return openRevision(record, row, key);
}

/** The same, but also null if it cannot be opened: for what must work without its content. `verify` reports it. */
export async function openedRevisionOf(reader: Reader, record: OfRecord, key: Buffer): Promise<Revision | null> {
  if (record.revision === null) return null;
  const [row] = await revisionsOf(reader, [record.id]);
  return openedOrNull(() => openRevision(record, row, key));
}

/** Returns the record with the content that its revision gives it. */
export const withNewContent = (record: CandidateRecord, { edits }: Pick<Revision, "edits">): CandidateRecord =>
  withContent(record, fold(contentOf(record), edits));

/** Returns the record as its next approval will publish it: with its revision, and in the state of that. */
export const asRevised = (record: CandidateRecord, revision: Revision | null): CandidateRecord =>
  revision ? { ...withNewContent(record, revision), approval: revision.state, returnReason: revision.reason } : record;

/** The keyed hashes of the numbers that the record does not have yet. No other record may get them. */
export function reservedIndexes(keySet: KeySet, record: CandidateRecord, revision: Revision) {
  const { registry, passportNumber, irccNumber } = record;
  const wanted = withNewContent(record, revision);
  const isNewIrcc = wanted.irccNumber !== irccNumber && wanted.irccNumber !== "";
  return {
    passport_index:
      wanted.passportNumber === passportNumber
        ? null
        : numberIndex(keySet, registry, "passport", wanted.passportNumber),
    ircc_index: isNewIrcc ? numberIndex(keySet, registry, "ircc", wanted.irccNumber) : null,
  };
}

/** Returns the row of a revision. `record` is the record with the version that this change gives it. */
export function revisionRow(
  { keyring }: Portal,
  record: CandidateRecord,
  revision: Revision,
  key: Buffer,
): RevisionRow {
  const { state, begunAt, edits, reason } = revision;
  const plain = { id: record.id, registry: record.registry, state, begun_at: begunAt, version: record.version };
  return {
    ...plain,
    key_set: keyring.current.id,
    ...reservedIndexes(keyring.current, record, revision),
    sealed: sealJson(key, revisionPlace(plain), { edits, reason } satisfies SealedRevision),
  };
}

/** Returns who made what waits: all who edited it, and for a record that is not approved who added it. */
export const authorsOfWaiting = (record: CandidateRecord, revision: Revision | null): string[] =>
  authorsOf(revision?.edits ?? record.edited.edits).concat(record.approval === "approved" ? [] : record.addedBy);
