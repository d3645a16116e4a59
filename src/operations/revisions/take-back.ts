import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayReadRecord, mayUpdateRecord, mayUpdateRecords } from "#core/accounts/permissions.ts";
import { PortalError } from "#core/errors.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { Content, Edit } from "#core/records/record-details.ts";
import {
  baseOf,
  contentOf,
  detailsOfContent,
  fold,
  inRecord,
  withContent,
  withoutEditsBy,
  withoutEditsOf,
} from "#core/records/revision.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import type { Writer } from "#storage/database/database.ts";
import type { Within } from "#storage/database/transaction.ts";
import { type ChangeTarget, changeLocked, type Locked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import type { RecordChanged } from "../records/change-record.ts";
import { refuseTakenNumbers, takenNumbers } from "../records/duplicate-numbers.ts";
import { recordEntity } from "../records/record-entity.ts";
import { openRecord } from "../sealed/sealed-record.ts";
import { replaceRevision } from "../records/save-revision.ts";
import { type Revision, revisionOf, withNewContent } from "../sealed/sealed-revision.ts";

/**
 * Takes back what this person changed of a revision, or of a record that waits. What others changed stays, except a number
 * that another record got in the meantime. From then on, the four-eyes rule lets the person approve the rest.
 */
export async function takeBackPart(portal: Portal, actor: Actor, target: ChangeTarget): Promise<RecordChanged> {
  authorize(mayUpdateRecords(actor), actor);
  const authorizeRow = ({ added_by: addedBy, approval }: RecordRow) => {
    if (!mayReadRecord(actor, { addedBy })) throw new PortalError("not-found");
    authorize(mayUpdateRecord(actor, { addedBy, approval }), actor);
  };
  return changeLocked(portal, actor, recordEntity, { ...target, authorizeRow }, async (locked) => {
    const stored = openRecord(locked.within, locked.row, locked.key);
    const revision = await revisionOf(locked.within, stored, locked.key);
    return revision ? fromRevision(actor, locked, stored, revision) : fromRecord(actor, locked, stored);
  });
}

async function fromRevision(
  actor: Actor,
  locked: Locked<RecordRow>,
  stored: CandidateRecord,
  before: Revision,
): Promise<RecordChanged> {
  const base = contentOf(stored);
  const left = withoutEditsBy(base, before.edits, actorId(actor));
  if (left.length === before.edits.length) return { modified: 0, record: stored };
  const now = withNewContent(stored, before);
  const edits = await withoutTakenNumbers(locked.within, locked.writer, { now, base, edits: left });
  const after = edits.length > 0 ? { ...before, edits } : null;
  const record = await replaceRevision(actor, "revision-taken-back", { ...locked, stored }, { before, after });
  return { modified: 1, record };
}

async function fromRecord(
  actor: Actor,
  { within, writer, row, key }: Locked<RecordRow>,
  before: CandidateRecord,
): Promise<RecordChanged> {
  const base = baseOf(before);
  const left = withoutEditsBy(base, before.edited.edits, actorId(actor));
  if (left.length === before.edited.edits.length) return { modified: 0, record: before };
  const edits = await withoutTakenNumbers(within, writer, { now: before, base, edits: left });
  const after = {
    ...withContent(before, fold(base, edits)),
    edited: inRecord(base, edits),
    ...recordEntity.stamp(within, actor),
    version: before.version + 1,
  };
  await refuseTakenNumbers(within, writer, actor, before, after);
  const details = detailsOfContent(before, after);
  const event = { actor, action: "revision-taken-back", subject: "candidate", subjectId: row.id, details } as const;
  return { modified: 1, record: await recordEntity.save(within, writer, { row, before, after, key }, event) };
}

type Left = {
  /** The record as it was to be until now. */
  now: CandidateRecord;
  base: Content;
  edits: readonly Edit[];
};

/** An earlier edit may have a number that was free since, as a later edit had replaced it. */
async function withoutTakenNumbers(
  within: Within<Portal>,
  writer: Writer,
  { now, base, edits }: Left,
): Promise<readonly Edit[]> {
  const taken = await takenNumbers(within, writer, now, withContent(now, fold(base, edits)));
  return withoutEditsOf(base, edits, taken);
}
