import { isDeepStrictEqual } from "node:util";
import { actorId } from "#core/accounts/actor.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { approvedPerson, contentSinceAfter, isAnotherPerson } from "#core/records/content-since.ts";
import { type EditsInRecord, noEdits } from "#core/records/record-details.ts";
import { contentOf, detailsOfContent, fieldsBetween, inRecord, noteEdit, withContent } from "#core/records/revision.ts";
import type { Writer } from "#storage/database/database.ts";
import { recordsForChange } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { rowForChange } from "#storage/database/rows.ts";
import type { Within } from "#storage/database/transaction.ts";
import { presentRow, type SavedEvent, type VersionedEntity } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { logPublication } from "../proofs/note-publication.ts";
import { saveAsRevision } from "./save-revision.ts";
import { asRevised, readableRevisionOf, type Revision, revisionOf } from "../sealed/sealed-revision.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { openRecord } from "../sealed/sealed-record.ts";
import { endPageOfBefore } from "./end-page-of-before.ts";
import { type ChangedRecord, writeRecord } from "./write-record.ts";

/**
 * Returns these records in their current state, by id, locked until the transaction ends. The next change of each in this
 * transaction need not lock it again.
 */
export async function lockRecords({ database }: Within<Portal>, writer: Writer, ids: readonly string[]) {
  const rows = await recordsForChange(database, writer, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const { unit } = database.transaction;
  const { lockedRecords, takenRecords } = unit;
  unit.settings ??= null;
  lockedRecords.clear();
  takenRecords.clear();
  for (const [id, row] of byId) lockedRecords.set(id, row);
  return byId;
}

async function lockedRow({ database }: Portal, writer: Writer, id: string): Promise<RecordRow | undefined> {
  const unit = database.transaction?.unit;
  const row = unit?.lockedRecords.get(id);
  if (!row) {
    await unit?.changedRecords.write();
    return rowForChange(database, writer, "candidate", id);
  }
  // After its next change, it is another row.
  unit?.lockedRecords.delete(id);
  unit?.takenRecords.add(row);
  return row;
}

/** A record as it is published, for changes of its state. */
export const recordEntity: VersionedEntity<RecordRow, CandidateRecord> = {
  subject: "candidate",
  lock: async (portal, writer, id) => presentRow(portal, await lockedRow(portal, writer, id)),
  open: openRecord,
  save: saveRecord,
  stamp: ({ now }) => ({ changedAt: now() }),
};

/**
 * A record as its next approval will publish it, for changes of its content. Only this entity decides what becomes of such
 * a change: under the four-eyes rule, that of an approved record waits as its revision.
 */
export const contentEntity: VersionedEntity<RecordRow, CandidateRecord> = {
  ...recordEntity,
  // Once the rule is off, what still waits is published with the next change of its record, if the admins chose that.
  open: async (portal, row, key) => {
    const record = openRecord(portal, row, key);
    return asRevised(record, await revisionOf(portal, record, key));
  },
  save: async (portal, writer, change, event) => {
    // Without a revision, the record was opened as it is.
    const before = change.before.revision === null ? change.before : openRecord(portal, change.row, change.key);
    const { fourEyes } = await currentSettings(portal);
    if (fourEyes && isApproved(before)) return saveAsRevision(portal, writer, { ...change, before }, event);
    if (before.revision === null) return saveRecord(portal, writer, change, event);
    const { changedAt, version } = change.after;
    const after = { ...withContent(before, contentOf(change.after)), changedAt, version, revision: null };
    const details = { ...detailsOfContent(before, after), revision: { from: before.revision, to: null } };
    return saveRecord(portal, writer, { ...change, before, after }, { ...event, details });
  },
};

const isApproved = ({ approval }: CandidateRecord) => approval === "approved";

const isContentChanged = (before: CandidateRecord, after: CandidateRecord) =>
  fieldsBetween(contentOf(before), contentOf(after)).length > 0;

/** Saves a changed record, and all that follows. A revision ends with a change after which the record has none. */
async function saveRecord(
  portal: Within<Portal>,
  writer: Writer,
  { after: wanted, ...change }: ChangedRecord,
  event: SavedEvent<CandidateRecord>,
): Promise<CandidateRecord> {
  const { before, key } = change;
  const isUnderRule = (await currentSettings(portal)).fourEyes && isContentChanged(before, wanted);
  const mustWait = isUnderRule && isApproved(before) && isApproved(wanted);
  if (mustWait && event.action !== "revision-approved") throw new Error("under the four-eyes rule, this change waits");
  const ended = wanted.revision === null ? await readableRevisionOf(portal, before, key) : null;
  const author = { by: actorId(event.actor), at: portal.now() };
  const isApproval = event.action === "revision-approved";
  const after = {
    ...wanted,
    edited: editedAfter(before, wanted, ended, isUnderRule ? author : null),
    ...contentSinceAfter(before, wanted, { now: portal.now(), isApproval, shown: await currentSettings(portal) }),
  };
  await writeRecord(portal, writer, { ...change, after }, { before: ended, after: null });
  await logPublication(portal, writer, { before, after, key }, event);
  const approvedFor = approvedPerson(before);
  if (approvedFor && isApproved(after) && isAnotherPerson(approvedFor, after))
    await endPageOfBefore(portal, writer, { id: after.id, key }, event.actor);
  return after;
}

type Author = Parameters<typeof noteEdit>[1];

/** Returns who edited a record that is not approved. `author` is null if the four-eyes rule is off: then nobody is barred. */
function editedAfter(
  before: CandidateRecord,
  wanted: CandidateRecord,
  ended: Revision | null,
  author: Author | null,
): EditsInRecord {
  if (isApproved(wanted)) return noEdits;
  // Somebody took the approval back: what waited beside the record waits in it now.
  if (ended) return inRecord(contentOf(before), ended.edits);
  if (!isDeepStrictEqual(wanted.edited, before.edited) || !isContentChanged(before, wanted)) return wanted.edited;
  return author ? noteEdit(before, author, wanted) : noEdits;
}
