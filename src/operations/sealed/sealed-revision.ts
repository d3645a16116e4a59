import { PortalError, withRowId } from "#core/errors.ts";
import { type OwnField, usedOf } from "#core/own-fields/own-field.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { revisionDetails } from "#core/records/record-details.ts";
import { authorsOf, contentOf, fold, withContent } from "#core/records/revision.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { Decoded } from "#core/stored/decoders.ts";
import { lettersWithoutFont } from "#documents/text/fonts-of-letters.ts";
import { numberIndex } from "#sealing/number-index.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { boundTo, sealedContent } from "#sealing/sealed-content.ts";
import type { KeySet } from "#sealing/keyring.ts";
import { type RevisionRow, type RevisionState, revisionsOf } from "#storage/database/records/revisions.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";

export const sealedRevision = sealedContent({
  table: "record_revision",
  place: boundTo("record_revision", ["id", "registry", "state", "begun_at", "version"]),
  decode: revisionDetails,
});

/** What waits for a second person, over a record that stays as it is until then. `begunAt`: since when it waits. */
export type Revision = Decoded<typeof revisionDetails> & { state: RevisionState; begunAt: number };

type OfRecord = Pick<CandidateRecord, "id" | "revision">;

/** "damaged": this is not the row that the record knows of, or its seal is broken. `verify` reports it. */
export type FoundRevision = Revision | "damaged" | null;

export function openRevision({ revision }: OfRecord, row: RevisionRow | undefined, key: Buffer): FoundRevision {
  if (revision === null) return null;
  if (row?.version !== revision) return "damaged";
  const sealed = openedOrNull(() => sealedRevision.open(key, row));
  return sealed ? { ...sealed, state: row.state, begunAt: row.begun_at } : "damaged";
}

/** Returns what waits for this locked record. Null, without a query, if nothing does. */
export async function findRevision(portal: Portal, record: OfRecord, key: Buffer): Promise<FoundRevision> {
  if (record.revision === null) return null;
  const [row] = await revisionsOf(portal.database.read, [record.id]);
  const found = openRevision(record, row, key);
  return found && (found === "damaged" || isKept(await currentSettings(portal), found)) ? found : null;
}

/** The same. Throws if it is damaged. */
export async function revisionOf(portal: Portal, record: OfRecord, key: Buffer): Promise<Revision | null> {
  const found = await findRevision(portal, record, key);
  if (found === "damaged") throw withRowId(new PortalError("revision-damaged"), record.id);
  return found;
}

/** The same for what must work without it, too: null if it is damaged. */
export async function readableRevisionOf(portal: Portal, record: OfRecord, key: Buffer): Promise<Revision | null> {
  const found = await findRevision(portal, record, key);
  return found === "damaged" ? null : found;
}

/** False for what the end of the four-eyes rule throws away, even if the job has not come to it yet. */
export const isKept = ({ fourEyes, leftRevisions }: Settings, { state }: Pick<Revision, "state">): boolean =>
  fourEyes || (leftRevisions === "publish" && state === "waiting");

/** Returns the record with the content that its revision gives it. */
export const withNewContent = (record: CandidateRecord, { edits }: Pick<Revision, "edits">): CandidateRecord =>
  withContent(record, fold(contentOf(record), edits));

/** Returns the record as its next approval will publish it: with its revision, and in the state of that. */
export const asRevised = (record: CandidateRecord, revision: Revision | null): CandidateRecord =>
  revision ? { ...withNewContent(record, revision), approval: revision.state, returnReason: revision.reason } : record;

/** The letters of a record's name that no slip can print, because no font has them. */
export const unprintedLetters = ({ name }: Pick<CandidateRecord, "name">): string[] => lettersWithoutFont(name);

/**
 * The needed own fields that are empty in what the next approval would publish. Of a record that is public, only those
 * that the change empties.
 */
export function missingOwnFields(
  record: CandidateRecord,
  revision: Revision | null,
  ownFields: readonly OwnField[],
): readonly OwnField[] {
  const isPublic = record.approval === "approved";
  if (isPublic && !revision) return [];
  const { own } = asRevised(record, revision);
  return usedOf(ownFields).filter(({ id, isNeeded }) => isNeeded && !own[id] && (!isPublic || record.own[id]));
}

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
    sealed: sealedRevision.seal(key, plain, { edits, reason }),
  };
}

/** Returns who made what waits: all who edited it, and for a record that is not approved who added it. */
export const authorsOfWaiting = (record: CandidateRecord, revision: Revision | null): string[] =>
  authorsOf(revision?.edits ?? record.edited.edits).concat(record.approval === "approved" ? [] : record.addedBy);
