import type { AuditAction, AuditDetails, AuditSubject } from "#core/audit/audit-event.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadAudit, require } from "#core/staff/permissions.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { unsealJson } from "#sealing/sealed-json.ts";
import { auditEventsOf } from "#storage/database/audit.ts";
import { candidateById } from "#storage/database/candidates.ts";
import { reportById } from "#storage/database/reports.ts";
import { settingsRow } from "#storage/database/settings.ts";
import type { Portal } from "../portal.ts";
import { detailsPlace } from "./record-event.ts";

export type RecordedEvent = {
  at: number;
  actor: string;
  action: AuditAction;
  changedFields: string[];
  /** Null once the record's key is destroyed. */
  details: AuditDetails | null;
};

/** What happened to one record, oldest first. */
export async function auditTrail(
  portal: Portal,
  actor: Actor,
  subject: AuditSubject,
  id: string,
): Promise<RecordedEvent[]> {
  require(mayReadAudit(actor), actor);
  const key = await keyOf(portal, subject, id);
  const events = await auditEventsOf(portal.database.read, subject, id);
  return events.map((event) => ({
    at: event.at,
    actor: event.actor,
    action: event.action,
    changedFields: event.changed_fields.split(" ").filter((field) => field !== ""),
    details: key && (unsealJson(key, detailsPlace(event.seq), event.sealed_details) as AuditDetails),
  }));
}

async function keyOf({ database, keyring }: Portal, subject: AuditSubject, id: string): Promise<Buffer | null> {
  if (subject === "candidate") {
    const row = await candidateById(database.read, id);
    return row ? unwrapKey(keyring, id, row.wrapped_key) : null;
  }
  if (subject === "report") {
    const row = await reportById(database.read, id);
    return row ? unwrapKey(keyring, id, row.wrapped_key) : null;
  }
  const row = await database.find(settingsRow, []);
  return row ? unwrapKey(keyring, "settings", row.wrapped_key) : null;
}
