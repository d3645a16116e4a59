import { isDeepStrictEqual } from "node:util";
import type { ActionOn } from "#core/audit/audit-details.ts";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { contentSinceAfter } from "#core/records/content-since.ts";
import { contentOf, detailsOfContent, divideChange, fieldsBetween, withContent } from "#core/records/revision.ts";
import type { Writer } from "#storage/database/database.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import type { Within } from "#storage/database/transaction.ts";
import { knownSettings } from "../portal/current-settings.ts";
import type { SavedEvent } from "../portal/locked-change.ts";
import { logAuditEvent } from "../portal/log-audit-event.ts";
import type { Portal } from "../portal/portal.ts";
import { logPublication } from "../proofs/note-publication.ts";
import { type ChangedRecord, writeRecord } from "./write-record.ts";
import { asRevised, type Revision, revisionOf } from "../sealed/sealed-revision.ts";

/**
 * Saves a change of an approved record under the four-eyes rule. What takes a document away acts at once; the rest becomes
 * an edit of the revision. Returns the record as its revision has it.
 */
export async function saveAsRevision(
  portal: Within<Portal>,
  writer: Writer,
  { row, before: stored, after: wanted, key }: ChangedRecord,
  event: SavedEvent<CandidateRecord>,
): Promise<CandidateRecord> {
  const before = await revisionOf(portal, stored, key);
  const author = { by: actorId(event.actor), at: portal.now() };
  const divided = divideChange(contentOf(stored), before?.edits ?? [], author, contentOf(wanted));
  const shown = await shownAfter(portal, writer, { stored, key, content: divided.shown }, event);
  const state = wanted.approval === "returned" ? "returned" : "waiting";
  const isLeft = divided.edits.length > 0;
  const after: Revision | null = isLeft
    ? { begunAt: author.at, reason: "", ...before, state, edits: divided.edits }
    : null;
  const change = { row, stored, shown, key, before };
  if (!isDeepStrictEqual(after, before))
    return saveRevision(portal, writer, { ...change, after }, { ...event, action: "revision-changed" });
  await writeRecord(portal, writer, { row, before: stored, after: shown, key }, { before, after: before });
  return asRevised(shown, before);
}

type Shown = { stored: CandidateRecord; key: Buffer; content: ReturnType<typeof contentOf> };

/** Returns the record as strangers see it from now on, and logs that they see less. */
async function shownAfter(
  portal: Within<Portal>,
  writer: Writer,
  { stored: before, key, content }: Shown,
  event: SavedEvent<CandidateRecord>,
): Promise<CandidateRecord> {
  if (fieldsBetween(contentOf(before), content).length === 0) return before;
  const now = portal.now();
  const wanted = withContent(before, content);
  const since = contentSinceAfter(before, wanted, { now, isApproval: false, shown: await knownSettings(portal) });
  const after = { ...wanted, ...since, changedAt: now, version: before.version + 1 };
  const details = detailsOfContent(before, after);
  await logPublication(portal, writer, { before, after, key }, { ...event, details });
  return after;
}

type RevisionChange = {
  row: RecordRow;
  /** The record as it is stored, and as strangers see it after the change. */
  stored: CandidateRecord;
  shown: CandidateRecord;
  key: Buffer;
  before: Revision | null;
  /** Null if nothing waits any more. */
  after: Revision | null;
};

type Opened = Pick<RevisionChange, "row" | "stored" | "key"> & { within: Within<Portal>; writer: Writer };

/** Saves a change of the revision alone. `after` is null if nothing waits any more. Returns the record as its revision has it. */
export const replaceRevision = (
  actor: Actor,
  action: ActionOn<CandidateRecord>,
  { within, writer, row, stored, key }: Opened,
  { before, after }: Pick<RevisionChange, "before" | "after">,
): Promise<CandidateRecord> =>
  saveRevision(
    within,
    writer,
    { row, stored, shown: stored, key, before, after },
    { actor, action, subject: "candidate", subjectId: row.id },
  );

/** The record gets a new version. */
async function saveRevision(
  portal: Within<Portal>,
  writer: Writer,
  { row, stored, shown, key, before, after }: RevisionChange,
  event: Omit<SavedEvent<CandidateRecord>, "details">,
): Promise<CandidateRecord> {
  const version = shown.version + 1;
  const record = { ...shown, version, revision: after ? version : null };
  await writeRecord(portal, writer, { row, before: stored, after: record, key }, { before, after });
  const [was, is] = [asRevised(shown, before), asRevised(record, after)];
  const details = {
    ...detailsOfContent(was, is),
    ...detailsOfChange({ returnReason: was.returnReason }, { returnReason: is.returnReason }),
    ...detailsOfChange({ revision: stored.revision }, { revision: record.revision }),
  };
  await logAuditEvent(portal, writer, { ...event, details }, key);
  return is;
}
