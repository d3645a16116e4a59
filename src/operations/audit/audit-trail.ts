import type { AuditSubject } from "#core/audit/audit-event.ts";
import type { Actor } from "#core/staff/actor.ts";
import { mayReadAudit, authorize } from "#core/staff/permissions.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { auditEventsOf } from "#storage/database/audit.ts";
import { recordById } from "#storage/database/records.ts";
import { classById } from "#storage/database/classes.ts";
import { postById } from "#storage/database/posts.ts";
import { reportById } from "#storage/database/reports.ts";
import { settingsRow } from "#storage/database/settings.ts";
import type { Portal } from "../portal.ts";
import { openEvent, type OpenedEvent } from "./opened-event.ts";

/** What happened to one record, oldest first. */
export async function auditTrail(
  portal: Portal,
  actor: Actor,
  subject: AuditSubject,
  id: string,
): Promise<OpenedEvent[]> {
  authorize(mayReadAudit(actor), actor);
  const key = await keyOf(portal, subject, id);
  const events = await auditEventsOf(portal.database.read, subject, id);
  return events.map((event) => openEvent(event, key));
}

async function keyOf({ database, keyring }: Portal, subject: AuditSubject, id: string): Promise<Buffer | null> {
  if (subject === "candidate") {
    const row = await recordById(database.read, id);
    return row ? unwrapKey(keyring, id, row.wrapped_key) : null;
  }
  if (subject === "post") {
    const row = await postById(database.read, id);
    return row ? unwrapKey(keyring, id, row.wrapped_key) : null;
  }
  if (subject === "class") {
    const row = await classById(database.read, id);
    return row ? unwrapKey(keyring, id, row.wrapped_key) : null;
  }
  if (subject === "report") {
    const row = await reportById(database.read, id);
    return row ? unwrapKey(keyring, id, row.wrapped_key) : null;
  }
  const row = await database.find(settingsRow, []);
  return row ? unwrapKey(keyring, "settings", row.wrapped_key) : null;
}
