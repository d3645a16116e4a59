import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayReadRecord, mayUpdateRecord, mayUpdateRecords } from "#core/accounts/permissions.ts";
import { PortalError } from "#core/errors.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import {
  baseOf,
  contentOf,
  detailsOfContent,
  fold,
  inRecord,
  withContent,
  withoutEditsBy,
} from "#core/records/revision.ts";
import type { RecordRow } from "#storage/database/records/records.ts";
import { type ChangeTarget, changeLocked, type Locked } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import type { RecordChanged } from "../records/change-record.ts";
import { refuseTakenNumbers } from "../records/duplicate-numbers.ts";
import { recordEntity } from "../records/record-entity.ts";
import { openRecord } from "../records/sealed-record.ts";
import { saveRevision } from "./save-revision.ts";
import { type Revision, revisionOf, withNewContent } from "./sealed-revision.ts";

/**
 * Takes back what this person changed of a revision, or of a record that waits. What others changed stays. From then on, the
 * four-eyes rule lets the person approve the rest.
 */
export async function takeBackPart(portal: Portal, actor: Actor, target: ChangeTarget): Promise<RecordChanged> {
  authorize(mayUpdateRecords(actor), actor);
  const authorizeRow = ({ added_by: addedBy, approval }: RecordRow) => {
    if (!mayReadRecord(actor, { addedBy })) throw new PortalError("not-found");
    authorize(mayUpdateRecord(actor, { addedBy, approval }), actor);
  };
  return changeLocked(portal, actor, recordEntity, { ...target, authorizeRow }, async (locked) => {
    const stored = openRecord(locked.within, locked.row, locked.key);
    const revision = await revisionOf(locked.writer, stored, locked.key);
    return revision ? fromRevision(actor, locked, stored, revision) : fromRecord(actor, locked, stored);
  });
}

async function fromRevision(
  actor: Actor,
  { within, writer, row, key }: Locked<RecordRow>,
  stored: CandidateRecord,
  before: Revision,
): Promise<RecordChanged> {
  const edits = withoutEditsBy(contentOf(stored), before.edits, actorId(actor));
  if (edits.length === before.edits.length) return { modified: 0, record: stored };
  await refuseTakenNumbers(within, writer, actor, withNewContent(stored, before), withNewContent(stored, { edits }));
  const after = edits.length > 0 ? { ...before, edits } : null;
  const event = { actor, action: "revision-taken-back", subject: "candidate", subjectId: row.id } as const;
  const change = { row, stored, shown: stored, key, before, after };
  return { modified: 1, record: await saveRevision(within, writer, change, event) };
}

async function fromRecord(
  actor: Actor,
  { within, writer, row, key }: Locked<RecordRow>,
  before: CandidateRecord,
): Promise<RecordChanged> {
  const base = baseOf(before);
  const edits = withoutEditsBy(base, before.edited.edits, actorId(actor));
  if (edits.length === before.edited.edits.length) return { modified: 0, record: before };
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
