import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput, requiredParagraph } from "#core/fields.ts";
import { commentDraftName, recordDraftName } from "#core/page-draft.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import {
  authorize,
  isByKey,
  mayReadRecord,
  mayHideRecords,
  mayApproveRecord,
  mayDecideOnRecords,
  mayDeleteRecords,
  requireRecentProof,
} from "#core/accounts/permissions.ts";
import { deletePageDrafts } from "#storage/database/records/drafts.ts";
import { imagesOfRecord, markImagesDeleted } from "#storage/database/records/images.ts";
import type { OpenTransaction, Writer } from "#storage/database/database.ts";
import { type RecordRow, recordsForChange } from "#storage/database/records/records.ts";
import { deleteRows, rowForChange, updateRow } from "#storage/database/rows.ts";
import { afterCommit, type Within } from "#storage/database/transaction.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import { noteDeletion } from "../backups/write-ledger.ts";
import { deleteMarkedImages } from "../images/remove-images.ts";
import { barredAuthors } from "../held-changes/barred-authors.ts";
import { lastMail } from "../holders/sealed-holder.ts";
import { deleteRecordHits } from "../lookups/lookup-days.ts";
import {
  changeFields,
  type ChangeTarget,
  type FieldChange,
  type Locked,
  type FieldsTarget,
  presentRow,
  type VersionedEntity,
  changeLocked,
  type Changed,
} from "../locked-change.ts";
import { deleteMails } from "../mails/mail-queue.ts";
import type { Portal } from "../portal.ts";
import { logPublication, withdrawStatements } from "../proofs/note-publication.ts";
import { currentSettings } from "../settings/current-settings.ts";
import { openRecord, recordKey, sealChange } from "./sealed-record.ts";

export type RecordChanged = Changed & { record: CandidateRecord };

type RecordChange = FieldChange<RecordRow, CandidateRecord> & {
  /** True if this actor may make the change to this record. If omitted, every actor may. */
  allowedFor?: (actor: Actor, record: Pick<CandidateRecord, "addedBy" | "approval">) => boolean;
};

const lockedRows = new WeakMap<OpenTransaction, Map<string, RecordRow>>();

/**
 * Returns these records in their current state, by id, locked until the transaction ends. The next change of each in this
 * transaction need not lock it again.
 */
export async function lockRecords({ database }: Within<Portal>, writer: Writer, ids: readonly string[]) {
  const rows = await recordsForChange(database, writer, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  lockedRows.set(database.transaction, new Map(byId));
  return byId;
}

async function lockedRow({ database }: Portal, writer: Writer, id: string): Promise<RecordRow | undefined> {
  const known = database.transaction && lockedRows.get(database.transaction);
  const row = known?.get(id);
  // After its next change, it is another row.
  known?.delete(id);
  return row ?? rowForChange(database, writer, "candidate", id);
}

export const recordEntity: VersionedEntity<RecordRow, CandidateRecord> = {
  subject: "candidate",
  lock: async (portal, writer, id) => presentRow(portal, await lockedRow(portal, writer, id)),
  open: openRecord,
  save: async (portal, writer, change, event) => {
    await updateRow(writer, "candidate", change.after.id, sealChange(portal, change));
    await logPublication(portal, writer, change, event);
  },
  stamp: ({ now }) => ({ changedAt: now() }),
};

/** Changes fields of one record. For a moderator, the records of others count as missing. */
export async function changeRecord(
  portal: Portal,
  actor: Actor,
  target: FieldsTarget,
  { allowedFor = () => true, ...change }: RecordChange,
): Promise<RecordChanged> {
  const authorizeRow = ({ added_by: addedBy, approval }: RecordRow) => {
    if (!mayReadRecord(actor, { addedBy })) throw new PortalError("not-found");
    authorize(allowedFor(actor, { addedBy, approval }), actor);
  };
  const { modified, after } = await changeFields(portal, actor, recordEntity, target, { ...change, authorizeRow });
  return { modified, record: after };
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

export async function decideOnRecord(portal: Portal, actor: Actor, target: ChangeTarget, decision: Decision) {
  authorize(mayDecideOnRecords(actor), actor);
  const { fourEyes } = await currentSettings(portal);
  // A toggle without a version would approve what nobody has seen.
  if (fourEyes && decision === "toggle" && target.expectedVersion === undefined)
    throw new PortalError("version-needed");
  const barred = await barredAuthors(portal, actor);
  const approves = ({ approval }: Pick<CandidateRecord, "approval">) =>
    decision === "approve" || (decision === "toggle" && approval !== "approved");
  return changeRecord(portal, actor, target, {
    allowedFor: (who, record) => {
      if (!approves(record)) return true;
      if (fourEyes && isByKey(who)) throw new PortalError("person-must-approve");
      return mayApproveRecord(who, record, barred);
    },
    apply: (record) => (approves(record) ? approved(portal, actor, record) : denied(record)),
    action: (record) => (record.approval === "approved" ? "candidate-approved" : "candidate-denied"),
  });
}

function approved(portal: Portal, actor: Actor, record: CandidateRecord): Partial<CandidateRecord> {
  if (record.approval === "approved") return {};
  return { approval: "approved", returnReason: "", approvedAt: portal.now(), approvedBy: actorId(actor) };
}

const noApproval = { approvedAt: null, approvedBy: null } as const;

// A record that was sent back is not approved already, and stays sent back.
const denied = (record: CandidateRecord): Partial<CandidateRecord> =>
  record.approval === "approved" ? { approval: "waiting", ...noApproval } : {};

const reasonSchema = z.object({ reason: requiredParagraph(500) });

/** Sends a record back to the moderator who added it, with a reason. The record leaves the queue until it is updated. */
export async function sendBackRecord(portal: Portal, actor: Actor, target: ChangeTarget, reason: string) {
  const { reason: returnReason } = checkInput(reasonSchema, { reason });
  authorize(mayDecideOnRecords(actor), actor);
  return changeRecord(portal, actor, target, {
    apply: () => ({ approval: "returned", returnReason, ...noApproval }),
    action: "candidate-sent-back",
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
    const details = { approval: { from: "approved", to: "waiting" } };
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
  const queueLastMail = await lastMail(portal);
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
  const drafts = ids.flatMap((id) => [recordDraftName(id), commentDraftName(id)]);
  await deletePageDrafts(writer, drafts);
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
