import { defaultSettings } from "#core/settings/settings.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { insertFirstSettings, settingsRow } from "#storage/database/settings.ts";
import { insertFirstHead } from "../backups/erasure-chain.ts";
import { dayOf, sealSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";

/** Makes the settings of a new site, and the begin of its chain of deletions. */
export async function insertDefaultSettings(portal: Portal): Promise<void> {
  if (await portal.database.find(settingsRow, [])) return;
  const now = portal.now();
  const { key, wrapped } = newDataKey(portal.keyring, "settings");
  await portal.database.write(async (writer) => {
    const isFirst = await insertFirstSettings(writer, {
      id: "settings",
      key_set: portal.keyring.current.id,
      wrapped_key: wrapped,
      ...sealSettings(key, defaultSettings(dayOf(now)), { version: 1, changed_at: now }),
      sealed_mail_server: null,
      sealed_sign_in: null,
    });
    if (isFirst) await insertFirstHead(portal, writer);
  });
}
