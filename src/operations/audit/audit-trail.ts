import type { AuditAction, AuditDetails, AuditSubject } from "#core/audit/audit-event.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayReadAudit } from "#core/staff/permissions.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { unsealJson } from "#sealing/sealed-json.ts";
import { auditEventsOf, type AuditRow } from "#storage/database/audit.ts";
import type { Reader } from "#storage/database/database.ts";
import { classById } from "#storage/database/classes.ts";
import { postById } from "#storage/database/posts.ts";
import { recordById } from "#storage/database/records.ts";
import { reportById } from "#storage/database/reports.ts";
import { settingsRow } from "#storage/database/settings.ts";
import type { Portal } from "../portal.ts";
import { detailsPlace } from "./log-audit-event.ts";

export type OpenedEvent = {
  at: number;
  actor: string;
  action: AuditAction;
  changedFields: string[];
  /** Null once the key is deleted. */
  details: AuditDetails | null;
};

/** The events of one record, post, class, report, account or of the settings, oldest first. */
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

/** Events of other subjects are sealed under the settings' key. */
const rowReaders = new Map<
  AuditSubject,
  (reader: Reader, id: string) => Promise<{ wrapped_key: Uint8Array } | undefined>
>([
  ["candidate", recordById],
  ["post", postById],
  ["class", classById],
  ["report", reportById],
]);

async function keyOf({ database, keyring }: Portal, subject: AuditSubject, id: string): Promise<Buffer | null> {
  const readRow = rowReaders.get(subject);
  const row = readRow ? await readRow(database.read, id) : await database.find(settingsRow, []);
  return row ? unwrapKey(keyring, readRow ? id : "settings", row.wrapped_key) : null;
}

export const openEvent = (event: AuditRow, key: Buffer | null): OpenedEvent => ({
  at: event.at,
  actor: event.actor,
  action: event.action,
  changedFields: event.changed_fields.split(" ").filter((field) => field !== ""),
  details: key && (unsealJson(key, detailsPlace(event.seq), event.sealed_details) as AuditDetails),
});
