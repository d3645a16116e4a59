import type { Approval, CandidateRecord } from "#core/records/candidate-record.ts";
import type { Reader } from "#storage/database/database.ts";
import type { RecordRow } from "#storage/database/records/records.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { recordsWithRevisions, type RevisionRow, revisionsOf } from "#storage/database/records/revisions.ts";
import type { Portal } from "../portal.ts";
import { openRecord, recordKey } from "../records/sealed-record.ts";
import { authorsOfWaiting, openRevision, type Revision } from "./sealed-revision.ts";

/** A record with its revision. `state` is what the next approval is about: that of the revision, or else of the record. */
export type RevisedRecord = {
  record: CandidateRecord;
  revision: Revision | null;
  state: Approval;
  /** All who may not approve it under the four-eyes rule. */
  authors: readonly string[];
};

/** Opens records with their revisions, in the order of the rows. Throws if one cannot be opened; leaves deleted ones out. */
export const openRevised = (portal: Portal, reader: Reader, rows: readonly RecordRow[]): Promise<RevisedRecord[]> =>
  openAll(portal, reader, rows, (open) => open());

/** The same by id, without those that cannot be opened: `verify` reports them. */
export async function revisedById(portal: Portal, reader: Reader, rows: readonly RecordRow[]) {
  const opened = await openAll(portal, reader, rows, openedOrNull);
  return new Map(opened.map((found) => [found.record.id, found]));
}

type Opening = <Opened>(open: () => Opened) => Opened | null;

async function openAll(portal: Portal, reader: Reader, rows: readonly RecordRow[], opening: Opening) {
  const opened = rows.flatMap((row) => opening(() => openRow(portal, row)) ?? []);
  const revised = opened.filter(({ record }) => record.revision !== null).map(({ record }) => record.id);
  const revisions = new Map((await revisionsOf(reader, revised)).map((row) => [row.id, row]));
  const isRight = ({ record: { id, revision } }: OpenedRow) =>
    revision === null || revisions.get(id)?.version === revision;
  const others = opened.filter((row) => !isRight(row)).map(({ record }) => record.id);
  // Somebody may have changed them between the two queries.
  const again = new Map((await recordsWithRevisions(reader, others)).map((found) => [found.id, found]));
  return opened.flatMap((row) => {
    const { id } = row.record;
    if (isRight(row)) return opening(() => revisedRecord(row, revisions.get(id))) ?? [];
    const found = again.get(id);
    return (found && opening(() => revisedRecord(openRow(portal, found.record), found.row))) ?? [];
  });
}

function openRow(portal: Portal, row: RecordRow): OpenedRow {
  const key = recordKey(portal, row);
  return { key, record: openRecord(portal, row, key) };
}

type OpenedRow = { record: CandidateRecord; key: Buffer };

function revisedRecord({ record, key }: OpenedRow, row: RevisionRow | undefined): RevisedRecord {
  const revision = openRevision(record, row, key);
  return { record, revision, state: revision?.state ?? record.approval, authors: authorsOfWaiting(record, revision) };
}
