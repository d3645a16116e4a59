import { type FieldProblem, type FieldProblems, PortalError } from "#core/errors.ts";
import type { RowInput } from "#core/imports/row.ts";
import { type CandidateRecord, particularsOf } from "#core/records/candidate-record.ts";
import { isLastDayField, kindOfLastDay } from "#core/records/last-days.ts";
import { canonicalNumber } from "#core/records/numbers.ts";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";
import type { StaffActor } from "#core/staff/actor.ts";
import { latestAuditEventsOf } from "#storage/database/audit.ts";
import type { Writer } from "#storage/database/database.ts";
import { putLastDays, type RecordRow, recordsForChange } from "#storage/database/records.ts";
import { rowById } from "#storage/database/rows.ts";
import { openEvent } from "../audit/audit-trail.ts";
import { attachImages, type ImageChanges } from "../images/attach-images.ts";
import { deleteMarkedImages, type MarkedImage } from "../images/remove-images.ts";
import { type NotedTarget, presentRow } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { addRecord } from "../records/add-record.ts";
import { changeRecord, withdrawAndDelete } from "../records/change-record.ts";
import { askForOwners, type OwnersOf } from "../records/duplicate-numbers.ts";
import { daysOf, openRecord } from "../records/sealed-record.ts";
import { updateRecord } from "../records/update-record.ts";

const numbersIn = ({ passportNumber, irccNumber }: RowInput) => ({
  passportNumber: canonicalNumber(passportNumber ?? ""),
  irccNumber: canonicalNumber(irccNumber ?? ""),
});

/** Who has the numbers of some rows. */
export const ownersOfNumbers = (portal: Portal, rows: readonly RowInput[]): Promise<OwnersOf> =>
  askForOwners(portal, portal.database.read, rows.map(numbersIn));

/** A row is about the record that has its passport number, or, without that, its IRCC number. */
export function recordOfRow(ownersOf: OwnersOf, row: RowInput): RecordRow | undefined {
  const { passportNumber, irccNumber } = ownersOf(numbersIn(row), null);
  return row.passportNumber === undefined ? irccNumber : passportNumber;
}

/** The records of some rows as they are, by their ids, locked until the transaction ends. */
export async function lockedRecords({ database }: Portal, ids: readonly string[]): Promise<Map<string, RecordRow>> {
  const rows = await database.write((writer) => recordsForChange(database, writer, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

export type ImportedRow = {
  input: RowInput;
  /** The uploads that become its documents. */
  images?: ImageChanges | undefined;
  /** The record that it is about, in the version that it had when the import was looked at; null for one that is new. */
  target: { id: string; version: number } | null;
  /** What was asked in the same transaction for several rows at once: that record as it is, and who has the numbers of the rows. */
  asked?: { before?: RecordRow | undefined; ownersOf: OwnersOf } | undefined;
};

export type Imported = {
  id: string;
  modified: 0 | 1;
  version: number;
  /** Last days whose document neither the record nor the row has. The row is taken without them. */
  warnings: FieldProblems;
};

type NoteImported = (writer: Writer, imported: Imported) => Promise<void>;

/**
 * Adds or updates the record of one row, as anybody would who typed it into a form: an empty cell leaves what there is.
 * The check before an import does the same on a portal on which nothing stays.
 */
export async function importRow(
  portal: Portal,
  actor: StaffActor,
  { target, input, images = {}, asked }: ImportedRow,
  note: NoteImported = async () => undefined,
): Promise<Imported> {
  const particulars = Object.fromEntries(Object.entries(input).filter(([field]) => !isLastDayField(field)));
  if (target === null) {
    const { lastDays, warnings } = lastDaysOf(input, images);
    const added = { particulars, lastDays, images, hasNationality: input.nationality !== undefined };
    const firstOf = ({ id, version }: CandidateRecord): Imported => ({ id, modified: 1, version, warnings });
    const writeMore = (writer: Writer, record: CandidateRecord) => note(writer, firstOf(record));
    return firstOf(await addRecord(portal, actor, added, { writeMore, ownersOf: asked?.ownersOf }));
  }
  const { id, version } = target;
  const row = asked ? asked.before : await rowById(portal.database.read, "candidate", id);
  const before = openRecord(portal, presentRow(portal, row));
  refuseReplacing(before, images);
  const { lastDays, warnings } = lastDaysOf(input, { ...before.documents, ...images });
  const changed = { particulars: { ...particularsOf(before), ...particulars }, lastDays, images };
  const noted: NotedTarget = {
    id,
    expectedVersion: version,
    note: (writer, { modified, version: after }) => note(writer, { id, modified, version: after, warnings }),
  };
  const { modified, record } = await updateRecord(portal, actor, noted, changed);
  return { id, modified, version: record.version, warnings };
}

/** The last days of a row, by the kinds that have a document. */
function lastDaysOf(input: RowInput, documents: Readonly<Partial<Record<DocumentKind, unknown>>>) {
  const lastDays: Record<string, string> = {};
  const warnings: Record<string, FieldProblem> = {};
  for (const [field, day] of Object.entries(input)) {
    if (!isLastDayField(field)) continue;
    if (documents[kindOfLastDay(field)]) lastDays[kindOfLastDay(field)] = day;
    else warnings[field] = "no-document";
  }
  return { lastDays, warnings };
}

/** An import removes no document: an undo could not bring it back. */
function refuseReplacing({ documents }: CandidateRecord, images: ImageChanges): void {
  const there = Object.keys(images).filter((kind) => Object.hasOwn(documents, kind));
  if (there.length === 0) return;
  throw new PortalError("invalid", { fields: Object.fromEntries(there.map((kind) => [kind, "document-there"])) });
}

/** A record that an import added has this version until somebody changes it. */
const addedVersion = 1;

/** Takes back what an import made of one record, if nobody has changed it since: deletes what it added, puts back what it changed. */
export const undoRow = (portal: Portal, actor: StaffActor, target: NotedTarget & { expectedVersion: number }) =>
  target.expectedVersion === addedVersion ? withdrawAndDelete(portal, actor, target) : putBack(portal, actor, target);

/** As it was before its last change, by the audit: nobody has changed it since the import. */
async function putBack(portal: Portal, actor: StaffActor, target: NotedTarget) {
  let removed: readonly MarkedImage[] = [];
  await changeRecord(portal, actor, target, {
    action: "candidate-updated",
    apply: async (record, { writer, key }) => {
      const before = await beforeLastChange(writer, record.id, key);
      const { documents = record.documents, lastDays } = before;
      const added = documentKinds.filter((kind) => record.documents[kind] && !documents[kind]);
      const without: ImageChanges = Object.fromEntries(added.map((kind) => [kind, null]));
      ({ replaced: removed } = await attachImages(portal, writer, actor, { ...record, key }, without));
      if (lastDays) await putLastDays(writer, record.id, daysOf(lastDays));
      return before;
    },
  });
  await deleteMarkedImages(portal, removed);
}

async function beforeLastChange(writer: Writer, id: string, key: Buffer): Promise<Partial<CandidateRecord>> {
  const events = await latestAuditEventsOf(writer, { subject: "candidate", id, before: null, limit: 50 });
  const last = events.find(({ action }) => action === "candidate-updated");
  const details = last && openEvent(last, key).details;
  if (!details) throw new PortalError("stale");
  return Object.fromEntries(Object.entries(details).map(([field, { from }]) => [field, from]));
}
