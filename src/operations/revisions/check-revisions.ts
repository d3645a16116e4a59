import { type Actor, system } from "#core/accounts/actor.ts";
import { authorize, mayDecideOnRecords } from "#core/accounts/permissions.ts";
import { openedOrNull } from "#sealing/seal.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { recordsWithRevisions, type RevisionRow, revisionsOf } from "#storage/database/records/revisions.ts";
import { deleteRow, rowsAfter, rowsWithIds, updateRow } from "#storage/database/rows.ts";
import type { Within } from "#storage/database/transaction.ts";
import { type ChangeTarget, changeLocked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import type { RecordChanged } from "../records/change-record.ts";
import { recordEntity } from "../records/record-entity.ts";
import { openedRecord, openRecord, recordKey } from "../sealed/sealed-record.ts";
import { replaceRevision } from "../records/save-revision.ts";
import { findRevision, openRevision, reservedIndexes } from "../sealed/sealed-revision.ts";

const batch = 500;

/**
 * Returns the ids of records whose revision is missing, or cannot be opened, or reserves other numbers than it has, or of
 * which the record knows nothing. `revised` are those that have one, as they say themselves.
 */
export async function brokenRevisions(portal: Portal, revised: ReadonlySet<string>): Promise<string[]> {
  const { read } = portal.database;
  const broken = new Set(revised);
  let rows: RevisionRow[];
  let last = "";
  do {
    rows = await rowsAfter<RevisionRow>(read, "record_revision", last, batch);
    for (const { row, record } of await withRecords(read, rows)) {
      if (isWhole(portal, row, record)) broken.delete(row.id);
      else broken.add(row.id);
    }
    last = rows.at(-1)?.id ?? last;
  } while (rows.length === batch);
  // Somebody may have changed them since they were read.
  const again = await recordsWithRevisions(read, [...broken]);
  return again.filter(({ row, record }) => !isRight(portal, row, record)).map(({ id }) => id);
}

const isRight = (portal: Portal, row: RevisionRow | undefined, record: RecordRow) =>
  row ? isWhole(portal, row, record) : openedRecord(portal, record)?.revision === null;

/** The revisions with the rows of their records. */
export async function withRecords(reader: Reader, rows: readonly RevisionRow[]) {
  const ids = rows.map(({ id }) => id);
  const records = new Map((await rowsWithIds(reader, "candidate", ids)).map((row) => [row.id, row]));
  return rows.map((row) => ({ id: row.id, row, record: records.get(row.id) }));
}

function isWhole(portal: Portal, row: RevisionRow, record: RecordRow | undefined): boolean {
  const right = record ? rightReservation(portal, row, record, row.key_set) : null;
  return right !== null && isSame(right.passport_index, row.passport_index) && isSame(right.ircc_index, row.ircc_index);
}

const isSame = (one: Uint8Array | null, other: Uint8Array | null) =>
  one && other ? Buffer.compare(one, other) === 0 : one === other;

/** Returns the columns by which the numbers of a revision are reserved. Null if the revision cannot be opened. */
export function rightReservation(portal: Portal, row: RevisionRow, recordRow: RecordRow, keySetId: string) {
  const keySet = portal.keyring.all.find(({ id }) => id === keySetId);
  return openedOrNull(() => {
    const key = recordKey(portal, recordRow);
    const record = openRecord(portal, recordRow, key);
    const revision = openRevision(record, row, key);
    if (!keySet || !revision || revision === "damaged") return null;
    return { key_set: keySet.id, ...reservedIndexes(keySet, record, revision) };
  });
}

const operator = system("verify --repair");

/**
 * Reserves the right numbers again, deletes a revision of which its record knows nothing, or throws one away that cannot be
 * opened. True if this changed something.
 */
export async function repairRevision(portal: Within<Portal>, writer: Writer, recordRow: RecordRow): Promise<boolean> {
  const [row] = await revisionsOf(writer, [recordRow.id]);
  if (isRight(portal, row, recordRow)) return false;
  const key = recordKey(portal, recordRow);
  const record = openRecord(portal, recordRow, key);
  const right = row && rightReservation(portal, row, recordRow, row.key_set);
  if (right) await updateRow(writer, "record_revision", record.id, right);
  else if (record.revision === null) await deleteRow(writer, "record_revision", record.id);
  else await throwAway(operator, { within: portal, writer, row: recordRow, stored: record, key });
  return true;
}

const throwAway = (actor: Actor, opened: Parameters<typeof replaceRevision>[2]) =>
  replaceRevision(actor, "revision-lost", opened, { before: null, after: null });

/** Throws away what waits of a record, if it cannot be read. The record stays as it was approved. */
export async function discardDamaged(portal: Portal, actor: Actor, target: ChangeTarget): Promise<RecordChanged> {
  authorize(mayDecideOnRecords(actor), actor);
  return changeLocked(portal, actor, recordEntity, target, async (locked) => {
    const { within, row, key } = locked;
    const stored = openRecord(within, row, key);
    if ((await findRevision(within, stored, key)) !== "damaged") return { modified: 0, record: stored };
    return { modified: 1, record: await throwAway(actor, { ...locked, stored }) };
  });
}
