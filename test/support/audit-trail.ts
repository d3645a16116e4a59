import type { AuditSubject } from "#core/audit/audit-event.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayReadAudit } from "#core/accounts/permissions.ts";
import { openEvent } from "#operations/portal/log-audit-event.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { auditEventsOf } from "#storage/database/audit.ts";
import { rowById } from "#storage/database/rows.ts";
import { settingsRow } from "#storage/database/settings.ts";

/** Returns the events of one record, post, class, report or account, or of the settings, oldest first. */
export async function auditTrail(portal: Portal, actor: Actor, subject: AuditSubject, id: string) {
  authorize(mayReadAudit(actor), actor);
  const key = await keyOf(portal, subject, id);
  const events = await auditEventsOf(portal.database.read, subject, id);
  return events.map((event) => openEvent(event, key));
}

/** Events about these subjects are sealed under the key of their row. All other events are sealed under the settings' key. */
const subjectsWithKey = ["candidate", "post", "class", "report"] as const;

async function keyOf({ database, keyring }: Portal, subject: AuditSubject, id: string): Promise<Buffer | null> {
  const table = subjectsWithKey.find((name) => name === subject);
  const row = table ? await rowById(database.read, table, id) : await database.find(settingsRow, []);
  return row ? unwrapKey(keyring, table ? id : "settings", row.wrapped_key) : null;
}
