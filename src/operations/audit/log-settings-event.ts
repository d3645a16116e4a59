import type { AuditEvent } from "#core/audit/audit-event.ts";
import type { Actor } from "#core/staff/actor.ts";
import { unwrapKey } from "#sealing/data-keys.ts";
import { settingsRow } from "#storage/database/settings.ts";
import type { Portal } from "../portal.ts";
import { logAuditEvent } from "./log-audit-event.ts";

/** Records what is about no single record, in a transaction of its own. Its values are sealed under the settings' key. */
export async function logSettingsEvent(
  portal: Pick<Portal, "database" | "keyring" | "now">,
  event: Omit<AuditEvent, "actor"> & { actor: Actor },
): Promise<void> {
  const settings = await portal.database.find(settingsRow, []);
  if (!settings) throw new Error("the settings row is missing");
  const key = unwrapKey(portal.keyring, "settings", settings.wrapped_key);
  await portal.database.write((writer) => logAuditEvent(portal, writer, event, key));
}
