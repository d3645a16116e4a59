import { PortalError } from "#core/errors.ts";
import type { RowInput } from "#core/imports/row.ts";
import { type CandidateRecord, particularsOf } from "#core/records/candidate-record.ts";
import { canonicalNumber } from "#core/records/numbers.ts";
import type { StaffActor } from "#core/staff/actor.ts";
import { latestAuditEventsOf } from "#storage/database/audit.ts";
import type { Writer } from "#storage/database/database.ts";
import { rowById } from "#storage/database/rows.ts";
import { openEvent } from "../audit/audit-trail.ts";
import { type NotedTarget, presentRow } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { addRecord } from "../records/add-record.ts";
import { changeRecord, withdrawAndDelete } from "../records/change-record.ts";
import { numberOwners } from "../records/duplicate-numbers.ts";
import { openRecord } from "../records/sealed-record.ts";
import { updateRecord } from "../records/update-record.ts";

/** The record that a row is about, in the version that it has; null for one that is new. */
export type ImportTarget = { id: string; version: number } | null;

/** A row is about the record that has its passport number, or, without that, its IRCC number. */
export async function targetOf(portal: Portal, { passportNumber, irccNumber }: RowInput): Promise<ImportTarget> {
  const numbers = {
    passportNumber: canonicalNumber(passportNumber ?? ""),
    irccNumber: passportNumber === undefined ? canonicalNumber(irccNumber ?? "") : null,
  };
  const owners = await numberOwners(portal, portal.database.read, numbers, null);
  const owner = owners.passportNumber ?? owners.irccNumber;
  return owner ? { id: owner.id, version: owner.version } : null;
}

export type Imported = { id: string; modified: 0 | 1; version: number };

type NoteImported = (writer: Writer, imported: Imported) => Promise<void>;

/**
 * Adds or updates the record of one row, as anybody would who typed it into a form: an empty cell leaves what there is.
 * The check before an import does the same on a portal on which nothing stays.
 */
export async function importRow(
  portal: Portal,
  actor: StaffActor,
  { target, input }: { target: ImportTarget; input: RowInput },
  note: NoteImported = async () => undefined,
): Promise<Imported> {
  if (target === null) {
    const added = { particulars: input, images: {}, hasNationality: input.nationality !== undefined };
    const firstOf = ({ id, version }: CandidateRecord): Imported => ({ id, modified: 1, version });
    return firstOf(await addRecord(portal, actor, added, (writer, record) => note(writer, firstOf(record))));
  }
  const { id, version } = target;
  const before = openRecord(portal, presentRow(portal, await rowById(portal.database.read, "candidate", id)));
  const changed = { particulars: { ...particularsOf(before), ...input }, images: {} };
  const noted: NotedTarget = {
    id,
    expectedVersion: version,
    note: (writer, { modified, version: after }) => note(writer, { id, modified, version: after }),
  };
  const { modified, record } = await updateRecord(portal, actor, noted, changed);
  return { id, modified, version: record.version };
}

/** A record that an import added has this version until somebody changes it. */
const addedVersion = 1;

/** Takes back what an import made of one record, if nobody has changed it since: deletes what it added, puts back what it changed. */
export const undoRow = (portal: Portal, actor: StaffActor, target: NotedTarget & { expectedVersion: number }) =>
  target.expectedVersion === addedVersion ? withdrawAndDelete(portal, actor, target) : putBack(portal, actor, target);

/** As it was before its last change, by the audit: nobody has changed it since the import. */
const putBack = (portal: Portal, actor: StaffActor, target: NotedTarget) =>
  changeRecord(portal, actor, target, {
    action: "candidate-updated",
    apply: async (record, { writer, key }) => {
      const events = await latestAuditEventsOf(writer, {
        subject: "candidate",
        id: record.id,
        before: null,
        limit: 50,
      });
      const last = events.find(({ action }) => action === "candidate-updated");
      const details = last && openEvent(last, key).details;
      if (!details) throw new PortalError("stale");
      return Object.fromEntries(Object.entries(details).map(([field, { from }]) => [field, from]));
    },
  });
