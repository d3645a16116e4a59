import { PortalError } from "#core/errors.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayAssignRecords, mayReadRecord } from "#core/staff/permissions.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { lockPerson } from "#storage/database/accounts.ts";
import { type RecordRow, recordsAssignedTo } from "#storage/database/records.ts";
import type { Writer } from "#storage/database/database.ts";
import { updateRow } from "#storage/database/rows.ts";
import { clerkRows, staffById } from "#storage/database/staff.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import { type Changed, type ChangeTarget, changeLocked } from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { recordEntity } from "./change-record.ts";

type Clerk = { id: string; role: string | null; suspended_at: number | null };

/** Records are given to those who may read them. */
const mayWorkOn = ({ id, role, suspended_at }: Clerk, record: Pick<CandidateRecord, "addedBy">): boolean =>
  (role === "admin" || role === "moderator") &&
  suspended_at === null &&
  mayReadRecord({ kind: "staff", id, role }, record);

type AssignTarget = ChangeTarget & {
  /** The assignee that the caller saw. The version does not change with the assignee. */
  expectedAssignee?: string | null | undefined;
  /** Written in the same transaction, also where nothing changed. */
  note?: (writer: Writer, changed: Changed & { version: number; before: string | null }) => Promise<void>;
};

/** Gives a record to somebody, or to nobody. What visitors see stays as it is, and so does its version. */
export async function assignRecord(
  portal: Portal,
  actor: Actor,
  { expectedAssignee, note, ...target }: AssignTarget,
  personId: string | null,
): Promise<Changed> {
  authorize(mayAssignRecords(actor), actor);
  return changeLocked<RecordRow, Changed>(portal, actor, recordEntity, target, async ({ writer, row, log }) => {
    const { version, assigned_to: before } = row;
    if (expectedAssignee !== undefined && before !== expectedAssignee) throw new PortalError("stale");
    if (before === personId) {
      await note?.(writer, { modified: 0, version, before });
      return { modified: 0 };
    }
    // Who leaves meanwhile, or takes a lower role, loses this record with the others.
    if (personId !== null) await lockPerson(portal.database, writer, personId);
    const person = personId === null ? null : await staffById(writer, personId);
    if (person !== null && !(person && mayWorkOn(person, { addedBy: row.added_by })))
      throw new PortalError("invalid", { fields: { assignee: "unknown-choice" } });
    await updateRow(writer, "candidate", row.id, { assigned_to: personId });
    await note?.(writer, { modified: 1, version, before });
    await log("record-assigned", { assignedTo: { from: before, to: personId } });
    return { modified: 1 };
  });
}

/** Takes the records from somebody that they may not work on any more. All are locked before anything is logged, so nobody waits for it in a circle. */
export async function unassignFrom(portal: Portal, writer: Writer, actor: Actor, person: Clerk): Promise<void> {
  const rows = await recordsAssignedTo(portal.database, writer, person.id);
  const lost = rows.filter((row) => !mayWorkOn(person, { addedBy: row.added_by }));
  for (const { id } of lost) await updateRow(writer, "candidate", id, { assigned_to: null });
  for (const { id, wrapped_key: wrapped } of lost) {
    const details = { assignedTo: { from: person.id, to: null } };
    const event = { actor, action: "record-assigned", subject: "candidate", subjectId: id, details } as const;
    await logAuditEvent(portal, writer, event, unwrapKey(portal.keyring, id, wrapped));
  }
}

/** To whom a record can be given, by name; without one, to whom some can be given. */
export async function possibleAssignees(
  { database }: Portal,
  actor: Actor,
  record?: Pick<CandidateRecord, "addedBy">,
): Promise<{ id: string; name: string }[]> {
  authorize(mayAssignRecords(actor), actor);
  const clerks = await clerkRows(database.read);
  return clerks
    .filter((clerk) => mayWorkOn(clerk, record ?? { addedBy: clerk.id }))
    .map(({ id, name, email }) => ({ id, name: name || email }));
}
