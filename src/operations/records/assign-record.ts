import { PortalError } from "#core/errors.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayAssignRecords, mayReadRecord } from "#core/accounts/permissions.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { lockPerson } from "#storage/database/accounts/accounts.ts";
import { recordsAssignedTo } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import type { Writer } from "#storage/database/database.ts";
import { updateRow } from "#storage/database/rows.ts";
import { recordStaffRows, personWithRole } from "#storage/database/accounts/roles.ts";
import { logAuditEvent } from "../portal/log-audit-event.ts";
import { type Changed, type ChangeTarget, changeLocked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "./record-entity.ts";

type Assignee = { id: string; role: string | null; suspended_at: number | null };

/** A record can be assigned only to a person who may read it. */
const mayWorkOn = ({ id, role, suspended_at }: Assignee, record: Pick<CandidateRecord, "addedBy">): boolean =>
  (role === "admin" || role === "moderator") &&
  suspended_at === null &&
  mayReadRecord({ kind: "account", id, role }, record);

type AssignTarget = ChangeTarget & {
  /** The assignee that the caller saw. Needed because a new assignee does not change the version. */
  expectedAssignee?: string | null | undefined;
};

/** `before` is the assignee before. */
type Assigned = Changed & { version: number; before: string | null };

/** Assigns a record to a person, or to nobody. What visitors see does not change, nor does the version. */
export async function assignRecord(
  portal: Portal,
  actor: Actor,
  { expectedAssignee, ...target }: AssignTarget,
  personId: string | null,
): Promise<Assigned> {
  authorize(mayAssignRecords(actor), actor);
  return changeLocked<RecordRow, Assigned>(portal, actor, recordEntity, target, async ({ writer, row, log }) => {
    const { version, assigned_to: before } = row;
    if (expectedAssignee !== undefined && before !== expectedAssignee) throw new PortalError("stale");
    if (before === personId) return { modified: 0, version, before };
    // The person is locked: if they leave or get a lower role at the same time, they lose this record with the others.
    if (personId !== null) await lockPerson(portal.database, writer, personId);
    const person = personId === null ? null : await personWithRole(writer, personId);
    if (person !== null && !(person && mayWorkOn(person, { addedBy: row.added_by })))
      throw new PortalError("invalid", { fields: { assignee: "unknown-choice" } });
    await updateRow(writer, "candidate", row.id, { assigned_to: personId });
    await log("record-assigned", { assignedTo: { from: before, to: personId } });
    return { modified: 1, version, before };
  });
}

/**
 * Takes records from a person who may not work on them any more. All records are locked before anything is logged, to
 * avoid a deadlock.
 */
export async function unassignFrom(portal: Portal, writer: Writer, actor: Actor, person: Assignee): Promise<void> {
  const rows = await recordsAssignedTo(portal.database, writer, person.id);
  const lost = rows.filter((row) => !mayWorkOn(person, { addedBy: row.added_by }));
  for (const { id } of lost) await updateRow(writer, "candidate", id, { assigned_to: null });
  for (const { id, wrapped_key: wrapped } of lost) {
    const details = { assignedTo: { from: person.id, to: null } };
    const event = { actor, action: "record-assigned", subject: "candidate", subjectId: id, details } as const;
    await logAuditEvent(portal, writer, event, unwrapKey(portal.keyring, id, wrapped));
  }
}

/**
 * Returns the people to whom a record can be assigned, by name. Without a record, the people to whom some record can be
 * assigned.
 */
export async function possibleAssignees(
  { database }: Portal,
  actor: Actor,
  record?: Pick<CandidateRecord, "addedBy">,
): Promise<{ id: string; name: string }[]> {
  authorize(mayAssignRecords(actor), actor);
  const people = await recordStaffRows(database.read);
  return people
    .filter((person) => mayWorkOn(person, record ?? { addedBy: person.id }))
    .map(({ id, name, email }) => ({ id, name: name || email }));
}
