import type { AuditEvent } from "#core/audit/audit-event.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { chainHash } from "#sealing/chain.ts";
import { sealJson } from "#sealing/sealed-json.ts";
import { appendAuditEvent, type AuditRow, lockAuditHead } from "#storage/database/audit.ts";
import type { Writer } from "#storage/database/database.ts";
import type { Portal } from "../portal.ts";

/**
 * Adds one event to the chain, as the last step of a transaction. Its values are sealed under the key of the record
 * that it is about: when the record's key is destroyed they are gone, and the chain still verifies.
 */
export async function logAuditEvent(
  portal: Pick<Portal, "database" | "now">,
  writer: Writer,
  event: Omit<AuditEvent, "actor"> & { actor: Actor },
  recordKey: Uint8Array,
): Promise<void> {
  const head = await lockAuditHead(portal.database, writer);
  const seq = head.seq + 1;
  const row = {
    seq,
    at: portal.now(),
    actor: actorId(event.actor),
    action: event.action,
    subject: event.subject,
    subject_id: event.subjectId,
    changed_fields: Object.keys(event.details).toSorted().join(" "),
    sealed_details: sealJson(recordKey, detailsPlace(seq), event.details),
  };
  await appendAuditEvent(writer, { ...row, hash: hashOfEvent(head.hash, row) });
}

export const detailsPlace = (seq: number): string => `audit/${seq}`;

export function hashOfEvent(previous: Uint8Array, row: Omit<AuditRow, "hash">): Buffer {
  return chainHash(previous, [
    row.seq,
    row.at,
    row.actor,
    row.action,
    row.subject,
    row.subject_id,
    row.changed_fields,
    row.sealed_details,
  ]);
}
