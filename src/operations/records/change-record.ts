import { type AuditAction, detailsOfChange } from "#core/audit/audit-event.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadRecord, authorize } from "#core/staff/permissions.ts";
import { wrapKey } from "#sealing/data-keys.ts";
import { recordForChange, updateRecord } from "#storage/database/records.ts";
import type { Writer } from "#storage/database/database.ts";
import { logAuditEvent } from "../audit/log-audit-event.ts";
import type { Portal } from "../portal.ts";
import { recordKey, openRecord, sealRecord } from "./sealed-record.ts";

/** Which record, and the version that the change was made from, where the door knows it; of several any will do. */
export type RecordTarget = { id: string; expectedVersion?: number | readonly number[] | undefined };

export type RecordChanged = { modified: 0 | 1; record: CandidateRecord };

/** For changes that reach further than the record's own row. */
type OpenRecord = { writer: Writer; key: Buffer };

type Change = {
  /** Whether this actor ever may, whatever the record. */
  allowed: (actor: Actor) => boolean;
  /** Whether this actor may with this record; always, when left out. */
  allowedFor?: (actor: Actor, record: CandidateRecord) => boolean;
  /** The candidate as it shall be; the same fields again mean that nothing changes. */
  apply: (record: CandidateRecord, open: OpenRecord) => Partial<CandidateRecord> | Promise<Partial<CandidateRecord>>;
  action: AuditAction | ((record: CandidateRecord) => AuditAction);
  /** Last checks against other rows, inside the transaction. */
  check?: (writer: Writer, record: CandidateRecord) => Promise<void>;
};

/** Somebody was quicker. */
export function refuseStale({ version }: { version: number }, expected: RecordTarget["expectedVersion"]): void {
  if (expected !== undefined && ![expected].flat().includes(version)) throw new PortalError("stale");
}

/** The frame of every change to one record: locked, allowed, not stale, written, recorded; all or nothing. */
export async function changeRecord(
  portal: Portal,
  actor: Actor,
  { id, expectedVersion }: RecordTarget,
  { allowed, allowedFor = () => true, apply, action, check }: Change,
): Promise<RecordChanged> {
  authorize(allowed(actor), actor);
  return portal.database.write(async (writer) => {
    const row = await recordForChange(portal.database, writer, id);
    if (!row || row.registry !== portal.registry) throw new PortalError("not-found");
    const before = openRecord(portal, row);
    if (!mayReadRecord(actor, before)) throw new PortalError("not-found");
    authorize(allowedFor(actor, before), actor);
    refuseStale(before, expectedVersion);
    const key = recordKey(portal, row);
    const wanted = { ...before, ...(await apply(before, { writer, key })) };
    const details = detailsOfChange<CandidateRecord>(before, wanted);
    if (Object.keys(details).length === 0) return { modified: 0, record: before };
    const after = { ...wanted, version: before.version + 1, changedAt: portal.now() };
    await check?.(writer, after);
    await updateRecord(writer, id, sealRecord(portal, after, { key, wrapped: wrapKey(portal.keyring, id, key) }));
    const what = typeof action === "function" ? action(after) : action;
    const event = { actor, action: what, subject: "candidate", subjectId: id, details } as const;
    await logAuditEvent(portal, writer, event, key);
    return { modified: 1, record: after };
  });
}
