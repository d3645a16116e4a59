import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { ActionOn } from "#core/audit/audit-details.ts";
import { PortalError } from "#core/errors.ts";
import { checkInput, requiredParagraph } from "#core/fields.ts";
import { type OwnField, ownName } from "#core/own-fields/own-field.ts";
import { draftsOfRecord } from "#core/page-draft.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import {
  authorize,
  mayReadRecord,
  mayHideRecords,
  mayDecideOnRecords,
  mayDeleteRecords,
  requireRecentProof,
} from "#core/accounts/permissions.ts";
import { deletePageDrafts } from "#storage/database/records/drafts.ts";
import { imagesOfRecord, markImagesDeleted } from "#storage/database/records/images.ts";
import type { Writer } from "#storage/database/database.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { deleteRows } from "#storage/database/rows.ts";
import { afterCommit, type Within } from "#storage/database/transaction.ts";
import { logAuditEvent } from "../portal/log-audit-event.ts";
import { noteDeletion } from "../backups/write-ledger.ts";
import { deleteMarkedImages } from "../images/remove-images.ts";
import { authorizeApproval } from "../held-changes/second-person.ts";
import { lastMail } from "../sealed/sealed-holder.ts";
import { deleteRecordHits } from "./lookup-days.ts";
import {
  changeFields,
  type ChangeTarget,
  type FieldChange,
  type Locked,
  type FieldsTarget,
  changeLocked,
  type Changed,
  saveFields,
} from "../portal/locked-change.ts";
import { deleteMails } from "../mails/mail-queue.ts";
import type { Portal } from "../portal/portal.ts";
import { withdrawStatements } from "../proofs/note-publication.ts";
import { replaceRevision } from "./save-revision.ts";
import {
  asRevised,
  authorsOfWaiting,
  missingOwnFields,
  readableRevisionOf,
  type Revision,
  revisionOf,
  withNewContent,
} from "../sealed/sealed-revision.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { contentEntity, recordEntity } from "./record-entity.ts";
import { openRecord, recordKey } from "../sealed/sealed-record.ts";

export type RecordChanged = Changed & { record: CandidateRecord };

type RecordChange = FieldChange<RecordRow, CandidateRecord> & {
  /** True if this actor may make the change to this record. If omitted, every actor may. */
  allowedFor?: (actor: Actor, record: Pick<CandidateRecord, "addedBy" | "approval">) => boolean;
};

/** Changes the state of one record. For a moderator, the records of others count as missing. */
const changeRecord = (portal: Portal, actor: Actor, target: FieldsTarget, change: RecordChange) =>
  changeAs(recordEntity, portal, actor, target, change);

/** Changes the content of one record, or of its revision: `apply` and the answer have the record as that has it. */
export const changeContent = (portal: Portal, actor: Actor, target: FieldsTarget, change: RecordChange) =>
  changeAs(contentEntity, portal, actor, target, change);

async function changeAs(
  entity: typeof recordEntity,
  portal: Portal,
  actor: Actor,
  target: FieldsTarget,
  { allowedFor = () => true, ...change }: RecordChange,
): Promise<RecordChanged> {
  const authorizeRow = (row: RecordRow) => {
    const { added_by: addedBy, approval } = readable(actor, row);
    authorize(allowedFor(actor, { addedBy, approval }), actor);
  };
  const { modified, after } = await changeFields(portal, actor, entity, target, { ...change, authorizeRow });
  return { modified, record: after };
}

function readable(actor: Actor, row: RecordRow): RecordRow {
  if (!mayReadRecord(actor, { addedBy: row.added_by })) throw new PortalError("not-found");
  return row;
}

/** Hides a record from the public at once. Hiding a hidden record changes nothing. */
export async function hideRecord(portal: Portal, actor: Actor, target: ChangeTarget): Promise<RecordChanged> {
  authorize(mayHideRecords(actor), actor);
  return changeRecord(portal, actor, target, { apply: () => ({ hidden: true }), action: "candidate-hidden" });
}

export async function unhideRecord(portal: Portal, actor: Actor, target: ChangeTarget): Promise<RecordChanged> {
  authorize(mayHideRecords(actor), actor);
  return changeRecord(portal, actor, target, { apply: () => ({ hidden: false }), action: "candidate-unhidden" });
}

/** `toggle` is the specification's single call for both: it approves a record or takes the approval back. */
export type Decision = "approve" | "deny" | "toggle";

/**
 * Approves what waits: a record, or its revision, unless a needed own field is empty. Under the four-eyes rule, what was sent back first has to be sent again. Or
 * takes the approval of a record back: then a revision waits in the record itself, or stays sent back with it.
 */
export async function decideOnRecord(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  decision: Decision,
): Promise<RecordChanged> {
  authorize(mayDecideOnRecords(actor), actor);
  const { modified, after } = await changeLocked(portal, actor, recordEntity, target, async (locked) => {
    const { within, writer, row, key } = locked;
    const { fourEyes, ownFields } = await currentSettings(within);
    // A toggle without a version would approve what nobody has seen.
    if (fourEyes && decision === "toggle" && target.expectedVersion === undefined)
      throw new PortalError("version-needed");
    const before = openRecord(within, row, key);
    const isApproved = before.approval === "approved";
    // A damaged revision is never approved, but keeps nobody from taking the approval back.
    const revision = await (decision === "deny" ? readableRevisionOf : revisionOf)(within, before, key);
    const approves = decision === "approve" || (decision === "toggle" && (!isApproved || revision !== null));
    const save = (changes: Partial<CandidateRecord>, action: ActionOn<CandidateRecord>) =>
      saveFields(actor, recordEntity, locked, { before, changes, action });
    if (!approves) return save(isApproved ? denied(before, revision) : {}, "candidate-denied");
    if (isApproved && !revision) return save({}, "candidate-approved");
    if (fourEyes && (revision?.state ?? before.approval) === "returned") throw new PortalError("not-sent-again");
    await authorizeApproval(within, writer, actor, authorsOfWaiting(before, revision));
    refuseMissing(missingOwnFields(before, revision, ownFields));
    if (!revision) return save(approved(portal, actor), "candidate-approved");
    const changes = { ...withNewContent(before, revision), revision: null, approvedBy: actorId(actor) };
    return save(changes, "revision-approved");
  });
  return { modified, record: after };
}

function refuseMissing(missing: readonly OwnField[]): void {
  if (missing.length === 0) return;
  const fields = missing.map(({ id }) => [ownName(id), "required"] as const);
  throw new PortalError("needed-fields", { fields: Object.fromEntries(fields) });
}

const approved = (portal: Portal, actor: Actor): Partial<CandidateRecord> => ({
  approval: "approved",
  returnReason: "",
  approvedAt: portal.now(),
  approvedBy: actorId(actor),
});

const noApproval = { approvedAt: null, approvedBy: null } as const;

const denied = (record: CandidateRecord, revision: Revision | null): Partial<CandidateRecord> => ({
  approval: "waiting",
  ...(revision && asRevised(record, revision)),
  revision: null,
  ...noApproval,
});

const reasonSchema = z.object({ reason: requiredParagraph(500) });

/**
 * Sends a record back to the moderator who added it, with a reason; a revision to those who wanted it, and the record stays
 * public. It leaves the queue until it is updated.
 */
export async function sendBackRecord(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  reason: string,
): Promise<RecordChanged> {
  const { reason: returnReason } = checkInput(reasonSchema, { reason });
  authorize(mayDecideOnRecords(actor), actor);
  return changeLocked(portal, actor, recordEntity, target, async (locked) => {
    const { within, row, key } = locked;
    const stored = openRecord(within, row, key);
    const before = await revisionOf(within, stored, key);
    if (!before) {
      const changes = { approval: "returned", returnReason, revision: null, ...noApproval } as const;
      const sent = { before: stored, changes, action: "candidate-sent-back" } as const;
      const { modified, after } = await saveFields(actor, recordEntity, locked, sent);
      return { modified, record: after };
    }
    const after: Revision = { ...before, state: "returned", reason: returnReason };
    if (isDeepStrictEqual(after, before)) return { modified: 0, record: stored };
    const record = await replaceRevision(actor, "revision-sent-back", { ...locked, stored }, { before, after });
    return { modified: 1, record };
  });
}

/** Deletes a record. Its key is deleted too, so that nothing sealed under it can be opened again. */
export async function deleteRecord(portal: Portal, actor: Actor, target: ChangeTarget): Promise<{ deleted: 1 }> {
  await eraseRecord(portal, actor, target);
  await portal.database.forgetDeleted();
  return { deleted: 1 };
}

/**
 * Deletes locked records that should never have been published, and logs that they were withdrawn. This is a separate
 * event: details are lost with the key of a record, and then only the name of this event shows that the record was
 * public. A job removes the last traces.
 */
export async function withdrawAndDelete(
  within: Within<Portal>,
  writer: Writer,
  actor: Actor,
  rows: readonly RecordRow[],
): Promise<void> {
  authorizeErasure(actor);
  const records = rows.map((row) => ({ row, key: recordKey(within, row) }));
  for (const { row, key } of records) {
    const details = { approval: { from: "approved", to: "waiting" } } as const;
    const event = { actor, action: "candidate-denied", subject: "candidate", subjectId: row.id, details } as const;
    if (row.approval === "approved") await logAuditEvent(within, writer, event, key);
  }
  await erase(within, writer, actor, records);
}

export type BeforeErasure = (locked: Locked<RecordRow>) => Promise<void>;

/** Deletes a record, unless `before` throws in the transaction that deletes it. A job removes the last traces. */
export async function eraseRecord(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  before?: BeforeErasure,
): Promise<void> {
  authorizeErasure(actor);
  const queueLastMail = await lastMail(portal, "deleted");
  await changeLocked(portal, actor, recordEntity, target, async (locked) => {
    const { within, writer, row, key } = locked;
    await before?.(locked);
    await queueLastMail(within, writer, row.id, key);
    await erase(within, writer, actor, [{ row, key }]);
  });
}

function authorizeErasure(actor: Actor): void {
  authorize(mayDeleteRecords(actor), actor);
  requireRecentProof(actor);
}

type OpenedRow = { row: RecordRow; key: Buffer };

async function erase(within: Within<Portal>, writer: Writer, actor: Actor, records: readonly OpenedRow[]) {
  const ids = records.map(({ row }) => row.id);
  if (ids.length === 0) return;
  const deleted = await imagesOfRecord(writer, ...ids);
  await markImagesDeleted(writer, deleted);
  await deleteRows(writer, "candidate", ids);
  await deletePageDrafts(writer, ids.flatMap(draftsOfRecord));
  await noteDeletion(within, writer, "candidate", ...ids);
  for (const { row, key } of records) {
    withdrawStatements(within, writer, { id: row.id, key });
    const event = { actor, action: "candidate-deleted", subject: "candidate", subjectId: row.id, details: {} } as const;
    await logAuditEvent(within, writer, event, key);
  }
  await deleteMarkedImages(within, deleted);
  await afterCommit(within, async (committed) => {
    const seqs = records.map(({ row }) => row.seq);
    await deleteRecordHits(committed, seqs);
    await deleteMails(committed, ({ ofRecord }) => ofRecord !== undefined && ids.includes(ofRecord));
  });
}
