import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Approval, CandidateRecord } from "#core/records/candidate-record.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { Reader } from "#storage/database/database.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { openedOrNull } from "#sealing/seal.ts";
import { recordsWithRevisions, type RevisionRow, revisionsOf } from "#storage/database/records/revisions.ts";
import type { Portal } from "../portal/portal.ts";
import { openRecord, recordKey } from "./sealed-record.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { authorsOfWaiting, isKept, openRevision, type Revision } from "./sealed-revision.ts";

/** A record with its revision, without one that is about to be thrown away. */
export type RevisedRecord = {
  record: CandidateRecord;
  revision: Revision | null;
  /** True if something waits that cannot be read. Then `revision` is null. */
  isDamaged: boolean;
  /** What the next approval is about: the state of the revision, or else of the record. */
  state: Approval;
  /** All who may not approve it under the four-eyes rule. */
  authors: readonly string[];
};

/** Opens records with their revisions, in the order of the rows. Throws if a record cannot be opened; leaves deleted ones out. */
export const openRevised = (portal: Portal, reader: Reader, rows: readonly RecordRow[]): Promise<RevisedRecord[]> =>
  openAll(portal, reader, rows, (open) => open());

const openedAtOnce = 500;

/** The same by id, in parts, without records that cannot be opened: `verify` reports them. */
export async function revisedById(portal: Portal, reader: Reader, rows: readonly RecordRow[]) {
  const revised = new Map<string, RevisedRecord>();
  for (let from = 0; from < rows.length; from += openedAtOnce) {
    if (from > 0) await yieldToEventLoop();
    const opened = await openAll(portal, reader, rows.slice(from, from + openedAtOnce), openedOrNull);
    for (const found of opened) revised.set(found.record.id, found);
  }
  return revised;
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
  const settings = revised.length > 0 ? await currentSettings(portal) : null;
  return opened.flatMap((row) => {
    const { id } = row.record;
    if (isRight(row)) return revisedRecord(row, revisions.get(id), settings);
    const found = again.get(id);
    return (found && opening(() => revisedRecord(openRow(portal, found.record), found.row, settings))) ?? [];
  });
}

function openRow(portal: Portal, row: RecordRow): OpenedRow {
  const key = recordKey(portal, row);
  return { key, record: openRecord(portal, row, key) };
}

type OpenedRow = { record: CandidateRecord; key: Buffer };

function revisedRecord({ record, key }: OpenedRow, row: RevisionRow | undefined, settings: Settings | null) {
  const found = openRevision(record, row, key);
  const isDamaged = found === "damaged";
  const revision = found && !isDamaged && (!settings || isKept(settings, found)) ? found : null;
  const authors = authorsOfWaiting(record, revision);
  return { record, revision, isDamaged, state: revision?.state ?? record.approval, authors };
}
